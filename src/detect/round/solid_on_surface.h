#pragma once

#include <vector>

#include "detect/round/solid_proximity.h"

namespace limpet {

/// A round solid against triangles, a ball or a capsule, in the order of their features.
std::vector<Proximity> solid_on_surface(const DetectionSurface& solid, const DetectionSurface& surface,
                                        double distance, const std::optional<Vec3>& axis_ahead);

}  // namespace limpet
