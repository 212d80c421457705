/// What surfaces move against each other, and pairs that are kept because it is little: against all pairs.

#include "detect/kept_pairs.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

#include "detect/detection_constants.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"
#include "support/placed_surfaces.h"
#include "support/same_proximities.h"

namespace limpet {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}
    double share() { return uniform_(random_); }
    Vec3 vector() { return {share(), share(), share()}; }
    Mat3 turn(double by) { return Eigen::AngleAxisd(by * share(), vector().normalized()).toRotationMatrix(); }

private:
    std::mt19937 random_;
    std::uniform_real_distribution<double> uniform_{-1, 1};
};

/// Where x goes, turning about the origin, moving, and each point by itself.
std::vector<Vec3> moved(const std::vector<Vec3>& x, const Mat3& turn, const Vec3& by, double noise,
                        Dice& dice) {
    std::vector<Vec3> end;
    for (const Vec3& p : x) end.push_back(turn * p + by + noise * dice.vector());
    return end;
}

/// How near two points that go straight come.
double least_distance(const Vec3& from, const Vec3& motion) {
    const double t = motion.squaredNorm() > 0 ? -from.dot(motion) / motion.squaredNorm() : 0;
    return (from + std::clamp(t, 0.0, 1.0) * motion).norm();
}

TEST(RelativeMotion, IsNeverMoreThanTheBound) {
    Dice dice(5);
    int near = 0;
    double tightest = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const Placed a(grid_box({1, 0.8, 0.6}, 3), Vec3::Zero(), dice.turn(3)),
            b(grid_box({0.7, 0.5, 0.4}, 2), dice.vector(), dice.turn(3));
        const Mat3 turn = dice.turn(0.3);
        const double separation = 0.3, noise = trial % 3 == 0 ? 0 : 0.02 * std::abs(dice.share());
        const std::vector<Vec3> a_end = moved(a.positions, turn, Vec3::Zero(), noise, dice),
                                b_end = moved(b.positions, Mat3(dice.turn(0.05) * turn), 0.1 * dice.vector(),
                                              noise, dice);
        const double bound = relative_motion(SurfaceTrajectory(a.surface, a_end, 0),
                                             SurfaceTrajectory(b.surface, b_end, 0), separation);
        double most = 0;
        for (std::size_t i = 0; i < a_end.size(); ++i)
            for (std::size_t j = 0; j < b_end.size(); ++j) {
                const Vec3 from = a.positions[i] - b.positions[j], motion = a_end[i] - b_end[j] - from;
                if (least_distance(from, motion) > separation) continue;
                ++near;
                most = std::max(most, motion.norm());
            }
        EXPECT_LE(most, bound) << trial;
        if (bound > 0) tightest = std::max(tightest, most / bound);
    }
    EXPECT_GT(near, 1000);
    EXPECT_GT(tightest, 0.4);
}

TEST(RelativeMotion, IsSmallOfWhatTurnsAsOne) {
    Dice dice(6);
    const Placed a(grid_box({1, 0.8, 0.6}, 3), Vec3::Zero()), b(grid_box({0.7, 0.5, 0.4}, 2), {0, 0.7, 0});
    const Mat3 turn = Eigen::AngleAxisd(0.01, Vec3::UnitZ()).toRotationMatrix();
    const double bound =
        relative_motion(SurfaceTrajectory(a.surface, moved(a.positions, turn, {1, 2, 3}, 0, dice), 0),
                        SurfaceTrajectory(b.surface, moved(b.positions, turn, {1, 2, 3}, 0, dice), 0), 0.02);
    EXPECT_LT(bound, 3e-4);
}

void expect_same_with_areas(const std::vector<Proximity>& a, const std::vector<Proximity>& b) {
    expect_same(a, b);
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) EXPECT_EQ(a[i].area, b[i].area);
}

