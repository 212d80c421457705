#pragma once

#include <cstddef>
#include <limits>

#include "core/types.h"

namespace limpet {

/// Index of the nearest of `count` points, the first of equals.
template <class PointOf>
int nearest_vertex(std::size_t count, const Vec3& wanted, PointOf&& point_of) {
    int nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
        const double distance = (point_of(i) - wanted).squaredNorm();
        if (distance < least) {
            least = distance;
            nearest = static_cast<int>(i);
        }
    }
    return nearest;
}

}  // namespace limpet
