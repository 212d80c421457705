#pragma once

/// A body that moves as a whole, as zones and attachments (contact/zones) take it: a rigid body joins with
/// its mass and inertia and goes where its zone goes; a static one holds its zone, and drives it where it
/// moves.

#include <optional>

#include "core/types.h"

namespace limpet {

/// A rigid body in motion.
struct WholeMotion {
    double mass = 0;                       ///< [kg]
    Mat3 body_inertia = Mat3::Zero();      ///< in its own frame [kg m^2]
    Mat3 rotation = Mat3::Identity();      ///< from its own frame
    Vec3 center = Vec3::Zero();            ///< [m]
    Vec3 velocity = Vec3::Zero();          ///< [m/s]
    Vec3 angular_momentum = Vec3::Zero();  ///< about the centre [kg m^2/s]
    Vec3 impulse = Vec3::Zero();           ///< of all forces in the step [N s]
    Vec3 moment = Vec3::Zero();            ///< of them, about the centre [N m s]
};

/// x ↦ to + rotation (x − from).
struct RigidShift {
    Mat3 rotation = Mat3::Identity();
    Vec3 from = Vec3::Zero(), to = Vec3::Zero();  ///< [m]

    Vec3 of(const Vec3& x) const { return to + rotation * (x - from); }
};

class BodyWhole {
public:
    virtual ~BodyWhole() = default;

    /// After free_motion(): how a rigid body was at the start of the step, and what acts on it in it.
    virtual std::optional<WholeMotion> start_as_whole() const { return {}; }
    /// It is at `end` when the step of length h ends, with these momenta; in the place of free_motion().
    /// Contacts may change the velocities after that.
    virtual void lead(const WholeMotion& /*end*/, double /*h*/) {}
    /// Where a static body moves points from one share of the step to another, after free_motion().
    virtual RigidShift shift_in_step(double /*from*/, double /*to*/) const { return {}; }
};

}  // namespace limpet
