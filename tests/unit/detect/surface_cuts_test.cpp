#include "detect/surface_cuts.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>
#include <random>

#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

DetectionSurface surface_of(const TriMesh& mesh, const std::vector<Vec3>& positions) {
    DetectionSurface surface(
        CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size())));
    surface.update(positions);
    return surface;
}

std::vector<Vec3> moved_and_turned(const TriMesh& mesh, const Vec3& by, double turned) {
    std::vector<Vec3> x = mesh.vertices;
    const Eigen::AngleAxisd turn(turned, Vec3(1, 2, 3).normalized());
    for (Vec3& p : x) p = turn * p + by;
    return x;
}

TEST(SurfaceCuts, AreThoseOfAllPairs) {
    const TriMesh ball = sphere_surface(1, 0.5), box = box_surface({1.2, 1.5, 0.8}, 0.4);
    std::mt19937 random(3);
    std::uniform_real_distribution<double> coordinate(-1.2, 1.2), angle(0, std::numbers::pi);
    int found = 0, none = 0;
    for (int i = 0; i < 200; ++i) {
        const std::vector<Vec3> a = moved_and_turned(ball, Vec3::Zero(), angle(random));
        const std::vector<Vec3> b = moved_and_turned(
            box, {coordinate(random), coordinate(random), coordinate(random)}, angle(random));
        const DetectionSurface first = surface_of(ball, a), second = surface_of(box, b);
        const std::vector<SurfaceCut> cuts = find_cuts(first, second),
                                      slow = find_cuts_all_pairs(first, second);
        ASSERT_EQ(cuts.size(), slow.size());
        (cuts.empty() ? none : found) += 1;
        for (std::size_t k = 0; k < cuts.size(); ++k) {
            EXPECT_EQ(cuts[k].of_first, slow[k].of_first);
            EXPECT_EQ(cuts[k].edge, slow[k].edge);
            EXPECT_EQ(cuts[k].simplex, slow[k].simplex);
            EXPECT_EQ(cuts[k].depth, slow[k].depth);
        }
    }
    EXPECT_GT(found, 50);
    EXPECT_GT(none, 5);
}

/// The box's lower face lies in the other box by the depth: its four upright edges go through that one's top.
TEST(SurfaceCuts, HaveTheDepthOfTheNearerEnd) {
    const TriMesh mesh = box_surface({1, 1, 1}, 2);
    const std::vector<Vec3> low = moved_and_turned(mesh, Vec3::Zero(), 0), high = [&] {
        std::vector<Vec3> x = mesh.vertices;
        for (Vec3& p : x) p = Vec3(0.5 * p.x(), p.y() + 0.99, 0.5 * p.z() + 0.01);
        return x;
    }();
    const std::vector<SurfaceCut> cuts = find_cuts(surface_of(mesh, low), surface_of(mesh, high));
    int upright = 0;
    for (const SurfaceCut& cut : cuts) {
        if (cut.of_first) continue;  // the diagonal of the lower box's top goes through sides of the other
        EXPECT_NEAR(cut.depth, 0.01, 1e-12);
        ++upright;
    }
    EXPECT_GE(upright, 4);
}

}  // namespace
}  // namespace limpet
