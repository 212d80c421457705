#pragma once

/// What pulls at one point of a body during one step: a force, a damped spring to a place in the world, or
/// both.
///
///   f = F + k (X − x⁺) − c u⁺,     x⁺ = x + h u⁺
///
///   F constant part [N]      k stiffness [N/m]      c damping [N s/m]      X target [m]
///   x, u⁺  place of the point at the start of the step [m], its velocity at the end [m/s]
///
/// Springs are implicit: a body adds s = h² k + h c on its point to A, so that contacts feel them within the
/// same step, and any stiffness is stable.

#include <array>
#include <optional>
#include <vector>

#include "core/types.h"

namespace limpet {

/// A point of a body's surface that stays where it is on it.
struct TrianglePoint {
    std::array<int, 3> vertices{};  ///< of the triangle it lies on
    Vec3 weights = Vec3::Zero();    ///< barycentric

    /// Of positions or velocities of the surface's vertices.
    Vec3 of(const std::vector<Vec3>& values) const {
        return weights[0] * values[vertices[0]] + weights[1] * values[vertices[1]] +
               weights[2] * values[vertices[2]];
    }
};

/// Where a point that is pulled at is at the start of the step [m], and its velocity in it [m/s].
struct PulledPoint {
    Vec3 x, u;
};

struct Pull {
    std::optional<TrianglePoint> at;  ///< none: spread over the body like its mass
    Vec3 force = Vec3::Zero();        ///< F [N]
    double stiffness = 0;             ///< k [N/m]; only of a point
    double damping = 0;               ///< c [N s/m]; only of a point
    Vec3 target = Vec3::Zero();       ///< X [m]
    std::optional<Vec3> place =
        {};  ///< in the place of `at`, of a rigid body: any point that goes with it [m]

    bool is_spring() const { return stiffness > 0 || damping > 0; }
    /// f, with the point's velocity at the end of the step.
    Vec3 force_on(const PulledPoint& point, double h) const {
        return force + stiffness * (target - point.x - h * point.u) - damping * point.u;
    }
};

}  // namespace limpet
