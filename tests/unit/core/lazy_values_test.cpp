#include "core/lazy_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/parallel.h"

namespace limpet {
namespace {

TEST(LazyValues, AreMadeOnceAndForgottenByReset) {
    LazyValues<double> values;
    values.reset(3);
    int made = 0;
    const auto get = [&](std::size_t i, double value) {
        return values.get(i, [&] {
            ++made;
            return value;
        });
    };
    EXPECT_EQ(get(1, 5), 5);
    EXPECT_EQ(get(1, 6), 5);
    EXPECT_EQ(get(2, 7), 7);
    EXPECT_EQ(made, 2);
    values.reset(3);
    EXPECT_EQ(get(1, 6), 6);
}

TEST(LazyValues, AreTheSameForAllThreads) {
    constexpr int count = 100, readers = 1000;
    LazyValues<std::array<int, 4>> values;
    values.reset(count);
    std::vector<char> right(readers, false);
    parallel_blocks(readers, 1, [&](int reader, int) {
        bool all = true;
        for (int i = 0; i < count; ++i) {
            const std::array<int, 4> own = {i, i + 1, i + 2, i + 3};
            all = all && values.get(i, [&] { return own; }) == own;
        }
        right[reader] = all;
    });
    EXPECT_EQ(std::count(right.begin(), right.end(), true), readers);
}

}  // namespace
}  // namespace limpet
