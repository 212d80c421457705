#pragma once

#include <cstddef>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// The outward triangles of one tetrahedron only, among those whose vertices are all marked.
std::vector<Triangle> boundary_among(const std::vector<Tetrahedron>& tetrahedra,
                                     const std::vector<char>& marked);

struct BoundaryRepair {
    std::size_t split_vertices = 0, dropped_tetrahedra = 0;
};

/// Makes the boundary a closed 2-manifold. Where parts of the mesh touch in a vertex or an edge only, each
/// part gets vertices of its own; where a part pinches itself, tetrahedra are dropped until it does not.
/// `on_boundary` marks all vertices of the boundary (more do no harm) and is kept up to date.
BoundaryRepair repair_boundary(TetMesh& mesh, std::vector<char>& on_boundary);

/// Drops parts (connected by faces) with less than 1 % of the largest part's volume and fewer than 100
/// tetrahedra: dust of an unresolved detail, not a body. Returns how many.
std::size_t drop_specks(TetMesh& mesh);

/// Drops vertices of no tetrahedron and numbers the others by first use.
void drop_unused_vertices(TetMesh& mesh);

}  // namespace limpet
