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
#include "bodies/rigid/step_inertia.h"
#include "shapes/meshes/collision_shape.h"
#include "shapes/meshes/embedding.h"
#include "shapes/meshes/mass_properties.h"

namespace limpet {

struct RigidBodyParts {
    std::string name;
    TriMesh surface;                      ///< in the body's own frame
    std::optional<CollisionShape> exact;  ///< what collides instead of the surface
    MassProperties mass;                  ///< in the body's own frame, for unit density
    double density = 0;                   ///< [kg/m^3]
    Mat3 rotation = Mat3::Identity();
    Vec3 position = Vec3::Zero();          ///< of the own frame's origin [m]
    Vec3 velocity = Vec3::Zero();          ///< of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
};

class RigidBody : public Body {
public:
    explicit RigidBody(RigidBodyParts parts);

    const std::vector<Vec3>& collision_positions() const override {
        return collision_embedding_.size() > 0 ? collision_positions_ : surface_.positions;
    }
    void free_motion(const FreeMotionInput& input) override;
    std::vector<PulledPoint> pulled_points() const override;
    bool can_move() const override { return true; }
    VelocityBound velocity_bound() const override;
    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    std::vector<Vec3> end_positions(double h) const override;
    std::optional<RigidPlace> place() const override { return RigidPlace{center_, rotation_}; }
    std::optional<RigidPlace> end_place(double h) const override {
        return RigidPlace{end_center(h), turned(h * step_velocity_)};
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
    void take_velocities(std::span<const double> v, std::span<const double> p) override;
    void shift_nodes(std::span<const double> x, double h) override;
    void advance(double h) override;

    double mass() const override { return mass_; }
    Vec3 center_of_mass() const override { return center_; }
    Vec3 mean_velocity() const override { return velocity_; }
    Mat3 rotation() const override { return rotation_; }
    double volume() const override { return volume_; }
    Energies energies(const AccelerationField& field) const override;

    int nearest_point(const Vec3& at_rest) const override;
    Vec3 point_position(int point) const override;
    Vec3 point_velocity(int point) const override;

    std::vector<double> state() const override;
    bool set_state(std::span<const double> values) override;

    Mat3 inertia() const;  ///< in the world, about the centre [kg m^2]
    const Vec3& angular_momentum() const { return angular_momentum_; }  ///< about the centre [kg m^2/s]
    Vec3 angular_velocity() const;                                      ///< [rad/s]

private:
    /// The rows' derivatives by (v, w): 3×6.
    using RowJacobian = Eigen::Matrix<double, 3, 6>;
    RowJacobian jacobian(const ContactRows& rows, int row) const;
    Vec3 turned_by(const Vec3& moment) const;  ///< I⁻¹ of it [rad/s]
    /// Impulse and moment about the centre that the rows' λ make.
    void gather(const ContactRows& rows, const VecX& lambda, Vec3& impulse, Vec3& moment) const;
    /// What an impulse and a moment change of the fastest point's velocity, at most. [m/s]
    double speed_by(const Vec3& impulse, const Vec3& moment) const;
    void carry_steady_impulse();
    void take_pulls(std::span<const Pull> pulls, double h);
    /// From the centre to the point that is pulled at.
    Vec3 lever(const Pull& pull) const;
    /// (v, w) += A⁻¹ (impulse, moment).
    void change_velocities(const Vec3& impulse, const Vec3& moment);
    double gyration() const;  ///< radius of it: with r ω for ω, A has one unit [m]
    /// Of the step, with the present velocity.
    Vec3 end_center(double h) const;
    Mat3 turned(const Vec3& rotation_vector) const;
    void turn(const Vec3& rotation_vector) { rotation_ = turned(rotation_vector); }
    void update_surface();

    double mass_, volume_;
    double reach_ = 0;            ///< of its surface from its centre [m]
    double collision_reach_ = 0;  ///< of its collision vertices [m]
    Mat3 body_inertia_, inverse_body_inertia_;
    Vec3 center_in_shape_;
    RigidEmbedding embedding_;
    RigidEmbedding collision_embedding_;  ///< of the exact shape; empty: the surface's
    std::vector<Vec3> collision_positions_;

    Vec3 center_, velocity_, angular_momentum_;
    Mat3 rotation_;
    Vec3 free_step_velocity_ =
        Vec3::Zero();                    ///< w of free motion: advance() sees by it what contacts changed
    Vec3 step_velocity_ = Vec3::Zero();  ///< w: what the step turns with [rad/s]
    Vec3 given_impulse_ = Vec3::Zero();  ///< p of this step: carried, or what contacts gave so far [N s]
    Vec3 given_moment_ = Vec3::Zero();   ///< about the centre [N m s]
    Vec3 last_impulse_ = Vec3::Zero();   ///< p of the step before
    Vec3 last_moment_ = Vec3::Zero();
    /// How a zone leads it through this step (body_whole.h).
    struct Lead {
        Vec3 start_velocity = Vec3::Zero();  ///< before free motion [m/s]
        bool is_led = false;
        Vec3 shift = Vec3::Zero();  ///< of the end from where the end's velocity would take it [m]
    };
    Lead lead_;
    std::vector<Pull> pulls_;  ///< of this step
    StepInertia inertia_of_step_;
};

}  // namespace limpet
