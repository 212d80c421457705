#pragma once

#include "shapes/meshes/meshes.h"

namespace limpet {

/// Leaves out vertices that belong to no triangle; the others keep their order.
void drop_unused_vertices(TriMesh& mesh);

}  // namespace limpet
