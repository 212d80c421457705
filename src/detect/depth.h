#pragma once

#include "detect/detection_surface.h"

namespace limpet {

/// Where a surface is nearest to a point.
struct SignedNearest {
    int simplex = -1;  ///< −1: the surface is empty
    double depth;      ///< inside; less than 0 outside, by how far [m]
};
SignedNearest nearest_signed(const Vec3& point, const DetectionSurface& surface);

/// How deep a point lies inside a closed surface; less than 0 if it is outside, by how far. [m]
double depth_of_point(const Vec3& point, const DetectionSurface& surface);

/// How deep the deepest vertex of `own` lies inside the closed surface `other`, whatever the distance; 0 if
/// none does. [m]
double deepest_vertex(const DetectionSurface& own, const DetectionSurface& other);

}  // namespace limpet
