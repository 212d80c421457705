/// Samples of round surfaces against others: distances known in closed form, and a slow twin.

#include "detect/sample_proximity.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "detect/simplex_distance.h"
#include "shapes/meshes/primitive_surfaces.h"
#include "shapes/meshes/surface_samples.h"
#include "support/placed_surfaces.h"

namespace limpet {
namespace {

struct Ball {
    Ball(double radius, double edge, const Vec3& center)
        : samples(surface_samples(SphereShape{radius}, edge)) {
        for (const SurfaceSample& s : samples) placed.push_back({center + s.offset, s.normal});
    }
    std::vector<SurfaceSample> samples;
    std::vector<PlacedSample> placed;
};

TEST(SampleProximity, OverAFaceTheAreaIsThatOfTheCap) {
    const Placed floor(grid_box({1, 0.2, 1}, 1), {0, -0.1, 0});
    const Ball ball(0.1, 0.003, {0.03, 0.1, -0.02});
    double area = 0;
    for (const SampleProximity& p : find_sample_proximities(ball.placed, floor.surface, 0.004)) {
        const Vec3& x = ball.placed[p.sample].position;
        EXPECT_NEAR(p.gap, x.y(), 1e-15);
        EXPECT_LT((p.normal - Vec3::UnitY()).norm(), 1e-12);
        Vec3 on_floor = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            if (p.other.weights[k] != 0)
                on_floor += p.other.weights[k] * floor.positions[p.other.vertices[k]];
        EXPECT_LT((x - p.gap * p.normal - on_floor).norm(), 1e-12);
        area += ball.samples[p.sample].area;
    }
    EXPECT_NEAR(area, 2 * std::numbers::pi * 0.1 * 0.004, 0.05 * area);
}

TEST(SampleProximity, OfTwoRoundBodiesAreRadial) {
    const Placed other(CollisionComplex::of_segment(0.05), {{0, 0, -0.2}, {0, 0, 0.2}}, false);
    const Ball ball(0.02, 0.004, {0, 0.0705, 0.03});
    const auto found = find_sample_proximities(ball.placed, other.surface, 0.002);
    EXPECT_GT(found.size(), 5u);
    for (const SampleProximity& p : found) {
        const Vec3& x = ball.placed[p.sample].position;
        EXPECT_NEAR(p.gap, std::hypot(x.x(), x.y()) - 0.05, 1e-15);
        EXPECT_LT((p.normal - Vec3(x.x(), x.y(), 0).normalized()).norm(), 1e-12);
    }
}

TEST(SampleProximity, BeyondARimNothingIsNear) {
    const Placed table(grid_box({1, 0.2, 1}, 1), {-0.5, -0.1, 0});
    const Placed sheet(CollisionComplex::of_triangles({{0, 1, 2}, {0, 2, 3}}, 4),
                       {{-1, 0, -1}, {-1, 0, 1}, {0, 0, 1}, {0, 0, -1}}, false);
    for (const Placed* other : {&table, &sheet}) {
        const Ball ball(0.1, 0.002, {0, 0.1005, 0});
        double beside = 0, over = 0;
        for (const SampleProximity& p : find_sample_proximities(ball.placed, other->surface, 0.003)) {
            const Vec3& x = ball.placed[p.sample].position;
            (x.x() > 0 ? beside : over) += ball.samples[p.sample].area;
            EXPECT_LT(x.x(), 0.6 * p.gap) << "within 30° of the face's normal";
        }
        EXPECT_LT(beside, 0.1 * over);
        EXPECT_NEAR(over, std::numbers::pi * 0.1 * 0.0025, 0.06 * over) << "half a cap";
    }
}

TEST(SampleProximity, InsideTheGapIsNegative) {
    const Placed floor(grid_box({1, 0.2, 1}, 3), {0, -0.1, 0});
    const Ball ball(0.1, 0.01, {0, 0.098, 0});
    double deepest = 0;
    for (const SampleProximity& p : find_sample_proximities(ball.placed, floor.surface, 0.004)) {
        EXPECT_NEAR(p.gap, ball.placed[p.sample].position.y(), 1e-15);
        deepest = std::min(deepest, p.gap);
    }
    EXPECT_LT(deepest, -0.0015);
}

/// The twin looks at every simplex.
TEST(SampleProximity, TreesFindWhatAllSimplicesSay) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::size_t total = 0;
    for (int trial = 0; trial < 20; ++trial) {
        const Vec3 axis = Vec3(uniform(random), uniform(random), uniform(random)).normalized();
        const Placed other(torus_surface(0.3, 0.1, 0.05), Vec3::Zero(),
                           Eigen::AngleAxisd(3 * uniform(random), axis).toRotationMatrix());
        const Ball ball(0.15, 0.02, 0.4 * Vec3(uniform(random), uniform(random), uniform(random)));
        const auto found = find_sample_proximities(ball.placed, other.surface, 0.05);
        total += found.size();
        for (const SampleProximity& p : found) {
            double least = 1;
            for (const auto& s : other.surface.complex().simplices())
                least = std::min(
                    least, nearest_on_simplex(ball.placed[p.sample].position, s.vertices, other.positions)
                               .squared_distance);
            EXPECT_NEAR(std::abs(p.gap), std::sqrt(least), 1e-15);
            EXPECT_LT(ball.placed[p.sample].normal.dot(p.normal), -0.5);
        }
    }
    EXPECT_GT(total, 200u);
}

TEST(SampleProximity, FlatIsWhatHasNoEdgeAround) {
    const TriMesh box = grid_box({1, 1, 1}, 3);
    const Placed placed(box, Vec3::Zero());
    for (int v = 0; v < static_cast<int>(box.vertices.size()); ++v) {
        const int outer = static_cast<int>((box.vertices[v].array().abs() > 0.499).count());
        EXPECT_EQ(is_flat_at(placed.surface, v), outer == 1) << v;
    }
    const TriMesh plane = plane_surface(1, 1, 0.25);
    const Placed sheet(plane, Vec3::Zero());
    for (int v = 0; v < static_cast<int>(plane.vertices.size()); ++v)
        EXPECT_EQ(is_flat_at(sheet.surface, v), plane.vertices[v].cwiseAbs().maxCoeff() < 0.499) << v;
}

}  // namespace
}  // namespace limpet
