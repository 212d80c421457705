#pragma once

/// A soft body: linear tetrahedra that carry an embedded surface. Equations are in elements.h (forces),
/// implicit_euler.h and quasistatic.h (steps); docs/soft-bodies.md tells the whole.

#include "bodies/body.h"
#include "bodies/soft/held_nodes.h"
#include "bodies/soft/soft_compliance.h"
#include "bodies/soft/soft_system.h"
#include "shapes/embedding.h"

namespace limpet {

struct SoftBodyParts {
    std::string name;
    TetMesh mesh;                          ///< in the body's own frame at rest
    TriMesh surface;                       ///< in the body's own frame at rest
    BarycentricEmbedding embedding;        ///< of surface.vertices in mesh
    Mat3 rotation = Mat3::Identity();      ///< of the placement: x = rotation X + position, without strain
    Vec3 position = Vec3::Zero();          ///< [m]
    Vec3 velocity = Vec3::Zero();          ///< [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< about the centre of mass [rad/s]
    Material material;
    ElasticModel model = ElasticModel::Corotational;
    Dynamics dynamics = Dynamics::Implicit;
    int newton_iterations = 1;
    LinearSolver linear_solver = LinearSolver::Auto;
    std::vector<NodeSelection> fixed;  ///< in the body's own frame at rest
    std::vector<Motion> motion;        ///< displacements in world axes, rotations about the body's own origin
};

class SoftBody : public Body {
public:
    /// Throws InputError if the parts cannot make a body.
    explicit SoftBody(SoftBodyParts parts);

    void free_motion(const FreeMotionInput& input) override;
    bool can_move() const override { return !system_.assembly.free_nodes().empty(); }
    VelocityBound velocity_bound() const override;
    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    std::vector<Vec3> end_positions(double h) const override;
    void add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) override;
    void add_impulses(const ContactRows& rows, const VecX& lambda) override;
    void add_displacements(const ContactRows& rows, const VecX& lambda, double h) override;
    void advance(double h) override;

    double mass() const override { return mass_; }
    Vec3 center_of_mass() const override;
    Vec3 mean_velocity() const override;
    /// Best fit to the body's own frame at rest, weighted by mass.
    Mat3 rotation() const override;
    double volume() const override { return system_.elements.volume(state_.q); }
    Energies energies(const Vec3& gravity) const override;
    int tetrahedra() const override { return system_.elements.count(); }

    int nearest_point(const Vec3& at_rest) const override;
    Vec3 point_position(int node) const override { return state_.q[node]; }
    Vec3 point_velocity(int node) const override { return state_.v[node]; }

    void add_to_frame(BodyFrame& frame) const override;
    /// Positions, velocities and contact impulses of the nodes, and what the compliance was made from.
    std::vector<double> state() const override;
    [[nodiscard]] bool set_state(std::span<const double> values) override;

    const std::vector<Vec3>& positions() const { return state_.q; }
    const std::vector<Vec3>& velocities() const { return state_.v; }
    const SoftSystem& system() const { return system_; }

private:
    void set_initial_velocities(const Vec3& velocity, const Vec3& angular_velocity);
    void update_surface();
    void prepare_compliance();
    /// Jᵀ λ on free nodes.
    VecX gathered_impulses(const ContactRows& rows, const VecX& lambda) const;

    std::vector<Vec3> own_;   ///< nodes at rest in the body's own frame [m]
    std::vector<Vec3> rest_;  ///< nodes as placed [m]
    SoftSystem system_;
    SoftState state_;
    HeldNodes held_nodes_;
    BarycentricEmbedding embedding_;
    Dynamics dynamics_;
    int newton_iterations_;
    double mass_ = 0;  ///< [kg]

    SoftCompliance compliance_;
    bool compliance_ready_ = false;  ///< for this step
    double step_h_ = 0;              ///< of this step [s]
    VecX carried_;  ///< p: what contacts gave in the last step, on free nodes; empty: nothing [N s]
};

/// Lumped masses: a quarter of each tetrahedron at each of its nodes [kg].
std::vector<double> lumped_masses(const Elements& elements, int nodes, double density);

}  // namespace limpet
