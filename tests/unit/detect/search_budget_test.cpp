/// Searches that would look at too many pairs of triangles are narrowed, and counted before they are made.

#include "detect/search_budget.h"

#include <gtest/gtest.h>

#include "detect/simplex_pairs.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double unlimited = 1e30;

double pairs_of(const Search& search) {
    const double reach = search.least + search.part * (search.reach - search.least);
    return count_near_simplices(*search.first, *search.second, reach, unlimited);
}

TEST(SearchBudget, CountsAtLeastThePairsThatAreMade) {
    const Placed a(grid_box({1, 1, 1}, 6), {0, 0, 0}), b(grid_box({1, 1, 1}, 5), {0.2, 1.1, 0});
    const double all = static_cast<double>(a.surface.complex().simplices().size()) *
                       static_cast<double>(b.surface.complex().simplices().size());
    for (const double reach : {0.0, 0.05, 0.15, 0.5, 1.0, 3.0}) {
        const double counted = count_near_simplices(a.surface, b.surface, reach, unlimited);
        EXPECT_GE(counted, static_cast<double>(near_simplices(a.surface, b.surface, reach).size())) << reach;
        EXPECT_LE(counted, all) << reach;
        double finer = counted;
        for (const double grain : {16.0, 256.0, 1e9}) {
            const double coarse = count_near_simplices(a.surface, b.surface, reach, unlimited, grain);
            EXPECT_GE(coarse, finer) << reach << " " << grain;
            EXPECT_LE(coarse, all) << reach << " " << grain;
            finer = coarse;
        }
    }
    EXPECT_EQ(count_near_simplices(a.surface, b.surface, 0.05, unlimited), 0);
    EXPECT_EQ(count_near_simplices(a.surface, b.surface, 5, unlimited), all);
    EXPECT_GT(count_near_simplices(a.surface, b.surface, 5, 10), 10);
}

TEST(SearchBudget, NarrowsWhatIsTooMuchAndLeavesTheRest) {
    const Placed a(grid_box({1, 1, 1}, 8), {0, 0, 0}), b(grid_box({1, 1, 1}, 8), {0, 1.01, 0}),
        small(grid_box({0.1, 0.1, 0.1}, 1), {0, -0.6, 0});
    const std::vector<Search> wanted = {{&a.surface, &b.surface, 0.01, 2},
                                        {&a.surface, &small.surface, 0.01, 2}};
    std::vector<Search> searches = wanted;
    limit_searches(searches, unlimited, 0.01);
    EXPECT_EQ(searches[0].part, 1);
    EXPECT_EQ(searches[1].part, 1);
    const double most = 0.2 * (pairs_of(wanted[0]) + pairs_of(wanted[1]));
    limit_searches(searches, most, 0.01);
    EXPECT_LT(searches[0].part, 1);
    EXPECT_EQ(searches[1].part, 1);
    EXPECT_LE(pairs_of(searches[0]) + pairs_of(searches[1]), most);
    // What is near at the start is looked at, whatever it costs.
    limit_searches(searches, 1, 0.01);
    EXPECT_GT(searches[0].part, 0);
    EXPECT_LE(searches[0].part * (searches[0].reach - searches[0].least), 0.01);
}

}  // namespace
}  // namespace limpet