/// A box on another, both turning as one, with jerks in between, and slowly sliding.
TEST(KeptPairs, GiveWhatAllPairsGive) {
    Dice dice(7);
    constexpr double distance = 0.05;
    Placed a(grid_box({1, 0.8, 0.6}, 4), Vec3::Zero()), b(grid_box({0.7, 0.5, 0.4}, 3), {0.1, 0.66, 0});
    KeptPairs kept;
    std::size_t found = 0;
    constexpr int steps = 60;
    for (int step = 0; step < steps; ++step) {
        const std::vector<Vec3> a_before = a.positions, b_before = b.positions;
        const Mat3 turn = Eigen::AngleAxisd(0.02, Vec3::UnitZ()).toRotationMatrix();
        const double jerk = step % 20 == 19 ? 0.03 : 0;
        a.positions = moved(a.positions, turn, Vec3::Zero(), 1e-5, dice);
        b.positions = moved(b.positions, turn, Vec3(1e-4, -1e-5, 2e-4) + jerk * dice.vector(), 1e-5, dice);
        a.surface.update(a.positions);
        b.surface.update(b.positions);
        if (step > 0)
            kept.follow(SurfaceTrajectory(a.surface, a_before, 0), SurfaceTrajectory(b.surface, b_before, 0));
        const auto pairs = kept.within(a.surface, b.surface, proximity_reach(a.surface, b.surface, distance),
                                       0.25 * distance);
        const auto now = find_proximities(a.surface, b.surface, pairs, distance);
        expect_same_with_areas(now, find_proximities_all_pairs(a.surface, b.surface, distance));
        found += now.size();
    }
    EXPECT_GT(found, 1000u);
    EXPECT_LT(kept.lists_made(), steps / 3);
    EXPECT_GT(kept.lists_made(), 3);
}

TEST(Triangles, AreNearIfPointsOfThemAre) {
    Dice dice(8);
    int near = 0, parted = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const double distance = 0.2 * std::abs(dice.share()) + 0.05;
        const Vec3 offset = dice.vector();
        const Corners a{dice.vector(), dice.vector(), dice.vector()},
            b{offset + dice.vector(), offset + dice.vector(), offset + dice.vector()};
        double least = std::numeric_limits<double>::infinity();
        constexpr int n = 12;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; i + j <= n; ++j) {
                const Vec3 p = a[0] + (a[1] - a[0]) * i / n + (a[2] - a[0]) * j / n;
                least = std::min(least, nearest_on_triangle(p, b[0], b[1], b[2]).squared_distance);
            }
        least = std::sqrt(least);
        const double between = std::max((a[1] - a[0]).norm(), (a[2] - a[0]).norm()) / n;
        const bool are_near = triangles_are_near(a, b, distance);
        const double apart = triangle_distance(a, b);
        EXPECT_LE(apart, least + 1e-12) << trial;
        EXPECT_GE(apart, least - between) << trial;
        EXPECT_EQ(are_near, apart <= distance) << trial;
        EXPECT_TRUE(are_near || least > distance) << trial;
        EXPECT_FALSE(are_near && least > distance + between) << trial;
        EXPECT_FALSE(are_near && planes_part(a, b, distance)) << trial;
        near += are_near;
        parted += planes_part(a, b, distance);
    }
    EXPECT_GT(near, 300);
    EXPECT_GT(parted, 300);
}

TEST(KeptPairs, AListOfAFallIsNotKeptOnceTheFallHasEnded) {
    const Placed a(grid_box({1, 0.8, 0.6}, 3), Vec3::Zero()), b(grid_box({0.7, 0.5, 0.4}, 3), {0, 0.66, 0});
    const SurfaceTrajectory still_a(a.surface, a.positions, 0), still_b(b.surface, b.positions, 0);
    KeptPairs kept;
    const std::size_t wide = kept.within(a.surface, b.surface, 1.0, 0.05).size();
    kept.follow(still_a, still_b);
    EXPECT_LT(kept.within(a.surface, b.surface, 0.05, 0.05).size(), wide);
    EXPECT_EQ(kept.lists_made(), 2);
    kept.follow(still_a, still_b);
    kept.within(a.surface, b.surface, 0.05, 0.05);
    EXPECT_EQ(kept.lists_made(), 2) << "nothing moved";
}

TEST(KeptPairs, OfAListThatLastsOnlyThoseThatCanBeNearAreGiven) {
    const Placed a(grid_box({1, 0.8, 0.6}, 6), Vec3::Zero()), b(grid_box({0.7, 0.5, 0.4}, 6), {0, 0.66, 0});
    const SurfaceTrajectory still_a(a.surface, a.positions, 0), still_b(b.surface, b.positions, 0);
    KeptPairs kept;
    std::size_t first = 0, last = 0;
    for (int use = 0; use < 2 * uses_before_sorting; ++use) {
        if (use > 0) kept.follow(still_a, still_b);
        last = kept.within(a.surface, b.surface, 0.05, 0.05).size();
        if (use == 1) first = last;
    }
    EXPECT_LT(last, first);
    std::size_t near = 0;
    for (const auto& [i, j] : near_simplices(a.surface, b.surface, 0.05))
        near += triangles_are_near(a.surface.corners(i), b.surface.corners(j), 0.05);
    EXPECT_GT(near, 0u);
    EXPECT_EQ(last, near);
}

}  // namespace
}  // namespace limpet
