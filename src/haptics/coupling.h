#pragma once

/// The virtual coupling: damped springs between a device and its tool, at points r_i of the tool.
///
///   K = Σ k_i Gᵢᵀ Gᵢ,   G_i = [1  −[r_i]×],   B the same with b_i
///
///   k_i, b_i   stiffness and damping of a spring: a sixth of the coupling's each     [N/m], [N s/m]
///   r_i        from the tool's reference point, turned with the device                [m]
///
/// The tool between the springs has no mass in the haptic loop: K e + B ė + F = 0, e what the device is ahead
/// of the tool by, F the contacts' forces on it. Over a tick Δt, implicitly,
///
///   e = C (B/Δt e⁻ − F),   C = (K + B/Δt)⁻¹,
///
/// so that for the contacts the tool gives way by C (J. E. Colgate et al., Issues in the haptic display of
/// tool use (1995), made implicit). What the device feels is F.

#include <array>

#include "haptics/pose.h"

namespace limpet::haptics {

inline constexpr int coupling_points = 6;

class Coupling {
public:
    Coupling() = default;
    /// `points` in the tool's own axes. `tick`: Δt [s].
    Coupling(double stiffness, double damping, const std::array<Vec3, coupling_points>& points, double tick);

    /// C and B/Δt for a tool that is turned so.
    struct Matrices {
        Mat6 give, drag;
    };
    Matrices matrices(const Quat& rotation) const;

    double stiffness() const { return stiffness_; }
    /// Root of the mean square distance of the points: lever between force and torque [m].
    double radius() const { return radius_; }

private:
    double stiffness_ = 0, damping_ = 0, tick_ = 1, radius_ = 0;
    Mat6 shape_ = Mat6::Zero();  ///< Σ Gᵢᵀ Gᵢ / 6, in the tool's own axes
};

}  // namespace limpet::haptics
