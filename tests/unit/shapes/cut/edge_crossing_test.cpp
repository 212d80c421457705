#include "shapes/cut/edge_crossing.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

namespace limpet {
namespace {

const MovingEdge still{{Vec3(0, 0, 0), Vec3(1, 0, 0)}, {Vec3(0, 0, 0), Vec3(1, 0, 0)}};

TEST(EdgeCrossing, IsWhereTheBladePasses) {
    const auto at =
        edge_crossing(still, {{Vec3(0.3, 1, -1), Vec3(0.3, 1, 1)}, {Vec3(0.3, -1, -1), Vec3(0.3, -1, 1)}});
    ASSERT_TRUE(at);
    EXPECT_NEAR(*at, 0.3, 1e-12);
}

TEST(EdgeCrossing, OfAnEdgeThatMovesIntoTheBlade) {
    const MovingEdge rising{{Vec3(0, -1, 0), Vec3(1, -1, 0)}, {Vec3(0, 2, 0), Vec3(1, 2, 0)}};
    const MovingEdge blade{{Vec3(0.6, 0, -1), Vec3(0.6, 0, 1)}, {Vec3(0.6, 0, -1), Vec3(0.6, 0, 1)}};
    const auto at = edge_crossing(rising, blade);
    ASSERT_TRUE(at);
    EXPECT_NEAR(*at, 0.6, 1e-12);
}

TEST(EdgeCrossing, IsNoneBesideEitherEdge) {
    EXPECT_FALSE(
        edge_crossing(still, {{Vec3(1.2, 1, -1), Vec3(1.2, 1, 1)}, {Vec3(1.2, -1, -1), Vec3(1.2, -1, 1)}}));
    EXPECT_FALSE(
        edge_crossing(still, {{Vec3(0.5, 1, 0.1), Vec3(0.5, 1, 1)}, {Vec3(0.5, -1, 0.1), Vec3(0.5, -1, 1)}}));
    EXPECT_FALSE(
        edge_crossing(still, {{Vec3(0.5, 1, -1), Vec3(0.5, 1, 1)}, {Vec3(0.5, 0.2, -1), Vec3(0.5, 0.2, 1)}}));
}

/// A slow twin: 20 000 moments, between which the sign of the volume changes.
TEST(EdgeCrossing, IsTheFirstThatSmallStepsFind) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> coordinate(-1, 1);
    const auto point = [&] { return Vec3(coordinate(random), coordinate(random), coordinate(random)); };
    int crossings = 0;
    for (int trial = 0; trial < 100; ++trial) {
        const MovingEdge edge{{point(), point()}, {point(), point()}};
        const MovingEdge blade{{point(), point()}, {point(), point()}};
        double expected = -1, margin = 1, before = 0;
        for (int i = 0; i <= 20000 && expected < 0; ++i) {
            const double t = i / 20000.0;
            const auto at = [t](const MovingEdge& e, int k) -> Vec3 {
                return (1 - t) * e.before[k] + t * e.now[k];
            };
            const Vec3 a = at(edge, 0), b = at(edge, 1), u = at(blade, 0), v = at(blade, 1);
            const Vec3 n = (b - a).cross(v - u);
            const double side = n.dot(u - a);
            if (i > 0 && (side < 0) != (before < 0)) {
                const double on_edge = (u - a).cross(v - u).dot(n) / n.squaredNorm();
                const double on_blade = (u - a).cross(b - a).dot(n) / n.squaredNorm();
                const double inside = std::min({on_edge, 1 - on_edge, on_blade, 1 - on_blade});
                margin = std::min(margin, std::abs(inside));
                if (inside > 0) expected = on_edge;
            }
            before = side;
        }
        if (margin < 0.01) continue;
        const auto found = edge_crossing(edge, blade);
        ASSERT_EQ(found.has_value(), expected >= 0) << trial;
        EXPECT_NEAR(found.value_or(-1), expected, 0.01) << trial;
        crossings += expected >= 0;
    }
    EXPECT_GT(crossings, 10);
}

/// Steps that end exactly where the edges touch: one of the two finds the crossing.
TEST(EdgeCrossing, IsNotLostBetweenSteps) {
    std::mt19937 random(6);
    std::uniform_real_distribution<double> share(0.1, 0.9);
    for (int trial = 0; trial < 1000; ++trial) {
        const double at = share(random), down = share(random);
        const std::array<Vec3, 2> above{Vec3(at, down, -1), Vec3(at, down, 1)};
        const std::array<Vec3, 2> on{Vec3(at, 0, -1), Vec3(at, 0, 1)};
        const std::array<Vec3, 2> below{Vec3(at, -down, -1), Vec3(at, -down, 1)};
        EXPECT_TRUE(edge_crossing(still, {above, on}) || edge_crossing(still, {on, below}));
    }
}

}  // namespace
}  // namespace limpet
