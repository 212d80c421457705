#pragma once

/// What tests of cut meshes ask of them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/disjoint_sets.h"
#include "shapes/cut/cut_mesh.h"
#include "shapes/meshes/meshes.h"
#include "shapes/meshes/surface_check.h"
#include "shapes/tetrahedra/tet_quality.h"

namespace limpet {

/// A mesh that is cut, with its nodes at rest.
struct CutShape {
    CutMesh mesh;
    std::vector<Vec3> rest;

    CutShape(const TetMesh& whole, int blades)
        : mesh(whole.tetrahedra, static_cast<int>(whole.vertices.size()), blades), rest(whole.vertices) {}

    bool cross(int blade, const std::vector<EdgeCrossing>& crossings) {
        if (!mesh.cross(blade, crossings, rest)) return false;
        extend_by_origins(rest, mesh.original_nodes(), mesh.origins());
        return true;
    }
    TetMesh now() const { return {rest, mesh.tetrahedra()}; }
};

/// Edges that a plane through `point` crosses.
inline std::vector<EdgeCrossing> plane_crossings(const CutShape& shape, const Vec3& point,
                                                 const Vec3& normal) {
    return plane_crossings(shape.mesh, shape.rest, point, normal);
}

inline double lowest_height(const TetMesh& mesh) {
    double lowest = 1e300;
    for (const auto& [a, b, c, d] : mesh.tetrahedra)
        lowest = std::min(
            lowest, lowest_height(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d]));
    return lowest;
}
inline double mean_edge(const TetMesh& mesh) {
    return tet_quality(mesh).mean_edge;
}

/// Volumes of the parts that hang together by nodes, largest first.
inline std::vector<double> part_volumes(const TetMesh& mesh) {
    DisjointSets sets(mesh.vertices.size());
    for (const Tetrahedron& t : mesh.tetrahedra)
        for (int k = 1; k < 4; ++k) sets.join(t[k], t[0]);
    std::map<int, std::vector<Tetrahedron>> parts;
    for (const Tetrahedron& t : mesh.tetrahedra) parts[sets.root(t[0])].push_back(t);
    std::vector<double> volumes;
    for (const auto& [root, tetrahedra] : parts)
        volumes.push_back(volume(TetMesh{mesh.vertices, tetrahedra}));
    std::sort(volumes.rbegin(), volumes.rend());
    return volumes;
}
inline int part_count(const TetMesh& mesh) {
    return static_cast<int>(part_volumes(mesh).size());
}

/// Closed, balanced, nothing flat, all nodes used, and the same volume as before.
inline void expect_closed(const CutShape& shape, const TetMesh& whole) {
    const TetMesh mesh = shape.now();
    EXPECT_NEAR(volume(mesh), volume(whole), 1e-12 * volume(whole));
    const double typical = volume(whole) / static_cast<double>(whole.tetrahedra.size());
    for (const auto& [a, b, c, d] : mesh.tetrahedra)
        ASSERT_GT(tet_volume({mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], mesh.vertices[d]}),
                  1e-9 * typical);
    const TriMesh surface = boundary_surface(mesh);
    const SurfaceCheck check = check_surface(surface);
    EXPECT_EQ(check.boundary_edges, 0u) << check.text();
    EXPECT_EQ(check.misoriented_edges, 0u) << check.text();
    EXPECT_EQ(check.unused_vertices, 0u) << check.text();
    EXPECT_NEAR(volume(surface), volume(whole), 1e-12 * volume(whole));
}

/// Also conforming: faces that one blade has made have a partner at the same place, as long as nothing moved.
inline void expect_sound(const CutShape& shape, const TetMesh& whole) {
    expect_closed(shape, whole);
    const TriMesh surface = boundary_surface(shape.now());
    // Twins are at the same place up to rounding.
    const double grid = 1e-9 * bounds(whole.vertices).diagonal().norm();
    using Place = std::array<long, 3>;
    std::map<std::array<Place, 3>, std::vector<Triangle>> sides;
    for (const Triangle& triangle : surface.triangles) {
        std::array<Place, 3> places;
        for (int k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis)
                places[k][axis] = std::lround(surface.vertices[triangle[k]][axis] / grid);
        std::sort(places.begin(), places.end());
        sides[places].push_back(triangle);
    }
    double single = 0;
    for (const auto& [places, triangles] : sides) {
        ASSERT_LE(triangles.size(), 2u);
        if (triangles.size() == 1) single += area({surface.vertices, triangles});
    }
    EXPECT_NEAR(single, area(boundary_surface(whole)), 1e-12 * single);
}

}  // namespace limpet
