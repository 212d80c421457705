#pragma once

/// The contacts of one body of a world, a tool, as one small problem: what the tool would feel if it were
/// elsewhere at the end of the step just taken.
///
///   u = u* + W (λ − λ*) + J (V, ω)
///
///   λ*, u*   impulses and relative velocities (n, t, b) of the step, h un the gap at its end  [N s], [m/s]
///   W        compliance of all that the tool touches, seen by the tool's contacts: 3×3 blocks   [1/kg]
///   V, ω     by how much more the tool would move in the step: velocity of a point that goes
///            with it, and angular velocity                                              [m/s], [rad/s]
///   J        its rows; Jᵀ λ is the impulse on the tool, and its moment about that point
///
/// Contacts of the tool's group that are not the tool's are condensed: those that push or stick keep their
/// velocity, W = W_tt − W_to W_oo⁻¹ W_ot, where bonds add their own compliance 1/k to W_oo. At λ = λ* this is
/// exact. Of a rigid tool, whose motion is given here, W has no share; what a soft one gives way about the
/// nodes that hold it is in W.

#include <cstdint>
#include <vector>

#include "core/types.h"
#include "limpet/world.h"
#include "solve/problem.h"

namespace limpet {

using ToolRows = Eigen::Matrix<double, 3, 6>;

struct ToolContact {
    std::int64_t id = 0;  ///< stays while the same features touch
    ToolRows rows;        ///< J
    Vec3 point;           ///< on the tool [m]
    double friction = 0;  ///< [-]
    Bond bond;
    Vec3 lambda, u;  ///< λ*, u*
    Vec3 viscous;    ///< impulse of viscosity beside λ* [N s]
};

struct ToolProblem {
    long step = 0;   ///< after which step it is
    double h = 0;    ///< time step [s]
    Vec3 reference;  ///< the point that goes with the tool [m]
    std::vector<ToolContact> contacts;
    MatX W;
};

/// Of the step just taken; empty if nothing is near the tool. Only looks at the world.
void find_tool_problem(const World& world, BodyId tool, const Vector3& reference, ToolProblem& problem);

}  // namespace limpet
