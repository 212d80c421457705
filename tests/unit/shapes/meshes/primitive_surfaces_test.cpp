#include "shapes/meshes/primitive_surfaces.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/error.h"
#include "shapes/distance/sdf_primitives.h"
#include "shapes/meshes/surface_check.h"
#include "support/mesh_measures.h"

namespace limpet {
namespace {

using std::numbers::pi;
using testing_support::mean_edge;

struct Case {
    const char* name;
    TriMesh (*make)(double edge);
    SignedDistance solid;
    double volume;
};

std::vector<Case> cases() {
    return {
        {"box",
         [](double e) {
             return box_surface({1, 0.7, 0.4}, e);
         },
         box_distance({1, 0.7, 0.4}), 0.28},
        {"sphere", [](double e) { return sphere_surface(0.6, e); }, sphere_distance(0.6), 4 * pi / 3 * 0.216},
        {"cylinder", [](double e) { return cylinder_surface(0.4, 1, e); }, cylinder_distance(0.4, 1),
         pi * 0.16},
        {"capsule", [](double e) { return capsule_surface(0.3, 0.8, e); },
         capsule_distance({0, -0.4, 0}, {0, 0.4, 0}, 0.3), pi * 0.09 * 0.8 + 4 * pi / 3 * 0.027},
        {"torus", [](double e) { return torus_surface(0.5, 0.2, e); }, torus_distance(0.5, 0.2),
         2 * pi * pi * 0.5 * 0.04}};
}

TEST(PrimitiveSurfaces, AreSolidsWithVerticesOnTheShape) {
    for (const Case& c : cases())
        for (const double edge : {5.0, 0.2, 0.1, 0.037}) {
            const TriMesh mesh = c.make(edge);
            const SurfaceCheck check = check_surface(mesh);
            EXPECT_TRUE(check.solid()) << c.name << " " << edge << ": " << check.text();
            EXPECT_EQ(check.unused_vertices, 0u);
            for (const Vec3& p : mesh.vertices) ASSERT_NEAR(c.solid.at(p), 0, 1e-14) << c.name;
            if (edge <= 0.1) {
                EXPECT_NEAR(volume(mesh), c.volume, 0.04 * c.volume) << c.name;
                EXPECT_NEAR(mean_edge(mesh) / edge, 1, 0.25) << c.name << " " << edge;
            }
        }
}

TEST(PrimitiveSurfaces, OfABoxIsExact) {
    const TriMesh mesh = box_surface({1, 0.7, 0.4}, 0.1);
    EXPECT_NEAR(volume(mesh), 0.28, 1e-14);
    EXPECT_EQ(mesh.triangles.size(), 4u * (10 * 7 + 7 * 4 + 4 * 10));
}

TEST(PrimitiveSurfaces, OfAPlaneFacesUp) {
    const TriMesh mesh = plane_surface(2, 1, 0.25);
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_EQ(check.boundary_edges, 2u * (8 + 4));
    EXPECT_TRUE(check.manifold());
    EXPECT_EQ(check.misoriented_edges, 0u);
    for (const auto& [a, b, c] : mesh.triangles)
        EXPECT_GT((mesh.vertices[b] - mesh.vertices[a]).cross(mesh.vertices[c] - mesh.vertices[a]).y(), 0);
    EXPECT_NEAR(area(mesh), 2, 1e-14);
}

TEST(PrimitiveSurfaces, OfASphereIsNearUniform) {
    const TriMesh mesh = sphere_surface(1, 0.1);
    double shortest = 1, longest = 0;
    for (const Triangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) {
            const double length = (mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).norm();
            shortest = std::min(shortest, length);
            longest = std::max(longest, length);
        }
    EXPECT_LT(longest / shortest, 1.45);
}

TEST(PrimitiveSurfaces, RefuseAbsurdResolutions) {
    for (const Case& c : cases()) {
        EXPECT_THROW(c.make(1e-9), InputError) << c.name;
        EXPECT_THROW(c.make(1e-5), InputError) << c.name;
        EXPECT_THROW(c.make(0), InputError) << c.name;
        EXPECT_THROW(c.make(-1), InputError) << c.name;
        EXPECT_THROW(c.make(std::nan("")), InputError) << c.name;
    }
}

}  // namespace
}  // namespace limpet
