#pragma once

/// A body of elastic elements between nodes that carry a surface: what tetrahedra and cloth have in common.
/// Nodes may be held; steps are implicit_euler.h's, contacts get A⁻¹ from elastic_compliance.h.

#include <memory>
#include <optional>
#include <span>

#include "bodies/elastic/elastic_compliance.h"
#include "bodies/elastic/elastic_system.h"
#include "bodies/elastic/rigid_motion.h"
#include "bodies/elastic/row_compliance.h"
#include "bodies/elastic/shape_measures.h"
#include "bodies/nodal_body.h"
#include "bodies/rigid_modes.h"
#include "shapes/meshes/embedding.h"

namespace limpet {

struct ElasticBodyParts {
    std::string name;
    BodyType type = BodyType::Soft;
    std::string title;      ///< what messages call it
    std::vector<Vec3> own;  ///< nodes at rest in the body's own frame [m]
    Placement placement;
    std::unique_ptr<ElasticElements> elements;  ///< at rest where the body is placed
    std::vector<double> mass;                   ///< of each node [kg]
    Vec3 velocity = Vec3::Zero();               ///< [m/s]
    Vec3 angular_velocity = Vec3::Zero();       ///< about the centre of mass [rad/s]
    Damping damping;
    Integrator integrator = Integrator::ImplicitEuler;
    LinearSolver linear_solver = LinearSolver::ConjugateGradient;  ///< not Auto
    ElasticCompliance::Upkeep upkeep{};
    std::vector<NodeSelection> fixed;  ///< in the body's own frame at rest
    std::vector<Motion> motion;        ///< displacements in world axes, rotations about the body's own origin
    std::vector<Triangle> triangles;   ///< of the surface
    BarycentricEmbedding embedding;    ///< of the surface's vertices
    bool folds = false;                ///< its parts turn by themselves
    double radius = 0;                 ///< > 0: the surface is a sheet of the nodes, thickened by it [m]
};

/// Other elements between other nodes: the first `kept` nodes stay, `added` come after them.
struct ElasticRemesh {
    int kept = 0;
    std::span<const NodeOrigin> added{};
    std::unique_ptr<ElasticElements> elements{};
    std::vector<double> mass{};         ///< of each node [kg]
    std::vector<Triangle> triangles{};  ///< of the surface
    std::vector<int> surface_nodes{};   ///< of each of its vertices
};

/// Of a body at rest.
struct ElasticRest {
    std::vector<Vec3> own;     ///< nodes in the body's own frame [m]
    std::vector<Vec3> placed;  ///< nodes as placed [m]
    double mass = 0;           ///< of the whole body [kg]
    double shortest_side = 0;  ///< of its elements [m]

    /// Mass and side of a body with these nodes.
    void measure(const ElasticSystem& system);
};

/// A body's step, as its free motion began it.
struct ElasticStep {
    StepInput input;                    ///< of its stage, without impulses
    double h = 0;                       ///< [s]
    std::vector<Vec3> velocity_before;  ///< of nodes [m/s]
    std::vector<Vec3> rigid_velocity;   ///< mean, of nodes by the body's rigid motion; empty: none [m/s]
    std::vector<Vec3> free_velocity;    ///< of nodes, before contacts [m/s]
    VecX even;                          ///< p/2, where the stage has but half of the impulses [N s]
    std::vector<NodePoint> pulled;      ///< what pulls act on; the whole body where no nodes
};

class ElasticBody : public NodalBody {
public:
    void free_motion(const FreeMotionInput& input) override;
    std::vector<PulledPoint> pulled_points() const override;
    std::vector<Vec3> own_points(LoadedPoints points) const override;
    bool can_move() const override { return !system_.assembly.free_nodes().empty(); }
    bool is_held() const;  ///< any of its nodes
    VelocityBound velocity_bound() const override;
    void add_row_velocities(const ContactRows& rows, VecX& u) const override;
    std::vector<Vec3> end_positions(double h) const override;
    void prepare_compliance(const ContactRows& rows) override;
    void add_compliance(const ContactRows& rows, BlockMatrix& W, VecX& u0) override;
    void add_impulses(const ContactRows& rows, const VecX& lambda) override;
    void add_displacements(const ContactRows& rows, const VecX& lambda, double h) override;
    std::optional<Displacement> displacement(const ContactRows& rows, const VecX& lambda,
                                             double h) const override;
    void take_displacement(Displacement displacement) override;
    void add_rigid_compliance(const ContactRows& rows, BlockMatrix& W) override;
    void move_rigidly(const ContactRows& rows, const VecX& lambda) override;
    /// With nodes as they are, and at q. [J]
    double kinetic_energy() const { return kinetic_energy(state_.v); }
    double elastic_energy() const;
    EnergyRange elastic_energy_range() const;
    double elastic_energy_at(const std::vector<Vec3>& q) const override {
        return system_.elements->energy(q);
    }
    NodeEquations node_equations(const ContactRows& rows) const override;
    bool has_node_equations() const override { return !is_quasistatic(); }
    void take_velocities(std::span<const double> v, std::span<const double> p) override;
    void shift_nodes(std::span<const double> x, double h) override;
    /// large_motion.cpp.
    bool overshoots() override;
    void linearise_at_end() override;
    void advance(double h) override;  ///< end_of_step.cpp
    void set_damping(const Damping& damping) override;

