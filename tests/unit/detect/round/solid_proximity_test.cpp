/// Round solids against boxes, balls and each other: the smallest gap is the distance of dense samples,
/// contacts are on both surfaces, and standing, lying and rolling solids have the contacts that they need.

#include "detect/round/solid_proximity.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "detect/round/nearest_of_solids.h"
#include "detect/round/placed_solid.h"
#include "support/placed_surfaces.h"
#include "support/random_vectors.h"
#include "support/round_solids.h"

namespace limpet {
namespace {

/// A box of two triangles a face that keeps its shape.
struct RigidBox {
    RigidBox(const Vec3& size, const Vec3& position, const Mat3& rotation = Mat3::Identity(), int cells = 1)
        : surface(complex_of(grid_box(size, cells)), false) {
        for (const Vec3& x : grid_box(size, cells).vertices) positions.push_back(position + rotation * x);
        surface.update(positions);
    }
    static CollisionComplex complex_of(const TriMesh& mesh) {
        return CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size()));
    }
    std::vector<Vec3> positions;
    DetectionSurface surface;
};

double smallest_gap(const std::vector<Proximity>& found) {
    double gap = 1e300;
    for (const Proximity& p : found) gap = std::min(gap, p.gap);
    return gap;
}

Vec3 place(const SurfacePoint& point, const std::vector<Vec3>& x) {
    Vec3 at = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (point.weights[k] != 0) at += point.weights[k] * x[point.vertices[k]];
    return at;
}

/// The slow twin: points of the box's faces, against the solid.
double sampled_gap(const PlacedSolid& solid, const Vec3& size, const Vec3& position, const Mat3& rotation) {
    constexpr int cells = 120;
    double least = 1e300;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-0.5, 0.5})
            for (int i = 0; i <= cells; ++i)
                for (int j = 0; j <= cells; ++j) {
                    Vec3 x;
                    x[axis] = side;
                    x[(axis + 1) % 3] = static_cast<double>(i) / cells - 0.5;
                    x[(axis + 2) % 3] = static_cast<double>(j) / cells - 0.5;
                    least =
                        std::min(least, solid.nearest(position + rotation * x.cwiseProduct(size)).distance);
                }
    return least;
}

TEST(SolidProximity, TheSmallestGapToABoxIsThatOfDenseSamples) {
    RandomVectors random(1);
    const Vec3 size(0.5, 0.3, 0.4);
    int compared = 0;
    for (int i = 0; i < 120; ++i) {
        const double bottom = 0.1 + 0.1 * std::abs(random.vector(1).x());
        const double top = i % 3 == 0 ? 0 : i % 3 == 1 ? bottom : bottom / 2;
        const RoundBody body(bottom, top, 0.3, random.rotation(), random.vector(0.5));
        const Vec3 position = random.vector(0.3);
        const Mat3 rotation = random.rotation();
        const RigidBox box(size, position, rotation);
        const PlacedSolid solid(body.surface);
        const double expected = sampled_gap(solid, size, position, rotation);
        if (expected < 0.005 || expected > 0.3) continue;
        ++compared;
        const std::vector<Proximity> found = solid_proximities(body.surface, box.surface, 0.4);
        ASSERT_FALSE(found.empty());
        EXPECT_NEAR(smallest_gap(found), expected, 2e-3) << i;
        EXPECT_LE(smallest_gap(found), expected + 1e-12) << i;
        for (const Proximity& p : found) {
            const Vec3 on_solid = place(p.first, body.positions) + p.first_offset,
                       on_box = place(p.second, box.positions);
            EXPECT_NEAR((on_solid - on_box).dot(p.normal), p.gap, 1e-9);
            EXPECT_NEAR((on_solid - on_box - p.gap * p.normal).norm(), 0, 1e-9);
            // The rim is rounded: away from the foremost point, its lowest is a little inside.
            EXPECT_NEAR(solid.nearest(on_solid).distance, 0, solid.rounding());
        }
    }
    EXPECT_GT(compared, 30);
}

