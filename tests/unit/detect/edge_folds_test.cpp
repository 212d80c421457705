/// How edges fold, from the normals of their triangles: against the directions from an edge into them.

#include <gtest/gtest.h>

#include <random>

#include "detect/detection_constants.h"
#include "detect/detection_surface.h"
#include "detect/feature_normals.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

/// Nearer to a limit rounding decides.
constexpr double fold_rounding = 1e-9;

TEST(EdgeFolds, AreThoseOfDirectionsIntoTriangles) {
    std::mt19937 random(7);
    int hollow = 0, flat = 0, sharp = 0, compared = 0;
    for (const double noise : {0.0, 1e-3, 0.05, 0.3})
        for (const TriMesh& mesh : {sphere_surface(1, 0.5), box_surface({1, 2, 1}, 0.5)}) {
            std::normal_distribution<double> shift(0, noise);
            std::vector<Vec3> x = mesh.vertices;
            if (noise > 0)
                for (Vec3& p : x) p += Vec3(shift(random), shift(random), shift(random));
            DetectionSurface surface(
                CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(x.size())));
            surface.update(x);
            const FeatureNormals normals(surface);
            for (int e = 0; e < static_cast<int>(surface.complex().edges().size()); ++e) {
                const auto [s, t] = surface.complex().simplices_of_edge(e);
                const Vec3 fold = (surface.into_triangle(e, s) + surface.into_triangle(e, t)) / 2;
                const double length = fold.norm();
                if (std::abs(length - sharp_fold_sine) > fold_rounding) {
                    EXPECT_EQ(surface.is_sharp(e), length > sharp_fold_sine) << e;
                    sharp += surface.is_sharp(e);
                }
                if (std::abs(length - surface.flat()) < fold_rounding) continue;
                const bool meets = length < surface.flat() || fold.dot(normals.edge(e)) < 0;
                EXPECT_EQ(surface.meets_edges(e), meets) << e << " " << noise;
                flat += length < surface.flat();
                hollow += !meets;
                ++compared;
            }
        }
    EXPECT_GT(flat, 20);
    EXPECT_GT(sharp, 50);
    EXPECT_GT(hollow, 50);
    EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace limpet
