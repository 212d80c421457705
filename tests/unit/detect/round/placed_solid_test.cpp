/// Cylinders, cones and frustums: distances, normals and rims by closed forms and by sampling, and where
/// edges lie along them.

#include "detect/round/placed_solid.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "detect/round/edge_on_solid.h"
#include "support/random_vectors.h"
#include "support/round_solids.h"

namespace limpet {
namespace {

/// The least distance to points of the core, less ε.
double sampled_distance(const PlacedSolid& solid, const Vec3& p) {
    constexpr int around = 720, along = 400;
    const Vec3 u = solid.axis().unitOrthogonal(), w = solid.axis().cross(u);
    double best = 1e300;
    for (int i = 0; i < around; ++i) {
        const double angle = 2 * std::numbers::pi * i / around;
        const Vec3 out = std::cos(angle) * u + std::sin(angle) * w;
        const Vec3 bottom = solid.center(0) + solid.radius(0) * out,
                   top = solid.center(1) + solid.radius(1) * out;
        for (int k = 0; k <= along; ++k) {
            const double s = static_cast<double>(k) / along;
            for (const Vec3& x :
                 {Vec3(solid.center(0) + s * (bottom - solid.center(0))),
                  Vec3(solid.center(1) + s * (top - solid.center(1))), Vec3(bottom + s * (top - bottom))})
                best = std::min(best, (x - p).norm());
        }
    }
    return best - solid.rounding();
}

TEST(PlacedSolid, DistancesAreThoseOfDenseSamples) {
    RandomVectors random(3);
    for (const auto& [bottom, top] : {std::pair(0.3, 0.3), std::pair(0.4, 0.0), std::pair(0.2, 0.35)}) {
        const RoundBody body(bottom, top, 0.5, random.rotation(), random.vector(1));
        const PlacedSolid solid(body.surface);
        int outside = 0;
        for (int i = 0; i < 40; ++i) {
            const Vec3 p = solid.middle() + random.vector(0.7);
            const PlacedSolid::Nearest nearest = solid.nearest(p);
            if (nearest.distance < 0) continue;
            ++outside;
            EXPECT_NEAR(nearest.distance, sampled_distance(solid, p), 5e-3);
            EXPECT_LE(nearest.distance, sampled_distance(solid, p) + 1e-12);
            EXPECT_NEAR(nearest.normal.norm(), 1, 1e-12);
            // The foot of the way is on the solid.
            EXPECT_NEAR(solid.nearest(p - nearest.distance * nearest.normal).distance, 0, 1e-12);
        }
        EXPECT_GT(outside, 10);
    }
}

TEST(PlacedSolid, NormalIsTheDistancesDerivative) {
    RandomVectors random(5);
    for (const auto& [bottom, top] : {std::pair(0.3, 0.3), std::pair(0.4, 0.0)}) {
        const RoundBody body(bottom, top, 0.5, random.rotation(), random.vector(1));
        const PlacedSolid solid(body.surface);
        for (int i = 0; i < 60; ++i) {
            const Vec3 p = solid.middle() + random.vector(0.8);
            if (solid.nearest(p).distance < 0.01) continue;
            for (int k = 0; k < 3; ++k) {
                const Vec3 step = 1e-6 * Vec3::Unit(k);
                EXPECT_NEAR((solid.nearest(p + step).distance - solid.nearest(p - step).distance) / 2e-6,
                            solid.nearest(p).normal[k], 1e-5);
            }
        }
    }
}

TEST(PlacedSolid, EndsAndSidesStayWhereTheyAre) {
    const RoundBody body(0.3, 0.3, 0.5, Mat3::Identity(), Vec3::Zero());
    const PlacedSolid solid(body.surface);
    EXPECT_NEAR(solid.nearest({0.1, 0.35, 0}).distance, 0.1, 1e-15);
    EXPECT_NEAR(solid.nearest({0.1, -0.35, 0}).distance, 0.1, 1e-15);
    EXPECT_NEAR(solid.nearest({0, 0.1, 0.37}).distance, 0.07, 1e-15);
    EXPECT_NEAR(solid.nearest({0, 0.1, 0.29}).distance, -0.01, 1e-15);
    // The slant of a cone of 0.3 by 0.4: 0.1 from its middle.
    const RoundBody cone(0.3, 0, 0.4, Mat3::Identity(), Vec3::Zero());
    EXPECT_NEAR(PlacedSolid(cone.surface).nearest(Vec3(0.15, 0, 0) + 0.1 * Vec3(0.8, 0.6, 0)).distance, 0.1,
                1e-12);
}

TEST(PlacedSolid, SupportAndRimPointsAreTheForemost) {
    RandomVectors random(7);
    for (const auto& [bottom, top] : {std::pair(0.3, 0.3), std::pair(0.4, 0.0), std::pair(0.2, 0.35)}) {
        const RoundBody body(bottom, top, 0.5, random.rotation(), random.vector(1));
        const PlacedSolid solid(body.surface);
        for (int i = 0; i < 100; ++i) {
            const Vec3 towards = random.vector(1).normalized();
            const double reach = solid.support(towards).dot(towards);
            for (int k = 0; k < 400; ++k) {
                const Vec3 out = solid.axis().cross(random.vector(1)).normalized();
                for (const int end : {0, 1})
                    EXPECT_LE((solid.center(end) + solid.radius(end) * out).dot(towards), reach + 1e-12);
            }
            double most = -1e300;
            for (const PlacedSolid::RimPoint& point : solid.rim_points(towards))
                most = std::max(most, point.position.dot(towards));
            EXPECT_NEAR(most, reach, 1e-12);
        }
    }
}

TEST(PlacedSolid, StandsOnSixPointsRollsOnTwoWobblesOnOne) {
    const RoundBody can(0.3, 0.3, 0.5, Mat3::Identity(), Vec3::Zero());
    EXPECT_EQ(PlacedSolid(can.surface).rim_points(-Vec3::UnitY()).size(), 6u);
    EXPECT_EQ(PlacedSolid(can.surface).rim_points(Vec3::UnitX()).size(), 2u);
    EXPECT_EQ(PlacedSolid(can.surface).rim_points(Vec3(1, -1, 0).normalized()).size(), 1u);
    // A cone lies on its apex and a point of its base.
    const RoundBody cone(0.1, 0, 0.5, Mat3::Identity(), Vec3::Zero());
    EXPECT_EQ(PlacedSolid(cone.surface).rim_points(Vec3(0.5, 0.1, 0).normalized()).size(), 2u);
}

TEST(EdgeOnSolid, TouchesWhereItIsNearest) {
    RandomVectors random(11);
    const RoundBody body(0.3, 0.2, 0.5, random.rotation(), Vec3::Zero());
    const PlacedSolid solid(body.surface);
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = random.vector(0.8), b = random.vector(0.8);
        const std::vector<EdgeTouch> touches = touches_of_edge(solid, a, b);
        double least = 1e300, share = 0;
        for (int k = 0; k <= 4000; ++k)
            if (const double d = solid.nearest(a + k / 4000.0 * (b - a)).distance; d < least) {
                least = d;
                share = k / 4000.0;
            }
        if (touches.empty()) {
            EXPECT_TRUE(share == 0 || share == 1);
            continue;
        }
        ++found;
        double nearest = 1e300;
        for (const EdgeTouch& touch : touches) nearest = std::min(nearest, touch.nearest.distance);
        EXPECT_LE(nearest, least + solid.rounding());
        EXPECT_GE(nearest, least - (b - a).norm() / 8000);
    }
    EXPECT_GT(found, 50);
}

TEST(EdgeOnSolid, LyingUnderAnEndItTouchesTwice) {
    const RoundBody can(0.3, 0.3, 0.5, Mat3::Identity(), Vec3::Zero());
    const PlacedSolid solid(can.surface);
    const std::vector<EdgeTouch> touches = touches_of_edge(solid, {-1, -0.26, 0.1}, {1, -0.26, 0.1});
    ASSERT_EQ(touches.size(), 2u);
    const double half = std::sqrt(solid.radius(0) * solid.radius(0) - 0.01) / 2;
    EXPECT_NEAR(touches[0].share, 0.5 - half, 1e-12);
    EXPECT_NEAR(touches[1].share, 0.5 + half, 1e-12);
    EXPECT_NEAR(touches[0].nearest.distance, 0.01, 1e-12);
    // Along the side: as far as the side goes.
    const std::vector<EdgeTouch> beside = touches_of_edge(solid, {0.31, -1, 0}, {0.31, 1, 0});
    ASSERT_EQ(beside.size(), 2u);
    EXPECT_NEAR(beside[0].share, 0.5 - (0.25 - solid.rounding()) / 2, 1e-12);
    EXPECT_NEAR(beside[1].nearest.distance, 0.01, 1e-12);
}

}  // namespace
}  // namespace limpet