TEST(SolidProximity, TheSmallestGapOfTwoSolidsIsTheirDistance) {
    RandomVectors random(2);
    int compared = 0;
    for (int i = 0; i < 200; ++i) {
        const RoundBody a(0.2, i % 2 ? 0.2 : 0, 0.4, random.rotation(), random.vector(0.5)),
            b(0.15, i % 3 ? 0.15 : 0.05, 0.3, random.rotation(), random.vector(0.5));
        const PlacedSolid first(a.surface), second(b.surface);
        // The largest gap between two planes that part them.
        double expected = -1e300;
        Vec3 best = Vec3::UnitX();
        const auto try_way = [&](const Vec3& n) {
            if (const double s = separation_along(n, first, second); s > expected) {
                expected = s;
                best = n;
            }
        };
        for (int k = 0; k < 3000; ++k) try_way(random.vector(1).normalized());
        for (double step = 0.1; step > 1e-7; step *= 0.8)
            for (int k = 0; k < 120; ++k) try_way((best + step * random.vector(1)).normalized());
        expected -= first.rounding() + second.rounding();
        if (expected < 0.001 || expected > 0.3) continue;
        ++compared;
        const std::vector<Proximity> found = solid_proximities(a.surface, b.surface, 0.4);
        ASSERT_FALSE(found.empty());
        EXPECT_NEAR(smallest_gap(found), expected, 1e-4) << i;
        const std::vector<Proximity> swapped = solid_proximities(b.surface, a.surface, 0.4);
        EXPECT_NEAR(smallest_gap(swapped), expected, 1e-4) << i;
        for (const Proximity& p : found) {
            const Vec3 on_first = place(p.first, a.positions) + p.first_offset,
                       on_second = place(p.second, b.positions) + p.second_offset;
            EXPECT_NEAR((on_first - on_second - p.gap * p.normal).norm(), 0, 1e-9);
            EXPECT_NEAR(first.nearest(on_first).distance, 0, first.rounding());
            EXPECT_NEAR(second.nearest(on_second).distance, 0, second.rounding());
        }
    }
    EXPECT_GT(compared, 40);
}

TEST(SolidProximity, OverlapIsTheShortestWayApart) {
    // Side by side, 20 mm in each other; and end on end.
    const RoundBody a(0.1, 0.1, 0.6, Mat3::Identity(), Vec3::Zero()),
        b(0.1, 0.1, 0.6, Mat3::Identity(), {0.18, 0.05, 0});
    for (const Proximity& p : solid_proximities(a.surface, b.surface, 0.05)) {
        EXPECT_NEAR(p.gap, -0.02, 1e-4);
        EXPECT_NEAR(p.normal.x(), -1, 1e-4);
    }
    const RoundBody c(0.1, 0.1, 0.6, Mat3::Identity(), {0.02, 0.59, 0});
    const std::vector<Proximity> found = solid_proximities(a.surface, c.surface, 0.05);
    ASSERT_FALSE(found.empty());
    for (const Proximity& p : found) {
        EXPECT_NEAR(p.gap, -0.01, 1e-9);
        EXPECT_NEAR(p.normal.y(), -1, 1e-9);
    }
}

TEST(SolidProximity, ACanStandsOnSixPointsOfItsRimAndOnWhatIsLeftOfThem) {
    const RigidBox floor({4, 0.2, 4}, {0, -0.1, 0});
    const RoundBody can(0.1, 0.1, 0.3, Mat3::Identity(), {0.3, 0.151, 0.2});
    const std::vector<Proximity> found = solid_proximities(can.surface, floor.surface, 0.01);
    ASSERT_EQ(found.size(), 6u);
    for (const Proximity& p : found) {
        EXPECT_NEAR(p.gap, 0.001, 1e-12);
        EXPECT_NEAR((p.normal - Vec3::UnitY()).norm(), 0, 1e-12);
    }
    // Half over the edge: the edge has a contact at both ends of what lies on it.
    const RoundBody beyond(0.1, 0.1, 0.3, Mat3::Identity(), {1.98, 0.1501, 0.2});
    const std::vector<Proximity> left = solid_proximities(beyond.surface, floor.surface, 0.01);
    const auto edges = std::count_if(left.begin(), left.end(),
                                     [](const Proximity& p) { return p.features == FeaturePair::EdgeEdge; });
    EXPECT_EQ(edges, 2);
    Box3 patch;
    for (const Proximity& p : left) patch.extend(place(p.first, beyond.positions) + p.first_offset);
    EXPECT_NEAR(patch.max().x(), 2, 1e-9);
    EXPECT_NEAR(patch.sizes().z(), 0.2, 0.01);
}

