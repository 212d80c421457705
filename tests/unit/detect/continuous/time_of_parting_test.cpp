/// What touches, parts and meets again is found again: against pairs that meet twice by construction, with
/// coordinates that doubles hold exactly, and against distances at many moments.

#include "detect/continuous/time_of_parting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "detect/continuous/time_of_approach.h"
#include "support/random_whole.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Coordinates are multiples of 8, so that eighths of them are whole.
Vec3 eightfold_point(Random& random) {
    const int x = whole(random, -4, 4), y = whole(random, -4, 4), z = whole(random, -4, 4);
    return 8 * Vec3(x, y, z);
}

std::array<double, 3> eighths(Random& random, int corners) {
    std::array<double, 3> w{0, 0, 0};
    int left = 8;
    for (int i = 0; i + 1 < corners; ++i) {
        const int part = whole(random, 0, left);
        w[i] = part / 8.0;
        left -= part;
    }
    w[corners - 1] = left / 8.0;
    return w;
}

struct Pair {
    MovingSimplex first, second;
    double distance(double t) const { return nearest_points(first, second, t).distance; }
};

constexpr double again = 0.5;  ///< when they meet a second time

/// Two that meet at the start and at `again`, exactly.
Pair meeting_twice(Random& random) {
    const bool edges = whole(random, 0, 1) == 1;
    Pair pair;
    for (MovingSimplex* side : {&pair.first, &pair.second})
        for (int i = 0; i < (edges ? 2 : side == &pair.first ? 1 : 3); ++i) {
            const Vec3 from = eightfold_point(random), by = 2 * eightfold_point(random);
            side->add(from, from + by);
        }
    MovingSimplex &a = pair.first, &b = pair.second;
    const auto w = eighths(random, a.corners), v = eighths(random, b.corners);
    const Vec3 shift = b.at(v, 0) - a.at(w, 0);
    for (int i = 0; i < a.corners; ++i) a.start[i] += shift;
    const auto w2 = eighths(random, a.corners), v2 = eighths(random, b.corners);
    const Vec3 more = (b.at(v2, again) - a.at(w2, again)) / again;
    for (int i = 0; i < a.corners; ++i) a.motion[i] += more;
    return pair;
}

constexpr double near = 0.01, far = 0.05;
constexpr int parting_moments = 64;

/// The last of many moments before `again` at which they are clearly apart; −1: none.
double last_apart(const Pair& pair) {
    double last = -1;
    for (int i = 1; i < parting_moments / 2; ++i) {
        const double t = static_cast<double>(i) / parting_moments;
        if (pair.distance(t) > 2 * far) last = t;
    }
    return last;
}

void expect_found_again(int pairs) {
    Random random(517);
    int part = 0, missed = 0, apart_in_touch = 0;
    for (int i = 0; i < pairs; ++i) {
        const Pair pair = meeting_twice(random);
        ASSERT_LT(pair.distance(0), 1e-12);
        ASSERT_LT(pair.distance(again), 1e-12);
        const double apart = last_apart(pair);
        part += apart >= 0;
        bool found = false;
        for (double t = 0; t <= again;) {
            const std::optional<double> parting = first_parting(pair.first, pair.second, t, near, far);
            for (int k = 0; parting != t && k <= parting_moments; ++k) {
                const double moment = t + (parting.value_or(1) - t) * k / parting_moments;
                apart_in_touch += pair.distance(moment) > far * (1 + 1e-9);
            }
            if (!parting) break;
            const std::optional<Approach> next = first_approach(pair.first, pair.second, 0, 0, *parting);
            if (!next) break;
            t = next->time;
            found = found || (t > apart && t <= again);
        }
        missed += apart >= 0 && !found;
    }
    EXPECT_EQ(missed, 0) << "of " << part;
    EXPECT_EQ(apart_in_touch, 0);
    EXPECT_GT(part, pairs / 4);
}

TEST(TimeOfParting, WhatMeetsTwiceIsFoundTwice) {
    expect_found_again(20000);
}

TEST(TimeOfPartingLong, WhatMeetsTwiceIsFoundTwice) {
    expect_found_again(1000000);
}

/// A vertex that slides over a triangle that turns and grows, and never leaves it.
TEST(TimeOfParting, WhatStaysInTouchNeverParts) {
    MovingSimplex triangle, vertex;
    triangle.add({-1, -1, 0}, {-2, -1, 0.5});
    triangle.add({1, -1, 0}, {2, -1, 0.5});
    triangle.add({0, 1, 0}, {0, 2, -1});
    vertex.add({0, -0.5, 0}, {0, 0, 0});
    EXPECT_LT(nearest_points(vertex, triangle, 1).distance, 1e-12);
    EXPECT_FALSE(first_parting(vertex, triangle, 0, 0.2, 0.4));
}

TEST(TimeOfParting, IsBetweenNearAndFar) {
    MovingSimplex still, leaving;
    still.add(Vec3::Zero(), Vec3::Zero());
    leaving.add({0, 0, 0}, {0, 1, 0});
    const std::optional<double> parting = first_parting(leaving, still, 0, 0.25, 0.5);
    ASSERT_TRUE(parting);
    EXPECT_GT(*parting, 0.25);
    EXPECT_LE(*parting, 0.5);
}

}  // namespace
}  // namespace limpet
