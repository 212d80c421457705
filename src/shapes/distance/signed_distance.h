#pragma once

#include <functional>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A solid as a function: negative inside. It may be less than the true distance but never more (Lipschitz ≤
/// 1), and its sign is always right.
struct SignedDistance {
    std::function<double(const Vec3&)> at;  ///< [m]
    Box3 bounds;                            ///< holds all points with at(p) <= 0

    /// The same solid for points of a ball only, to the last bit, without the parts that cannot matter there:
    /// a creature of hundreds of parts has a handful of them near any point. Empty if there is nothing to
    /// leave out.
    std::function<SignedDistance(const Vec3& center, double radius)> near = nullptr;

    /// Outside `bounds`, at(p) is at least the distance to them: then a point far from them need not ask.
    bool bounded_below = false;
};

/// `solid` for points of a ball only; outside it the values mean nothing.
inline SignedDistance near_ball(const SignedDistance& solid, const Vec3& center, double radius) {
    return solid.near ? solid.near(center, radius) : solid;
}

}  // namespace limpet
