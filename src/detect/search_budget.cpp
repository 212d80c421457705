#include "detect/search_budget.h"

#include "core/parallel.h"
#include "detect/detector_constants.h"
#include "detect/simplex_pairs.h"

namespace limpet {
namespace {

double reach_of(const Search& search) {
    return search.least + search.part * (search.reach - search.least);
}

}  // namespace

void limit_searches(std::vector<Search>& searches, double most, double resolution) {
    const int count = static_cast<int>(searches.size());
    std::vector<double> pairs(searches.size());
    double all = 0;
    for (int i = 0; i < count; ++i)
        all += pairs[i] = static_cast<double>(searches[i].first->complex().simplices().size()) *
                          static_cast<double>(searches[i].second->complex().simplices().size());
    if (all <= most) return;
    std::vector<char> changed(searches.size(), true);
    const auto count_all = [&](double grain) {
        parallel_blocks(count, 1, [&](int i, int) {
            if (changed[i])
                pairs[i] = count_near_simplices(*searches[i].first, *searches[i].second,
                                                reach_of(searches[i]), most, grain);
        });
        all = 0;
        for (const double p : pairs) all += p;
    };
    count_all(coarse_count_grain);
    if (all <= most) return;
    for (;;) {
        count_all(0);
        if (all <= most) return;
        bool any = false;
        for (int i = 0; i < count; ++i) {
            const double widened = searches[i].part * (searches[i].reach - searches[i].least);
            changed[i] = pairs[i] > most / count && widened > resolution;
            if (!changed[i]) continue;
            searches[i].part /= 2;
            any = true;
        }
        if (!any) return;
    }
}

}  // namespace limpet
