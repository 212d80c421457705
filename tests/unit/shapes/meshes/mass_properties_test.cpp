#include "shapes/meshes/mass_properties.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

TEST(MassProperties, OfABox) {
    const MassProperties m = mass_properties(box_surface({1, 2, 3}, 0.4));
    EXPECT_NEAR(m.volume, 6, 1e-13);
    EXPECT_NEAR(m.center.norm(), 0, 1e-14);
    const Vec3 expected(6.0 * (4 + 9) / 12, 6.0 * (1 + 9) / 12, 6.0 * (1 + 4) / 12);
    EXPECT_NEAR((m.inertia - Mat3(expected.asDiagonal())).norm(), 0, 1e-12);
}

TEST(MassProperties, OfATetrahedron) {
    const TriMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                       {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
    const MassProperties m = mass_properties(mesh);
    EXPECT_NEAR(m.volume, 1.0 / 6, 1e-16);
    EXPECT_NEAR((m.center - Vec3::Constant(0.25)).norm(), 0, 1e-15);
    // ∫x² = 1/60 and ∫xy = 1/120 over it, about the origin; less V/16 about its centre.
    const double square = 1.0 / 60 - 1.0 / 96, product = 1.0 / 120 - 1.0 / 96;
    Mat3 expected = Mat3::Constant(-product);
    expected.diagonal().setConstant(2 * square);
    EXPECT_NEAR((m.inertia - expected).norm(), 0, 1e-16);
}

TEST(MassProperties, OfASphereInTheLimit) {
    double last = 1;
    for (const double edge : {0.2, 0.1, 0.05}) {
        const MassProperties m = mass_properties(sphere_surface(1, edge));
        const double volume = 4 * std::numbers::pi / 3;
        const double error = std::abs(m.inertia(1, 1) / (0.4 * volume) - 1);
        EXPECT_LT(error, last / 3.5);
        EXPECT_LT(std::abs(m.volume / volume - 1), error);
        last = error;
    }
    EXPECT_LT(last, 3e-3);
}

TEST(MassProperties, TurnAndMoveWithTheSurface) {
    TriMesh mesh = box_surface({0.1, 0.2, 0.3}, 0.05);
    const MassProperties before = mass_properties(mesh);
    const Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
    // A power of two: adding it to the vertices rounds them by less than it would elsewhere.
    const Vec3 far(4096, -8192, 16384);
    for (Vec3& p : mesh.vertices) p = turn * p + far;
    const MassProperties after = mass_properties(mesh);
    EXPECT_NEAR(after.volume / before.volume, 1, 1e-9);
    EXPECT_NEAR((after.center - far - turn * before.center).norm(), 0, 1e-10);
    EXPECT_NEAR((after.inertia - turn * before.inertia * turn.transpose()).norm() / before.inertia.norm(), 0,
                1e-9);
}

TEST(MassProperties, ObeyTheParallelAxisTheorem) {
    // Two boxes side by side make one box.
    const MassProperties half = mass_properties(box_surface({1, 2, 3}, 1));
    const MassProperties whole = mass_properties(box_surface({2, 2, 3}, 1));
    const Vec3 d(0.5, 0, 0);
    const Mat3 moved = half.inertia + half.volume * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
    EXPECT_NEAR((2 * moved - whole.inertia).norm(), 0, 1e-12);
}

TEST(MassProperties, OfNothingAreZero) {
    const MassProperties m = mass_properties({});
    EXPECT_EQ(m.volume, 0);
    EXPECT_EQ(m.center, Vec3::Zero());
}

}  // namespace
}  // namespace limpet