TEST(SolidProximity, ARollerKeepsItsTwoContactsWhicheverWayItIsTurned) {
    const RigidBox floor({4, 0.2, 4}, {0, -0.1, 0});
    for (int k = 0; k < 50; ++k) {
        const Mat3 lying = (Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()) *
                            Eigen::AngleAxisd(0.37 * k, Vec3::UnitY()))
                               .toRotationMatrix();
        const RoundBody roller(0.1, 0.1, 0.3, lying, {0.02 * k - 0.5, 0.1001, 0});
        const std::vector<Proximity> found = solid_proximities(roller.surface, floor.surface, 0.01);
        ASSERT_EQ(found.size(), 2u) << k;
        EXPECT_EQ(found[0].first_feature, 0);
        EXPECT_EQ(found[1].first_feature, points_of_rim);
        for (const Proximity& p : found) {
            EXPECT_NEAR(p.gap, 0.0001, 1e-12);
            EXPECT_NEAR((place(p.first, roller.positions) + p.first_offset).x(), 0.02 * k - 0.5, 1e-12);
        }
    }
}

/// Vertices and edges within a flat face would brake what rolls over them.
TEST(SolidProximity, AFaceOfManyTrianglesIsOneFace) {
    const RigidBox fine({1, 0.2, 1}, {0, -0.1, 0}, Mat3::Identity(), 8);
    const Mat3 lying = Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()).toRotationMatrix();
    const RoundBody roller(0.1, 0.1, 0.3, lying, {0.03, 0.1001, 0});
    EXPECT_EQ(solid_proximities(roller.surface, fine.surface, 0.01).size(), 2u);
    const RoundBody can(0.1, 0.1, 0.3, Mat3::Identity(), {0.03, 0.1501, 0});
    EXPECT_EQ(solid_proximities(can.surface, fine.surface, 0.01).size(), 6u);
}

TEST(SolidProximity, BallsAndCapsulesTouchTheSolid) {
    const RoundBody can(0.1, 0.1, 0.3, Mat3::Identity(), Vec3::Zero());
    const Placed ball(CollisionComplex::of_point(0.05), {Vec3(0.151, 0.02, 0)}, false);
    const std::vector<Proximity> side = solid_proximities(ball.surface, can.surface, 0.01);
    ASSERT_EQ(side.size(), 1u);
    EXPECT_NEAR(side[0].gap, 0.001, 1e-12);
    EXPECT_NEAR((side[0].normal - Vec3::UnitX()).norm(), 0, 1e-12);
    // A capsule that lies across the can's end touches it at both ends of a chord.
    const Placed capsule(CollisionComplex::of_segment(0.05), {Vec3(-0.3, 0.201, 0), Vec3(0.3, 0.201, 0)},
                         false);
    const std::vector<Proximity> across = solid_proximities(capsule.surface, can.surface, 0.01);
    ASSERT_EQ(across.size(), 2u);
    for (const Proximity& p : across) {
        EXPECT_NEAR(p.gap, 0.001, 1e-12);
        EXPECT_NEAR((p.normal - Vec3::UnitY()).norm(), 0, 1e-9);
    }
}

TEST(SolidProximity, ThinThingsAreNotPushedThroughEachOther) {
    // A coin over a plate that is thinner than what is looked at: the plate's lower face says nothing.
    const RigidBox plate({1, 0.002, 1}, {0, -0.001, 0});
    const RoundBody coin(0.02, 0.02, 0.002, Mat3::Identity(), {0.1, 0.001 - 1e-5, 0});
    const std::vector<Proximity> found = solid_proximities(coin.surface, plate.surface, 0.01);
    ASSERT_FALSE(found.empty());
    for (const Proximity& p : found) {
        EXPECT_NEAR(p.normal.y(), 1, 1e-12);
        EXPECT_NEAR(p.gap, -1e-5, 1e-12);
    }
}

}  // namespace
}  // namespace limpet
