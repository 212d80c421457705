/// Which moving features cross: the trees against all pairs, sides, inner edges, what rests and what leaves.

#include "detect/continuous/crossings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bodies/rigid/torque_free.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

constexpr double crossing_overlap = 1e-5;

/// A surface and where it ends.
struct Moved {
    Moved(const TriMesh& mesh, const Vec3& position, const Vec3& by, const Vec3& turn = Vec3::Zero())
        : placed(mesh, position, rotation_exp(Vec3(0.3, 0.2, -0.4))) {
        std::vector<Vec3> end;
        for (const Vec3& x : placed.positions)
            end.push_back(position + by + rotation_exp(turn) * (x - position));
        moving.update(placed.surface, std::move(end), 0);
    }
    Placed placed;
    MovingSurface moving;
};

std::vector<std::tuple<int, int, int, double>> keys(const std::vector<Crossing>& crossings) {
    std::vector<std::tuple<int, int, int, double>> all;
    for (const Crossing& c : crossings)
        all.emplace_back(static_cast<int>(c.pair.features), c.pair.first_feature, c.pair.second_feature,
                         c.time);
    return all;
}

TEST(Crossings, TreesFindWhatAllPairsFind) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> share(-1, 1);
    const auto vector = [&] { return Vec3(share(random), share(random), share(random)); };
    const TriMesh box = grid_box({1, 0.8, 0.6}, 3);
    int found = 0;
    for (int i = 0; i < 30; ++i) {
        const Vec3 at = 2 * vector();
        const Moved first(box, Vec3::Zero(), Vec3::Zero(), 0.5 * vector());
        const Moved second(box, at, (i % 3 == 0 ? 20 : -1.5) * (at + 0.3 * vector()), vector());
        const auto fast = find_crossings(first.moving, second.moving, crossing_overlap);
        EXPECT_EQ(keys(fast), keys(find_crossings_all_pairs(first.moving, second.moving, crossing_overlap)))
            << i;
        found += static_cast<int>(fast.size());
    }
    EXPECT_GT(found, 100);
}

/// What lets ContinuousDetection leave out pairs of bodies that hardly move against each other.
TEST(Crossings, NoneWithLessMotionThanTheOverlap) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> share(-1, 1);
    const auto vector = [&] { return Vec3(share(random), share(random), share(random)); };
    const TriMesh box = grid_box({1, 0.8, 0.6}, 3);
    constexpr double large = 0.05;
    int with_more = 0;
    for (int i = 0; i < 120; ++i) {
        const Vec3 at = 1.1 * vector(), by = -large * at.normalized();
        const Moved first(box, Vec3::Zero(), Vec3::Zero());
        const auto crossings = [&](double of) {
            const Moved second(box, at, of * by);
            return find_crossings_all_pairs(first.moving, second.moving, large).size();
        };
        EXPECT_EQ(crossings(0.999), 0u) << i;
        with_more += crossings(3) > 0;
    }
    EXPECT_GT(with_more, 5);
}

struct Floor {
    Floor() : placed(grid_box({2, 0.2, 2}, 4), {0, -0.1, 0}) {
        moving.update(placed.surface, placed.positions, 0);
    }
    Placed placed;
    MovingSurface moving;
};

/// A bare point of a radius that goes from one place to another.
struct Ball {
    Ball(const Vec3& from, const Vec3& to, double radius)
        : placed(CollisionComplex::of_point(radius), {from}) {
        moving.update(placed.surface, {to}, 0);
    }
    Placed placed;
    MovingSurface moving;
};

TEST(Crossings, OfABallThroughAFloor) {
    const Floor floor;
    const Ball ball({0.1, 1, 0.03}, {0.3, -9, 0.03}, 0.05);
    const auto found = find_crossings(ball.moving, floor.moving, crossing_overlap);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].time, 0.095, 1e-6);
    EXPECT_LE(found[0].time, 0.095);
    EXPECT_NEAR(found[0].pair.normal.y(), 1, 1e-9);
    EXPECT_NEAR(found[0].pair.gap, 0.95, 1e-9);
    EXPECT_NEAR(found[0].end_gap, -9.05, 1e-9);
}

/// A ball falls into a valley of cloth and meets both slopes; on the ridge between them it meets one.
TEST(Crossings, OfABallInAValley) {
    const std::vector<Vec3> x = {{-1, 1, -1}, {-1, 1, 1}, {0, 0, -1}, {0, 0, 1}, {1, 1, -1}, {1, 1, 1}};
    const Placed valley(CollisionComplex::of_sheet({{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}}, x, 0.01), x);
    MovingSurface moving;
    moving.update(valley.surface, x, 0);
    const Ball ball({0.01, 1, 0.3}, {0.01, -1, 0.3}, 0.2);
    const auto found = find_crossings(ball.moving, moving, crossing_overlap);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_LT(found[0].pair.normal.x() * found[1].pair.normal.x(), 0);
    for (const Crossing& c : found) EXPECT_NEAR(c.pair.normal.y(), std::sqrt(0.5), 1e-9);
}

TEST(Crossings, NoneOfWhatRestsSlidesOrLeaves) {
    const Floor floor;
    for (const auto& [from, to] : {std::pair{Vec3(0, 0.05, 0), Vec3(0, 0.05, 0)},
                                   {Vec3(-0.9, 0.05, 0.01), Vec3(0.9, 0.05, 0.02)},
                                   {Vec3(-0.9, 0.049995, 0.01), Vec3(0.9, 0.049992, 0.02)},
                                   {Vec3(0, 0.05, 0), Vec3(0, 3, 0)},
                                   {Vec3(0, -0.1, 0), Vec3(0, 3, 0)},
                                   {Vec3(2, 1, 0), Vec3(2, -5, 0)}}) {
        const Ball ball(from, to, 0.05);
        EXPECT_TRUE(find_crossings(ball.moving, floor.moving, crossing_overlap).empty()) << from << to;
    }
}

/// Thick open surfaces have two sides.
TEST(Crossings, OfClothFromBelow) {
    const std::vector<Vec3> x = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}};
    for (const double radius : {0.01, 0.0}) {
        const std::vector<Triangle> triangles = {{0, 1, 2}, {0, 2, 3}};
        const Placed sheet(radius > 0 ? CollisionComplex::of_sheet(triangles, x, radius)
                                      : CollisionComplex::of_triangles(triangles, 4),
                           x);
        MovingSurface moving;
        moving.update(sheet.surface, x, 0);
        const Ball up({0.1, -1, 0.3}, {0.1, 5, 0.3}, 0.05), down({0.1, 1, 0.3}, {0.1, -5, 0.3}, 0.05);
        const auto from_above = find_crossings(down.moving, moving, crossing_overlap),
                   from_below = find_crossings(up.moving, moving, crossing_overlap);
        ASSERT_EQ(from_above.size(), 1u);
        EXPECT_NEAR(from_above[0].pair.normal.y(), 1, 1e-9);
        ASSERT_EQ(from_below.size(), radius > 0 ? 1u : 0u);
        for (const Crossing& c : from_below) EXPECT_NEAR(c.pair.normal.y(), -1, 1e-9);
    }
}

}  // namespace
}  // namespace limpet
