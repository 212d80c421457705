#include "shapes/meshes/surface_check.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

TriMesh tetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

TEST(SurfaceCheck, AcceptsATetrahedron) {
    const SurfaceCheck check = check_surface(tetrahedron());
    EXPECT_TRUE(check.solid());
    EXPECT_EQ(check.unused_vertices, 0u);
    EXPECT_EQ(check.text(), "");
}

TEST(SurfaceCheck, CountsBoundaryEdges) {
    TriMesh mesh = tetrahedron();
    mesh.triangles.pop_back();
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_EQ(check.boundary_edges, 3u);
    EXPECT_TRUE(check.manifold());
    EXPECT_FALSE(check.solid());
    EXPECT_EQ(check.text(), "3 boundary edges");
}

TEST(SurfaceCheck, CountsMisorientedEdges) {
    TriMesh mesh = tetrahedron();
    std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
    EXPECT_EQ(check_surface(mesh).misoriented_edges, 3u);
}

TEST(SurfaceCheck, CountsEdgesOfFourTriangles) {
    TriMesh mesh = tetrahedron();
    mesh.vertices.insert(mesh.vertices.end(), {{-1, 0, 0}, {0, -1, 0}});
    // A second tetrahedron that shares the edge from 0 to 3 only.
    for (const Triangle& t : {Triangle{0, 5, 4}, Triangle{0, 4, 3}, Triangle{0, 3, 5}, Triangle{4, 5, 3}})
        mesh.triangles.push_back(t);
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_EQ(check.non_manifold_edges, 1u);
    EXPECT_FALSE(check.manifold());
}

TEST(SurfaceCheck, CountsVerticesWhereSurfacesOnlyTouch) {
    TriMesh mesh = tetrahedron();
    mesh.vertices.insert(mesh.vertices.end(), {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}});
    for (const Triangle& t : {Triangle{0, 5, 4}, Triangle{0, 4, 6}, Triangle{0, 6, 5}, Triangle{4, 5, 6}})
        mesh.triangles.push_back(t);
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_EQ(check.non_manifold_vertices, 1u);
    EXPECT_EQ(check.non_manifold_edges, 0u);
    EXPECT_FALSE(check.solid());
    EXPECT_EQ(check.text(), "1 vertex where surfaces only touch");
}

TEST(SurfaceCheck, CountsDegenerateTrianglesAndUnusedVertices) {
    TriMesh mesh = tetrahedron();
    mesh.vertices.insert(mesh.vertices.end(), {{2, 0, 0}, {3, 0, 0}});
    mesh.triangles.push_back({0, 1, 4});
    mesh.triangles.push_back({0, 1, 1});
    const SurfaceCheck check = check_surface(mesh);
    EXPECT_EQ(check.degenerate_triangles, 2u);
    EXPECT_EQ(check.unused_vertices, 1u);
}

}  // namespace
}  // namespace limpet
