#pragma once

/// A rigid body. In a step it moves with constant velocities,
///
///   v = v₀ + h g,                       x₁ = x₀ + h v
///   w = torque-free (torque_free.h),    R₁ = exp(h w) R₀
///
/// and what contacts change of (v, w) between free_motion() and advance() changes its momenta by (m, I) times
/// that: A = diag(m, I). The state holds the angular momentum, not the angular velocity: without torques it
/// stays what it is, exactly.
///
/// While contacts give a body the same impulse step by step, as those do that it lies on, free motion carries
/// the last one: it then ends where the body will be, so that detection looks no farther than that. Contacts
/// take it back and give their own: the step's problem is the same, of fewer open contacts.
///
/// Springs from outside (bodies/pull.h) add to A in their step: rigid/step_inertia.h.

#include "bodies/body.h"
#include "bodies/rigid/rigid_parts.h"
#include "shapes/meshes/collision_shape.h"
#include "shapes/meshes/surface_samples.h"

namespace limpet {

struct RigidBodyParts {
    std::string name;
    TriMesh surface;                          ///< in the body's own frame
    std::optional<CollisionShape> exact;      ///< what collides instead of the surface
    std::optional<RoundSolid> round;          ///< what the surface stands for
    std::vector<SurfaceSample> samples = {};  ///< of a round one that can bond
    MassProperties mass;                      ///< in the body's own frame, for unit density
    double density = 0;                       ///< [kg/m^3]
    Mat3 rotation = Mat3::Identity();
    Vec3 position = Vec3::Zero();          ///< of the own frame's origin [m]
    Vec3 velocity = Vec3::Zero();          ///< of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
};

class RigidBody : public Body {
public:
    explicit RigidBody(RigidBodyParts parts);

    const std::vector<Vec3>& collision_positions() const override {
        return outline_.collision.size() > 0 ? collision_positions_ : surface_.positions;
    }
    void free_motion(const FreeMotionInput& input) override;
    std::vector<PulledPoint> pulled_points() const override;
    std::vector<Vec3> own_points(LoadedPoints points) const override;
    bool can_move() const override { return true; }
    VelocityBound velocity_bound() const override;
    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    void add_start_velocities(const ContactRows& rows, VecX& u) const override;
    std::vector<Vec3> end_positions(double h) const override;
    std::optional<RigidPlace> place() const override { return RigidPlace{state_.center, state_.rotation}; }
    std::optional<RigidPlace> end_place(double h) const override {
        return RigidPlace{end_center(h), turned(h * step_.angular_velocity)};
    }
    std::vector<Vec3> end_surface(double h) const override;
    /// Of an arc from its chord, by which linear interpolation is off at most: |x''| h²/8 = r |h w|²/8.
    double chord_error(double h) const override;
    void add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) override;
    void add_impulses(const ContactRows& rows, const VecX& lambda) override;
    void add_displacements(const ContactRows& rows, const VecX& lambda, double h) override;
    void add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) override;
    void move_rigidly(const ContactRows& rows, const VecX& lambda) override {
        add_displacements(rows, lambda, 1);
    }
    std::optional<WholeMotion> start_as_whole() const override;
    void lead(const WholeMotion& end, double h) override;
    NodeEquations node_equations(const ContactRows& rows) const override;
    /// Two nodes that every contact of the body links.
    bool has_node_equations() const override { return true; }
    void take_velocities(std::span<const double> v, std::span<const double> p) override;
    void shift_nodes(std::span<const double> x, double h) override;
    void advance(double h) override;

    double mass() const override { return mass_.mass; }
    Vec3 center_of_mass() const override { return state_.center; }
    Vec3 mean_velocity() const override { return state_.velocity; }
    Mat3 rotation() const override { return state_.rotation; }
    double volume() const override { return mass_.volume; }
    Energies energies(const AccelerationField& field) const override;

    int nearest_point(const Vec3& at_rest) const override;
    Vec3 point_position(int point) const override;
    Vec3 point_velocity(int point) const override;

    void append_state(std::vector<double>& values) const override;
    bool set_state(std::span<const double> values) override;

    Mat3 inertia() const;  ///< in the world, about the centre [kg m^2]
    const Vec3& angular_momentum() const { return state_.angular_momentum; }  ///< about the centre [kg m^2/s]
    Vec3 angular_velocity() const;                                            ///< [rad/s]
    std::optional<Spin> spin() const override { return Spin{angular_velocity(), angular_momentum()}; }

private:
    /// The rows' derivatives by (v, w): 3×6.
    using RowJacobian = Eigen::Matrix<double, 3, 6>;
    RowJacobian jacobian(const ContactRows& rows, int row) const;
    void add_velocities(const ContactRows& rows, const Vec3& v, const Vec3& w, VecX& u) const;
    Vec3 turned_by(const Vec3& moment) const;  ///< I⁻¹ of it [rad/s]
    /// What the rows' λ make.
    RigidImpulse gather(const ContactRows& rows, const VecX& lambda) const;
    /// What an impulse changes of the fastest point's velocity, at most. [m/s]
    double speed_by(const RigidImpulse& p) const;
    void carry_steady_impulse();
    void take_pulls(std::span<const Pull> pulls, double h);
    void take_loads(std::span<const Load> loads, double h);
    /// From the centre to the point that is pulled at.
    Vec3 lever(const Pull& pull) const;
    /// (v, w) += A⁻¹ p.
    void change_velocities(const RigidImpulse& p);
    /// Of the step, with the present velocity.
    Vec3 end_center(double h) const;
    Mat3 turned(const Vec3& rotation_vector) const;
    void turn(const Vec3& rotation_vector) { state_.rotation = turned(rotation_vector); }
    void update_surface();

    RigidMass mass_;
    RigidOutline outline_;
    RigidState state_;
    RigidStep step_;
    std::vector<Vec3> collision_positions_;  ///< of the exact shape, in the world [m]
};

}  // namespace limpet
