#pragma once

#include <array>
#include <optional>

#include "detect/detection_surface.h"

namespace limpet {

/// Where a ray leaves a closed surface.
struct WayOut {
    double length;  ///< [m]
    int simplex;
    std::array<double, 3> weights;
};

/// Along the unit vector `way`, from a point inside; nothing if the surface is not met, or met from outside.
std::optional<WayOut> way_out(const Vec3& from, const Vec3& way, const DetectionSurface& surface);

}  // namespace limpet
