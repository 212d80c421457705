#pragma once

#include "detect/detection_surface.h"

namespace limpet {

/// How deep a point lies inside a closed surface; less than 0 if it is outside, by how far. [m]
double depth_of_point(const Vec3& point, const DetectionSurface& surface);

/// How deep the deepest vertex of `own` lies inside the closed surface `other`, whatever the distance; 0 if
/// none does. [m]
double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other);

}  // namespace limpet
