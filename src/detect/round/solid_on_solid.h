#pragma once

#include <vector>

#include "detect/round/solid_proximity.h"

namespace limpet {

/// Two round solids, in a fixed order.
std::vector<Proximity> solid_on_solid(const DetectionSurface& first, const DetectionSurface& second,
                                      double distance, const AxesAhead& ahead);

}  // namespace limpet
