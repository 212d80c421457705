#pragma once

/// A rigid body. In a step it moves with constant velocities,
///
///   v = v₀ + h g,                       x₁ = x₀ + h v
///   w = torque-free (torque_free.h),    R₁ = exp(h w) R₀
///
/// and what contacts change of (v, w) between free_motion() and advance() changes its momenta by (m, I) times
/// that. The state holds the angular momentum, not the angular velocity: without torques it stays what it is,
/// exactly.

#include "bodies/body.h"
#include "shapes/embedding.h"
#include "shapes/mass_properties.h"

namespace limpet {

struct RigidBodyParts {
    std::string name;
    TriMesh surface;      ///< in the body's own frame
    MassProperties mass;  ///< in the body's own frame, for unit density
    double density = 0;   ///< [kg/m^3]
    Mat3 rotation = Mat3::Identity();
    Vec3 position = Vec3::Zero();          ///< of the own frame's origin [m]
    Vec3 velocity = Vec3::Zero();          ///< of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
};

class RigidBody : public Body {
public:
    explicit RigidBody(RigidBodyParts parts);

    void free_motion(const FreeMotionInput& input) override;
    void advance(double h) override;

    double mass() const override { return mass_; }
    Vec3 center_of_mass() const override { return center_; }
    Vec3 mean_velocity() const override { return velocity_; }
    Mat3 rotation() const override { return rotation_; }
    double volume() const override { return volume_; }
    Energies energies(const Vec3& gravity) const override;

    int nearest_point(const Vec3& at_rest) const override;
    Vec3 point_position(int point) const override;
    Vec3 point_velocity(int point) const override;

    std::vector<double> state() const override;
    bool set_state(std::span<const double> values) override;

    Mat3 inertia() const;  ///< in the world, about the centre [kg m^2]
    const Vec3& angular_momentum() const { return angular_momentum_; }  ///< about the centre [kg m^2/s]
    Vec3 angular_velocity() const;                                      ///< [rad/s]

private:
    void update_surface();

    double mass_, volume_;
    Mat3 body_inertia_, inverse_body_inertia_;
    Vec3 center_in_shape_;
    RigidEmbedding embedding_;

    Vec3 center_, velocity_, angular_momentum_;
    Mat3 rotation_;
    Vec3 free_step_velocity_ =
        Vec3::Zero();                    ///< w of free motion: advance() sees by it what contacts changed
    Vec3 step_velocity_ = Vec3::Zero();  ///< w: what the step turns with [rad/s]
};

}  // namespace limpet
