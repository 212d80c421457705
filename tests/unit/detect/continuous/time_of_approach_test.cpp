/// Conservative advancement against the exact twin, and against pairs that meet by construction: all their
/// coordinates are small dyadic fractions, so that doubles hold them, and the time of meeting, exactly.

#include "detect/continuous/time_of_approach.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>

#include "support/exact_meeting.h"
#include "support/random_whole.h"

namespace limpet {
namespace {

using namespace testing_support;

Vec3 whole_point(Random& random, int range) {
    const int x = whole(random, -range, range), y = whole(random, -range, range),
              z = whole(random, -range, range);
    return {double(x), double(y), double(z)};
}

/// Weights k/8 that sum to 1, some of them 0.
std::array<double, 3> sparse_eighths(Random& random, int corners) {
    std::array<double, 3> w{0, 0, 0};
    int left = 8;
    for (int i = 0; i + 1 < corners; ++i) {
        const int part = whole(random, 0, 3) == 0 ? left : whole(random, 0, left);
        w[i] = part / 8.0;
        left -= part;
    }
    w[corners - 1] = left / 8.0;
    return w;
}

struct ApproachCounts {
    long pairs = 0, meet = 0, missed = 0, undecided = 0;
    long false_reports = 0;  ///< of pairs that never meet
    long early = 0;          ///< by more than a millionth of the step
};

exact::Corner corner(Random& random, int range, bool near_by) {
    exact::Corner c;
    for (int k = 0; k < 3; ++k) {
        c.start[k] = whole(random, -range, range);
        c.end[k] = near_by ? c.start[k] + whole(random, -2, 2) : whole(random, -range, range);
    }
    return c;
}

void add(MovingSimplex& simplex, const exact::Corner& c) {
    simplex.add(Vec3(c.start[0], c.start[1], c.start[2]), Vec3(c.end[0], c.end[1], c.end[2]));
}

/// Integer coordinates: a coarse grid is full of pairs that touch, are parallel or in a plane.
void against_exact_twin(Random& random, ApproachCounts& counts) {
    const int range = whole(random, 0, 2) == 0 ? 2 : 12;
    const bool edges = whole(random, 0, 1) == 1, near_by = whole(random, 0, 3) == 0;
    std::array<exact::Corner, 4> c;
    for (exact::Corner& one : c) one = corner(random, range, near_by);
    MovingSimplex first, second;
    for (int i = 0; i < 4; ++i) add(i < (edges ? 2 : 1) ? first : second, c[i]);
    const exact::Meeting meeting =
        edges ? exact::edge_edge(c[0], c[1], c[2], c[3]) : exact::vertex_triangle(c[0], c[1], c[2], c[3]);
    const std::optional<Approach> found = first_approach(first, second, 0, 0);
    ++counts.pairs;
    if (meeting.verdict == exact::Verdict::Undecided) ++counts.undecided;
    if (meeting.verdict == exact::Verdict::Never && found) ++counts.false_reports;
    if (meeting.verdict != exact::Verdict::Meets) return;
    ++counts.meet;
    if (!found || found->time > meeting.to) ++counts.missed;
    if (found && found->time < meeting.from - 1e-6) ++counts.early;
}

/// Corners at whole positions with whole motions; a class of degeneracy each.
MovingSimplex simplex(Random& random, int corners, int kind) {
    MovingSimplex s;
    const Vec3 common = whole_point(random, 8);
    for (int i = 0; i < corners; ++i) {
        Vec3 from = whole_point(random, 16), by = whole_point(random, 16);
        if (kind == 1 && i > 0) from = s.start[0], by = s.motion[0];  // a point
        if (kind == 2 && i == 2)
            from = 2 * s.start[1] - s.start[0],  // no area, at any time
                by = 2 * s.motion[1] - s.motion[0];
        if (kind == 3) by = common;                                // rigid
        if (kind == 4) from.z() = by.z() = 0;                      // in a plane
        if (kind == 5) by = Vec3::Zero();                          // at rest
        if (kind == 6) from.y() = from.z() = by.y() = by.z() = 0;  // on a line
        s.add(from, from + by);
    }
    return s;
}

/// Exact: powers of two, and an offset that leaves enough bits.
void place(MovingSimplex& s, const Vec3& offset, double scale) {
    for (int i = 0; i < s.corners; ++i) {
        s.start[i] = scale * (s.start[i] + offset);
        s.motion[i] *= scale;
    }
}

/// A pair whose points are |offset| apart at a known time; offsets have whole lengths.
void against_construction(Random& random, ApproachCounts& counts) {
    static const Vec3 offsets[] = {{0, 0, 0}, {0, 0, 0}, {1, 2, 2}, {2, 3, 6}, {0, 3, 4}, {0, 0, 1}};
    const int kind = whole(random, 0, 6), other_kind = whole(random, 0, 2) == 0 ? 0 : kind;
    const bool edges = whole(random, 0, 1) == 1;
    MovingSimplex first = simplex(random, edges ? 2 : 1, other_kind);
    MovingSimplex second = simplex(random, edges ? 2 : whole(random, 1, 3), kind);
    if (edges && whole(random, 0, 5) == 0) {  // parallel, at all times
        first.start[1] = first.start[0] + second.start[1] - second.start[0];
        first.motion[1] = first.motion[0] + second.motion[1] - second.motion[0];
    }
    if (whole(random, 0, 9) == 0)  // no relative motion
        for (int i = 0; i < 3; ++i) first.motion[i] = second.motion[i] = second.motion[0];
    const double time = whole(random, 0, 7) == 0 ? 0 : whole(random, 0, 16) / 16.0;
    Vec3 offset = offsets[whole(random, 0, 5)];
    const double separation = offset.norm();
    if (kind == 4) offset = Vec3(offset.norm(), 0, 0);
    const auto w = sparse_eighths(random, first.corners), v = sparse_eighths(random, second.corners);
    const Vec3 shift = second.at(v, time) + offset - first.at(w, time);
    for (int i = 0; i < first.corners; ++i) first.start[i] += shift;
    const double scale =
        std::ldexp(1.0, whole(random, 0, 3) == 0 ? whole(random, -900, 900) : whole(random, -20, 20));
    const Vec3 place_at = whole(random, 0, 1) == 0 ? Vec3(Vec3::Zero()) : Vec3(whole_point(random, 1 << 20));
    place(first, place_at, scale);
    place(second, place_at, scale);
    ++counts.pairs;
    ++counts.meet;
    const std::optional<Approach> found = first_approach(first, second, scale * separation, 0);
    if (!found || !(found->time <= time)) ++counts.missed;
}

void expect_none_missed(int twin_pairs, int constructed_pairs) {
    Random random(20211);
    ApproachCounts twin, constructed;
    for (int i = 0; i < twin_pairs; ++i) against_exact_twin(random, twin);
    for (int i = 0; i < constructed_pairs; ++i) against_construction(random, constructed);
    EXPECT_EQ(twin.missed, 0) << "of " << twin.meet;
    EXPECT_EQ(constructed.missed, 0) << "of " << constructed.meet;
    EXPECT_GT(twin.meet, twin_pairs / 50);
    EXPECT_LT(twin.false_reports, twin_pairs / 1000 + 1);
    EXPECT_LT(twin.undecided, twin_pairs / 10);
    EXPECT_LT(twin.early, twin.meet / 20);
    for (const auto& [name, value] : {std::pair{"meet", twin.meet},
                                      {"undecided", twin.undecided},
                                      {"false_reports", twin.false_reports},
                                      {"early", twin.early}})
        ::testing::Test::RecordProperty(name, std::to_string(value));
}

TEST(TimeOfApproach, MissesNothing) {
    expect_none_missed(10000, 30000);
}

TEST(TimeOfApproachLong, MissesNothingInAMillionPairs) {
    expect_none_missed(300000, 700000);
}

MovingSimplex moving(std::initializer_list<std::pair<Vec3, Vec3>> corners) {
    MovingSimplex s;
    for (const auto& [from, to] : corners) s.add(from, to);
    return s;
}

TEST(TimeOfApproach, SeparationIsReachedOnTime) {
    const MovingSimplex triangle =
        moving({{{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}});
    const MovingSimplex vertex = moving({{{0.25, 0.25, 1}, {0.25, 0.25, -1}}});
    const std::optional<Approach> found = first_approach(vertex, triangle, 0.5, 0);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->time, 0.25, 1e-12);
    EXPECT_LE(found->time, 0.25);
    EXPECT_NEAR(found->difference.z(), 0.5, 1e-12);
    EXPECT_NEAR(found->second_weights[0], 0.5, 1e-12);
    EXPECT_NEAR(first_approach(vertex, triangle, 0.5, 0.1)->time, 0.2, 0.051);
}

TEST(TimeOfApproach, WhatSeparatesOrRunsAlongsideNeverMeets) {
    const MovingSimplex edge = moving({{{0, 0, 0}, {0, 0, 5}}, {{1, 0, 0}, {1, 0, 5}}});
    EXPECT_FALSE(first_approach(
        edge, moving({{{0.5, -1, 1e-6}, {0.5, -1, 5 + 1e-6}}, {{0.5, 1, 1e-6}, {0.5, 1, 5 + 1e-6}}}), 0, 0));
    EXPECT_FALSE(first_approach(
        edge, moving({{{0.5, -1, -0.1}, {0.5, -1, -9}}, {{0.5, 1, -0.1}, {0.5, 1, -9}}}), 0, 0));
    EXPECT_TRUE(
        first_approach(edge, moving({{{0.5, -1, 0.1}, {0.5, -1, -9}}, {{0.5, 1, 0.1}, {0.5, 1, -9}}}), 0, 0));
}

/// A quarter turn as a chord, which passes another edge by the width of a hair: ends, and tells it apart.
TEST(TimeOfApproach, GrazingEnds) {
    for (const double clearance : {1e-2, 1e-6, 1e-10, 0.0}) {
        const MovingSimplex turning = moving({{{-1, 0, 0}, {0, -1, 0}}, {{1, 0, 0}, {0, 1, 0}}});
        const MovingSimplex other =
            moving({{{-1, -1, clearance}, {1, 1, clearance}}, {{-1, 1, clearance}, {1, -1, clearance}}});
        const std::optional<Approach> found = first_approach(turning, other, 0, 0);
        EXPECT_EQ(found.has_value(), clearance == 0) << clearance;
    }
}

TEST(TimeOfApproach, WhatIsNotFiniteCountsAsMeeting) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const MovingSimplex still = moving({{{0, 0, 0}, {0, 0, 0}}});
    const std::optional<Approach> found = first_approach(moving({{{5, 0, 0}, {nan, 0, 0}}}), still, 0, 0);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, 0);
}

}  // namespace
}  // namespace limpet
