#pragma once

#include <utility>
#include <vector>

#include "detect/detection_surface.h"

namespace limpet {

/// Pairs of simplices whose boxes are nearer than `reach`, by descending both trees.
std::vector<std::pair<int, int>> near_simplices(const DetectionSurface& first, const DetectionSurface& second,
                                                double reach);

}  // namespace limpet
