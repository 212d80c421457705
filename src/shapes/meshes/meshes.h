#pragma once

#include <vector>

#include "core/box.h"
#include "core/types.h"

namespace limpet {

/// A surface; triangles are counter-clockwise seen from outside.
struct TriMesh {
    std::vector<Vec3> vertices;  ///< [m]
    std::vector<Triangle> triangles;
};

/// A volume; a tetrahedron (a, b, c, d) has det(b−a, c−a, d−a) > 0.
struct TetMesh {
    std::vector<Vec3> vertices;  ///< [m]
    std::vector<Tetrahedron> tetrahedra;
};

Box3 bounds(const std::vector<Vec3>& points);
double area(const TriMesh& mesh);
/// Of a closed surface, by the divergence theorem; negative if it is turned inside out.
double volume(const TriMesh& mesh);
double volume(const TetMesh& mesh);
/// The triangles that belong to one tetrahedron only, outward, over the tetrahedra's own vertices (all of
/// them).
std::vector<Triangle> boundary_triangles(const TetMesh& mesh);
/// The boundary as a surface of its own; `vertex_of` gives the tetrahedral vertex of each of its vertices.
TriMesh boundary_surface(const TetMesh& mesh, std::vector<int>* vertex_of = nullptr);

}  // namespace limpet
