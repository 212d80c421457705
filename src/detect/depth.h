#pragma once

#include "detect/detection_surface.h"

namespace limpet {

/// How deep the deepest vertex of `own` lies inside the closed surface `other`, whatever the distance; 0 if
/// none does. [m]
double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other);

}  // namespace limpet
