#pragma once

#include <vector>

#include "core/types.h"

namespace limpet {

/// A point of a surface as a weighted sum of its vertices; places without weight are unused.
struct SurfacePoint {
    std::array<int, 3> vertices{-1, -1, -1};
    std::array<double, 3> weights{0, 0, 0};
};

/// What detection and pictures see of a body, in world coordinates at the present time.
struct Surface {
    std::vector<Vec3> positions;   ///< [m]
    std::vector<Vec3> velocities;  ///< [m/s]
    std::vector<Triangle> triangles;
};

}  // namespace limpet
