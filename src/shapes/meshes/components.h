#pragma once

#include "shapes/meshes/meshes.h"

namespace limpet {

/// The connected pieces of a surface, by the number of their triangles, most first; ties keep their order.
std::vector<TriMesh> connected_components(const TriMesh& mesh);

}  // namespace limpet
