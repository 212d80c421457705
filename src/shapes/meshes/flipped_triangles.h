#pragma once

/// Triangles that face against their neighbours. By its edges alone such a triangle looks like a hole with
/// another triangle in it.

#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// Ascending. Of what hangs together by edges of two triangles, the side with less area is the flipped one;
/// a part that has no two sides, as a Möbius strip, has none.
std::vector<int> flipped_triangles(const TriMesh& surface);

/// The same surface with these triangles turned round.
TriMesh turned(TriMesh surface, const std::vector<int>& triangles);

}  // namespace limpet