    double mass() const override { return rest_.mass; }
    /// Best fit to the body's own frame at rest, weighted by mass.
    Mat3 rotation() const override;
    Energies energies(const AccelerationField& field) const override;
    /// elastic_reading.cpp.
    std::optional<Vec3> reaction_force() const override;

    /// Positions, velocities and contact impulses of the nodes, and what the compliance was made from.
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool set_state(std::span<const double> values) override;

    const std::vector<Vec3>& positions() const { return state_.q; }
    const std::vector<Vec3>& velocities() const { return state_.v; }
    const ElasticSystem& system() const { return system_; }

protected:
    explicit ElasticBody(ElasticBodyParts parts);

    /// Velocities of all nodes at the end of a step.
    virtual std::vector<Vec3> stepped(const StepInput& step);
    virtual bool is_quasistatic() const { return false; }
    Nodes nodes() const final { return {system_.mass, rest_.own, state_.q, state_.v}; }

    /// Positions and velocities of added nodes follow from their origins; what was made for the old elements
    /// is forgotten. Impulses that the next step carries are shared between twins by their masses.
    void remesh(ElasticRemesh parts);
    const BarycentricEmbedding& embedding() const { return embedding_; }

    ElasticRest rest_;
    ElasticSystem system_;
    NodalState state_;

private:
    /// elastic_pulls.cpp, with the next four.
    void take_pulls(std::span<const Pull> pulls, StepInput& step);
    /// What attractors pull with, where the nodes are at the start of the step.
    void add_attraction(const AccelerationField& field, StepInput& step) const;
    void add_loads(std::span<const Load> loads, StepInput& step) const;
    /// A surface point as a point of one element.
    NodePoint node_point(const TrianglePoint& point) const;
    /// What commands left: motions that they took over, and springs; nothing where there are none.
    void append_commanded(std::vector<double>& values) const;
    [[nodiscard]] bool take_commanded(std::span<const double> values);
    void update_surface();
    RigidModes rigid_modes() const;
    NodeRows rows_on_nodes(const ContactRows& rows) const;
    /// Of nodes, after add_displacements().
    std::vector<Vec3> displaced_nodes(const ContactRows& rows, const VecX& lambda, double h) const;
    void make_compliance() { compliance_.prepare(system_, linearised_at(), step_.input.h, is_quasistatic()); }
    /// predicted_motion.cpp, with the next five: of nodes, where free motion took its forces. [m]
    const std::vector<Vec3>& linearised_at() const;
    Prediction predicted(double h);
    void append_rates(std::vector<double>& values) const;
    [[nodiscard]] bool take_rates(std::span<const double>& values);
    /// Nothing holds or pulls it, and it may turn.
    bool turns_freely() const;
    double kinetic_energy(const std::vector<Vec3>& v) const;
    /// end_of_step.cpp, with the next five: v⁺, from the mean velocities that state_ has before advance().
    std::vector<Vec3> end_velocities() const;
    double work_from_outside(const std::vector<Vec3>& mean) const;
    bool is_driven() const;
    /// Takes so much energy from velocities that change its shape. [J]
    void give_up(double gain);
    void keep_rates();
    void still_what_is_pressed(const std::vector<Vec3>& rates_before);
    /// A of this step's start.
    BlockMatrix present_matrix() const;
    /// Of nodes, after a time with the present velocities. [m]
    std::vector<Vec3> moved_nodes(double h) const;
    /// Does any element's side change by a large part of its length in the step?
    bool moves_far() const;
    /// Jᵀ λ on free nodes.
    VecX gathered_impulses(const ContactRows& rows, const VecX& lambda) const;

    BarycentricEmbedding embedding_;
    bool folds_;
    ShapeMeasures shape_;
    ElasticStep step_;  ///< the last one
    ElasticCompliance compliance_;
    std::optional<PreparedRows> prepared_;
    /// Mean velocities of the last step against those of the body's rigid motion; empty: none. [m/s]
    std::vector<Vec3> rates_;
    VecX carried_;  ///< p: what contacts gave in the last step, on free nodes; empty: nothing [N s]
};

/// Nodes of a body's own frame where the body is placed.
std::vector<Vec3> placed_nodes(const std::vector<Vec3>& own, const Placement& placement);

/// Throws InputError if the material cannot be that of an elastic body.
void check_elastic_material(const Material& material);

}  // namespace limpet
