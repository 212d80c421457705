#include "core/parallel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

double harmonic(int threads) {
    set_threads(threads);
    const double sum = ordered_sum(100'003, 64, [](int begin, int end) {
        double part = 0;
        for (int i = begin; i < end; ++i) part += 1.0 / (i + 1);
        return part;
    });
    set_threads(0);
    return sum;
}

TEST(Parallel, OrderedSumDoesNotDependOnThreads) {
    const double one = harmonic(1);
    EXPECT_NEAR(one, std::log(100'003.0) + 0.5772156649, 1e-5);
    for (int repeat = 0; repeat < 5; ++repeat)
        for (const int threads : {2, 4}) EXPECT_EQ(harmonic(threads), one);
}

TEST(Parallel, BlocksCoverEveryIndexOnce) {
    for (const int count : {0, 1, 63, 64, 65, 1000}) {
        std::vector<int> visits(count, 0);
        parallel_blocks(count, 64, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) ++visits[i];
        });
        EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), count);
    }
}

}  // namespace
}  // namespace limpet
