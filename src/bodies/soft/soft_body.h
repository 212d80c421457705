#pragma once

/// A soft body: linear tetrahedra that carry an embedded surface. Equations are in elements.h (forces),
/// elastic/implicit_euler.h and quasistatic.h (steps), elastic/elastic_body.h (contacts); docs/soft-bodies.md
/// tells the whole.

#include "bodies/elastic/elastic_body.h"
#include "bodies/soft/elements.h"
#include "shapes/meshes.h"

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

class SoftBody : public ElasticBody {
public:
    /// Throws InputError if the parts cannot make a body.
    explicit SoftBody(SoftBodyParts parts);

    double volume() const override { return elements().volume(state_.q); }
    int tetrahedra() const override { return elements().count(); }
    void add_to_frame(BodyFrame& frame) const override;

    const Elements& elements() const { return static_cast<const Elements&>(*system_.elements); }

protected:
    std::vector<Vec3> stepped(const StepInput& step) override;
    bool is_quasistatic() const override { return dynamics_ == Dynamics::Quasistatic; }

private:
    Dynamics dynamics_;
    int newton_iterations_;
};

/// Lumped masses: a quarter of each tetrahedron at each of its nodes [kg].
std::vector<double> lumped_masses(const Elements& elements, int nodes, double density);

}  // namespace limpet
