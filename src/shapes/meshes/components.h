#pragma once

#include "shapes/meshes/meshes.h"

namespace limpet {

/// Triangles that share vertices, directly or through others.
struct SurfaceComponent {
    std::vector<int> triangles;  ///< of the whole surface
    TriMesh mesh;                ///< of these triangles, with vertices of its own
};

/// In the order of their first triangles.
std::vector<SurfaceComponent> surface_components(const TriMesh& mesh);

/// The connected pieces of a surface, by the number of their triangles, most first; ties keep their order.
std::vector<TriMesh> connected_components(const TriMesh& mesh);

}  // namespace limpet
