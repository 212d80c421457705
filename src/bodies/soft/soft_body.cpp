#include "bodies/soft/soft_body.h"

#include <fmt/format.h>

#include <cmath>

#include "bodies/elastic/implicit_euler.h"
#include "bodies/nearest_vertex.h"
#include "bodies/soft/quasistatic.h"
#include "limpet/error.h"

namespace limpet {
namespace {

void require(bool good, const char* field, const std::string& message) {
    if (!good) throw InputError(field, message);
}

void check(const SoftBodyParts& parts) {
    check_elastic_material(parts.material);
    require(parts.newton_iterations >= 1, "newton_iterations",
            fmt::format("is {}, but must be at least 1", parts.newton_iterations));
    require(!parts.mesh.tetrahedra.empty(), "tetrahedra", "a soft body needs at least one tetrahedron");
    for (const Vec3& x : parts.mesh.vertices)
        require(x.allFinite(), "tetrahedra", "a node's position is not a finite number");
    require(parts.embedding.size() == parts.surface.vertices.size(), "surface",
            fmt::format("has {} vertices, but {} are embedded", parts.surface.vertices.size(),
                        parts.embedding.size()));
}

/// By the table in docs/free-motion-solvers.md: a matrix that stays is factorised once, and equilibrium
/// without mass is too ill-conditioned for conjugate gradients; else they win at every size.
LinearSolver chosen(const SoftBodyParts& parts) {
    if (parts.linear_solver != LinearSolver::Auto) return parts.linear_solver;
    const bool factorise = parts.model == ElasticModel::Linear || parts.dynamics == Dynamics::Quasistatic;
    return factorise ? LinearSolver::Cholesky : LinearSolver::ConjugateGradient;
}

ElasticBodyParts elastic_parts(SoftBodyParts& parts) {
    check(parts);
    ElasticBodyParts out;
    out.name = parts.name;
    out.type = BodyType::Soft;
    out.title = fmt::format("soft body '{}'", parts.name);
    out.own = std::move(parts.mesh.vertices);
    out.placement = {parts.rotation, parts.position};
    const int nodes = static_cast<int>(out.own.size());
    auto elements =
        std::make_unique<Elements>(placed_nodes(out.own, out.placement), std::move(parts.mesh.tetrahedra),
                                   lame_parameters(parts.material), parts.model);
    out.mass = lumped_masses(*elements, nodes, parts.material.density);
    for (int i = 0; i < nodes; ++i)
        require(out.mass[i] > 0, "tetrahedra", fmt::format("node {} belongs to no tetrahedron", i));
    out.elements = std::move(elements);
    if (parts.dynamics != Dynamics::Quasistatic) {
        out.velocity = parts.velocity;
        out.angular_velocity = parts.angular_velocity;
    }
    out.damping = parts.material.damping;
    if (parts.dynamics != Dynamics::Quasistatic) out.integrator = parts.integrator;
    out.linear_solver = chosen(parts);
    out.fixed = std::move(parts.fixed);
    out.motion = std::move(parts.motion);
    out.triangles = std::move(parts.surface.triangles);
    out.embedding = std::move(parts.embedding);
    return out;
}

}  // namespace

std::vector<double> lumped_masses(const Elements& elements, int nodes, double density) {
    std::vector<double> mass(nodes, 0.0);
    for (int e = 0; e < elements.count(); ++e)
        for (const int node : elements.tetrahedra()[e]) mass[node] += density * elements.rest_volume(e) / 4;
    return mass;
}

SoftBody::SoftBody(SoftBodyParts parts)
    : ElasticBody(elastic_parts(parts)),
      dynamics_(parts.dynamics),
      newton_iterations_(parts.newton_iterations),
      material_(parts.material) {
    if (dynamics_ != Dynamics::Quasistatic) return;
    const int loose = loosely_held_node(rest_.own, elements().tetrahedra(), held_nodes_.held());
    require(loose < 0, "dynamics",
            fmt::format("a quasistatic body must not be able to move as a whole, but the part with node {} "
                        "can; `fixed` and `motion` together must hold at least three of its nodes that are "
                        "not on a line, or dynamics be \"implicit\"",
                        loose));
}

std::vector<Vec3> SoftBody::stepped(const StepInput& step) {
    return is_quasistatic() ? quasistatic(system_, state_, step)
                            : implicit_euler(system_, state_, step, newton_iterations_);
}

std::optional<Mat3> SoftBody::stress(const std::optional<Vec3>& nearest_at_rest) const {
    const std::vector<Tetrahedron>& all = elements().tetrahedra();
    if (!nearest_at_rest) {
        Mat3 sum = Mat3::Zero();
        double volume = 0;
        for (int e = 0; e < elements().count(); ++e) {
            const double own =
                elements().deformation_gradient(state_.q, e).determinant() * elements().rest_volume(e);
            sum += own * elements().cauchy_stress(state_.q, e);
            volume += own;
        }
        return Mat3(sum / volume);
    }
    const auto middle = [&](std::size_t e) {
        Vec3 sum = Vec3::Zero();
        for (const int node : all[e]) sum += rest_.own[node] / 4;
        return sum;
    };
    return elements().cauchy_stress(state_.q, nearest_vertex(all.size(), *nearest_at_rest, middle));
}

void SoftBody::add_to_frame(BodyFrame& frame) const {
    frame.nodes = to_arrays(state_.q);
    frame.node_velocities = to_arrays(state_.v);
    frame.displacements = frame.nodes;
    for (std::size_t i = 0; i < state_.q.size(); ++i)
        frame.displacements[i] = to_array(state_.q[i] - rest_.placed[i]);
    frame.tetrahedra = elements().tetrahedra();
    frame.von_mises = elements().von_mises(state_.q);
}

}  // namespace limpet
