#pragma once

/// The rigid motion that has a body's momentum, and what it takes to keep momentum exactly.
///
///   ω = I⁻¹ L,     φ = 2 atan(h |ω|/2) ω/|ω|
///   ṽ_i = v_c + (exp(φ) − 1) r_i / h,     q̃_i = c + h/2 v_c + exp(φ/2) r_i
///
///   c, v_c      centre of mass [m] and its velocity [m/s]
///   L, I        angular momentum [N m s] and inertia [kg m²] about it
///   r           from the centre of mass to a node [m]
///   h           time for which it goes on [s]
///   ṽ, q̃        mean velocity [m/s], and the place half way [m]: the body as it is, turned by half the angle
///
/// φ is that of the midpoint rule, by which velocities ω × r of both ends have the mean ṽ; hω itself would
/// stretch what turns by (hω)²/4. The mean of both ends' places would be squeezed by (hω)²/8; q̃ is not.

#include <vector>

#include "core/types.h"

namespace limpet {

/// Of a body of nodes.
struct RigidMotion {
    Vec3 center = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< [m], [m/s], ω [rad/s]

    RigidMotion() = default;
    RigidMotion(const std::vector<double>& mass, const std::vector<Vec3>& q, const std::vector<Vec3>& v);

    /// At a node now.
    Vec3 at(const Vec3& x) const { return velocity + spin.cross(x - center); }
};

/// Of all nodes, over a step.
struct RigidPath {
    std::vector<Vec3> velocity{};  ///< ṽ
    std::vector<Vec3> half_way{};  ///< q̃

    RigidPath() = default;
    RigidPath(const RigidMotion& motion, const std::vector<Vec3>& q, double h);
};

/// Changes velocities x by a rigid motion so that
///
///   Σ (q_i + h x_i) × (m_i (x_i − v_i) − p_i) = 0,      p impulses from outside [N s]
///
/// as forces without a moment at the end of the stage, such as elastic ones, leave it; Σ m x stays as it is.
/// A Newton iteration with the inertia as its derivative.
void balance_moment(const std::vector<double>& mass, const std::vector<Vec3>& q, const std::vector<Vec3>& v,
                    const std::vector<Vec3>& given, double h, std::vector<Vec3>& x);

}  // namespace limpet
