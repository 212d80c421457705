#pragma once

/// A soft body: linear tetrahedra that carry an embedded surface. Equations are in elements.h (forces),
/// elastic/implicit_euler.h and quasistatic.h (steps), elastic/elastic_body.h (contacts); docs/soft-bodies.md
/// tells the whole.

#include <optional>

#include "bodies/elastic/elastic_body.h"
#include "bodies/soft/elements.h"
#include "shapes/cut/cut_mesh.h"
#include "shapes/meshes/meshes.h"

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
    Integrator integrator = Integrator::ImplicitEuler;
    ElasticModel model = ElasticModel::Corotational;
    Dynamics dynamics = Dynamics::Implicit;
    int newton_iterations = 1;
    LinearSolver linear_solver = LinearSolver::Auto;
    std::vector<NodeSelection> fixed;  ///< in the body's own frame at rest
    std::vector<Motion> motion;        ///< displacements in world axes, rotations about the body's own origin
};

class SoftBody : public ElasticBody {
public:
    /// Throws InputError if the parts cannot make a body.
    explicit SoftBody(SoftBodyParts parts);

    double volume() const override { return elements().volume(state_.q); }
    int tetrahedra() const override { return elements().count(); }
    int inverted_tetrahedra() const override { return elements().inverted(state_.q); }
    void add_to_frame(BodyFrame& frame) const override;
    std::optional<Mat3> stress(const std::optional<Vec3>& nearest_at_rest) const override;

    const Elements& elements() const { return static_cast<const Elements&>(*system_.elements); }

    /// Throws InputError if its surface is not the boundary of its tetrahedra, or it is quasi-static.
    void require_cuttable() const;
    /// So many blades may cut it, or more if they could before. Throws InputError as the function above.
    void make_cuttable(int blades);
    bool is_cuttable() const { return cut_mesh_.has_value(); }
    /// Of a body that may be cut.
    const CutMesh& cut_mesh() const { return *cut_mesh_; }
    /// Where its nodes were when end_cutting() was called last.
    const std::vector<Vec3>& positions_before() const { return before_; }
    /// A blade has crossed these edges. True if tetrahedra and surface are others now; vertices of the
    /// surface keep their numbers, new ones come after them.
    bool cut(int blade, const std::vector<EdgeCrossing>& crossings);
    void end_cutting() { before_ = state_.q; }

    /// Of a body that may be cut, its mesh first.
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool set_state(std::span<const double> values) override;

protected:
    std::vector<Vec3> stepped(const StepInput& step) override;
    bool is_quasistatic() const override { return dynamics_ == Dynamics::Quasistatic; }

private:
    /// Takes over the cut mesh, whose first `kept` nodes are the body's own. Throws InputError if a
    /// tetrahedron of it is flat or inside out.
    void take_cut_mesh(int kept, std::vector<int> surface_nodes);
    std::vector<int> surface_nodes() const;

    Dynamics dynamics_;
    int newton_iterations_;
    Material material_;
    std::optional<CutMesh> cut_mesh_;
    std::vector<Vec3> before_;  ///< of a body that may be cut [m]
};

/// Lumped masses: a quarter of each tetrahedron at each of its nodes [kg].
std::vector<double> lumped_masses(const Elements& elements, int nodes, double density);

}  // namespace limpet
