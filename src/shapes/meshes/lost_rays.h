#pragma once

/// Rays that cannot tell what they are inside of.

#include "core/box.h"
#include "shapes/meshes/meshes.h"

namespace limpet {

/// Of the rays along x, y and z that pass through a box and meet a surface: the share that leaves it more or
/// less often than it enters it, through a hole or a triangle that faces the wrong way. From some ten
/// thousand rays along each.
Vec3 lost_rays(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles, const Box3& box);

}  // namespace limpet
