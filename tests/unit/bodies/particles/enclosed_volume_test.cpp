#include "bodies/particles/enclosed_volume.h"

#include <gtest/gtest.h>

#include <numbers>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/particle_bodies.h"

namespace limpet {
namespace {

TEST(EnclosedVolume, OfABoxIsExactWhereverItIs) {
    TriMesh box = box_surface({0.2, 0.3, 0.5}, 0.1);
    EXPECT_NEAR(enclosed_volume(box.triangles, box.vertices), 0.03, 1e-16);
    for (Vec3& x : box.vertices) x += Vec3(1000, -2000, 500);
    EXPECT_NEAR(enclosed_volume(box.triangles, box.vertices), 0.03, 1e-13);
}

TEST(EnclosedVolume, GradientIsItsDerivative) {
    const TriMesh ball = sphere_surface(0.1, 0.05);
    for (const double size : {1e-4, 1e-3, 2e-2}) {
        const std::vector<Vec3> x = shaken(ball.vertices, size);
        std::vector<Vec3> gradient;
        EXPECT_EQ(volume_gradient(ball.triangles, x, gradient), enclosed_volume(ball.triangles, x));
        const double step = 1e-5;
        for (std::size_t i = 0; i < x.size(); i += 7)
            for (int k = 0; k < 3; ++k) {
                std::vector<Vec3> ahead = x, behind = x;
                ahead[i][k] += step;
                behind[i][k] -= step;
                const double slope =
                    (enclosed_volume(ball.triangles, ahead) - enclosed_volume(ball.triangles, behind)) /
                    (2 * step);
                EXPECT_NEAR(gradient[i][k], slope, 1e-10);
            }
    }
}

TEST(EnclosedVolume, PressureExertsNoForceAndNoMoment) {
    const TriMesh ball = sphere_surface(0.1, 0.05);
    const std::vector<Vec3> x = shaken(ball.vertices, 1e-2);
    std::vector<Vec3> gradient;
    volume_gradient(ball.triangles, x, gradient);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        force += gradient[i];
        moment += x[i].cross(gradient[i]);
    }
    EXPECT_LT(force.norm(), 1e-15);
    EXPECT_LT(moment.norm(), 1e-16);
}

TEST(EnclosedVolume, RootGivesTheVolumeBack) {
    const TriMesh ball = sphere_surface(0.1, 0.05);
    const double volume = enclosed_volume(ball.triangles, ball.vertices);
    for (const double factor : {0.999999, 0.9, 0.5, 1.2, 2.0}) {
        std::vector<Vec3> x = shaken(ball.vertices, 1e-3);
        for (Vec3& p : x) p *= factor;
        std::vector<Vec3> along;
        volume_gradient(ball.triangles, x, along);
        const std::optional<double> s = volume_root(ball.triangles, x, along, volume);
        ASSERT_TRUE(s) << factor;
        flat(x) += *s * flat(along);
        EXPECT_NEAR(enclosed_volume(ball.triangles, x), volume, 1e-14 * volume) << factor;
    }
}

/// A tetrahedron of which one vertex moves has a volume that is linear; of which all scale, a cubic one.
TEST(EnclosedVolume, RootIsTheOneNextToZero) {
    const std::vector<Triangle> triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    const std::vector<Vec3> x = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double volume = enclosed_volume(triangles, x);
    ASSERT_NEAR(volume, 1.0 / 6, 1e-16);
    std::vector<Vec3> along(4, Vec3::Zero());
    along[3] = Vec3(0, 0, 2);
    EXPECT_NEAR(*volume_root(triangles, x, along, 2 * volume), 0.5, 1e-15);
    // (1 + s)³ = 8.
    EXPECT_NEAR(*volume_root(triangles, x, x, 8 * volume), 1, 1e-15);
    // x and y shrink while z grows: (1 − s)² (1 + 2 s) = 1 has the roots 0 (twice) and 1.5.
    const std::vector<Vec3> changed = {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, 2}};
    EXPECT_NEAR(*volume_root(triangles, x, changed, volume), 0, 1e-7);
    // Nothing moves.
    EXPECT_FALSE(volume_root(triangles, x, std::vector<Vec3>(4, Vec3::Zero()), 2 * volume));
}

}  // namespace
}  // namespace limpet
