#pragma once

/// What a rigid body is made of (rigid_body.h): how heavy it is, what it shows of itself, how it moves, and
/// what a step has done to it so far.

#include <vector>

#include "bodies/pull.h"
#include "bodies/rigid/step_inertia.h"
#include "shapes/meshes/embedding.h"
#include "shapes/meshes/mass_properties.h"

namespace limpet {

/// Of the body in its own frame, about its centre of mass.
struct RigidMass {
    /// `unit`: for unit density.
    RigidMass(const MassProperties& unit, double density);

    /// Radius of it: with r ω for ω, A has one unit. [m]
    double gyration() const;

    double mass;    ///< [kg]
    double volume;  ///< [m^3]
    Mat3 inertia, inverse_inertia;
};

/// What others see of the body, in its own frame.
struct RigidOutline {
    /// Of vertices in the shape's frame, where the centre of mass is at `center`; `exact` are those of what
    /// collides instead of the surface.
    RigidOutline(const Vec3& center, std::vector<Vec3> surface, std::vector<Vec3> exact);

    Vec3 center_in_shape;  ///< where the shape has the centre of mass [m]
    RigidEmbedding surface;
    RigidEmbedding collision;    ///< of the exact shape; empty: the surface collides
    double reach = 0;            ///< of the surface from the centre [m]
    double collision_reach = 0;  ///< of the collision vertices [m]
};

/// An impulse [N s] and its moment about the centre of mass [N m s].
struct RigidImpulse {
    Vec3 impulse = Vec3::Zero(), moment = Vec3::Zero();

    RigidImpulse operator-(const RigidImpulse& other) const {
        return {impulse - other.impulse, moment - other.moment};
    }
};

/// All that a later step depends on.
struct RigidState {
    Vec3 center, velocity;
    Vec3 angular_momentum = Vec3::Zero();  ///< about the centre [kg m^2/s]
    Mat3 rotation;
    RigidImpulse given{};  ///< p of this step: carried, or what contacts gave so far
    RigidImpulse last{};   ///< p of the step before
};

/// How a zone leads the body through a step (body_whole.h).
struct RigidLead {
    Vec3 start_velocity = Vec3::Zero();  ///< before free motion [m/s]
    bool is_led = false;
    Vec3 shift = Vec3::Zero();  ///< of the end from where the end's velocity would take it [m]
};

/// The present step, from its free motion on.
struct RigidStep {
    Vec3 free_angular_velocity = Vec3::Zero();  ///< advance() sees by it what contacts changed [rad/s]
    Vec3 angular_velocity = Vec3::Zero();       ///< w: what the step turns with [rad/s]
    RigidLead lead;
    std::vector<Pull> pulls;
    StepInertia inertia;
};

}  // namespace limpet
