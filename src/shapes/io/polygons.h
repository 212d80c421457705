#pragma once

#include <span>
#include <vector>

#include "shapes/meshes/meshes.h"

namespace limpet::io {

/// Appends the triangles of a polygon, turned as it is: a fan where the polygon is convex, else ear by ear.
/// Returns false (and a fan) if no ears are found because the polygon crosses itself or is too large to try.
bool triangulate(std::span<const int> corners, const std::vector<Vec3>& points,
                 std::vector<Triangle>& triangles);

}  // namespace limpet::io
