#pragma once

/// Torque-free rotation over a step, keeping energy and angular momentum to round-off.
///
///   R₁ = R₀ exp(θ),   θ = h (Ω₀ + Ω₁)/2          (exponential map)
///   R₁ J Ω₁ = R₀ J Ω₀                              (angular momentum is kept)
///
///   R      from the body's frame to the world's    [-]
///   Ω      angular velocity in the body's frame    [rad/s]
///   J      inertia in the body's frame             [kg m²]
///
/// Since exp(θ) leaves θ alone, θ·JΩ₁ = θ·JΩ₀, hence ½ Ω·JΩ is kept as well.
/// J. C. Simo, K. K. Wong, Unconditionally stable algorithms for rigid body dynamics that exactly preserve
/// energy and momentum, IJNME 31 (1991), algorithm C1. We deviate: a step that turns by more than half a
/// radian is taken in equal parts, so that Newton's method always converges.

#include "core/types.h"

namespace limpet {

/// exp of the cross-product matrix of a rotation vector [rad].
Mat3 rotation_exp(const Vec3& rotation_vector);
/// The rotation vector of a rotation, of length at most π [rad].
Vec3 rotation_log(const Mat3& rotation);

/// The constant angular velocity [rad/s], in the world, that takes the body through the step. Throws
/// BreakdownError if Newton's method fails, which only happens beyond thousands of radians a step.
Vec3 torque_free_velocity(const Mat3& rotation, const Mat3& body_inertia, const Vec3& angular_momentum,
                          double h);

}  // namespace limpet
