#pragma once

#include <vector>

#include "core/types.h"

namespace limpet {

/// What detection and pictures see of a body, in world coordinates at the present time.
struct Surface {
    std::vector<Vec3> positions;   ///< [m]
    std::vector<Vec3> velocities;  ///< [m/s]
    std::vector<Triangle> triangles;
};

}  // namespace limpet
