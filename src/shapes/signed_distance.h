#pragma once

#include <functional>

#include "shapes/meshes.h"

namespace limpet {

/// A solid as a function: negative inside. It may be less than the true distance but never more (Lipschitz ≤ 1),
/// and its sign is always right.
struct SignedDistance {
    std::function<double(const Vec3&)> at;  ///< [m]
    Box3 bounds;                            ///< holds all points with at(p) <= 0
};

}  // namespace limpet
