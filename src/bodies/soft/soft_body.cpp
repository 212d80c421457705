#include "bodies/soft/soft_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "bodies/nearest_vertex.h"
#include "bodies/soft/implicit_euler.h"
#include "bodies/soft/quasistatic.h"
#include "limpet/error.h"

namespace limpet {
namespace {

void require(bool good, const char* field, const std::string& message) {
    if (!good) throw InputError(field, message);
}

void check(const SoftBodyParts& parts) {
    const Material& m = parts.material;
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    const auto not_negative = [](double x) { return std::isfinite(x) && x >= 0; };
    require(positive(m.density), "material.density", fmt::format("is {}, but must be positive", m.density));
    require(positive(m.young), "material.young", fmt::format("is {}, but must be positive", m.young));
    require(m.poisson > -1 && m.poisson < 0.5, "material.poisson",
            fmt::format("is {}, but must be between -1 and 0.5", m.poisson));
    require(not_negative(m.damping.mass), "material.damping.mass",
            fmt::format("is {}, but must not be negative", m.damping.mass));
    require(not_negative(m.damping.stiffness), "material.damping.stiffness",
            fmt::format("is {}, but must not be negative", m.damping.stiffness));
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

}  // namespace

std::vector<double> lumped_masses(const Elements& elements, int nodes, double density) {
    std::vector<double> mass(nodes, 0.0);
    for (int e = 0; e < elements.count(); ++e)
        for (const int node : elements.tetrahedra()[e]) mass[node] += density * elements.rest_volume(e) / 4;
    return mass;
}

SoftBody::SoftBody(SoftBodyParts parts)
    : Body(parts.name, BodyType::Soft),
      dynamics_(parts.dynamics),
      newton_iterations_(parts.newton_iterations) {
    check(parts);
    own_ = std::move(parts.mesh.vertices);
    rest_ = own_;
    for (Vec3& x : rest_) x = parts.rotation * x + parts.position;
    const int nodes = static_cast<int>(own_.size());

    system_.name = parts.name;
    system_.damping = parts.material.damping;
    system_.elements =
        Elements(rest_, std::move(parts.mesh.tetrahedra), lame_parameters(parts.material), parts.model);
    system_.mass = lumped_masses(system_.elements, nodes, parts.material.density);
    for (int i = 0; i < nodes; ++i) {
        require(system_.mass[i] > 0, "tetrahedra", fmt::format("node {} belongs to no tetrahedron", i));
        mass_ += system_.mass[i];
    }
    held_nodes_ = HeldNodes(own_, {parts.rotation, parts.position}, parts.fixed, parts.motion);
    if (dynamics_ == Dynamics::Quasistatic) {
        const int loose = loosely_held_node(own_, system_.elements.tetrahedra(), held_nodes_.held());
        require(loose < 0, "dynamics",
                fmt::format(
                    "a quasistatic body must not be able to move as a whole, but the part with node {} can; "
                    "`fixed` and `motion` together must hold at least three of its nodes that are not on a "
                    "line, or dynamics be \"implicit\"",
                    loose));
    }
    system_.assembly = Assembly(system_.elements, nodes, held_nodes_.held());
    system_.linear = LinearSystem(system_.assembly, chosen(parts));

    state_.q = rest_;
    set_initial_velocities(parts.velocity, parts.angular_velocity);
    embedding_ = std::move(parts.embedding);
    complex_ = CollisionComplex::of_triangles(parts.surface.triangles,
                                              static_cast<int>(parts.surface.vertices.size()));
    surface_.triangles = std::move(parts.surface.triangles);
    update_surface();
}

void SoftBody::set_initial_velocities(const Vec3& velocity, const Vec3& angular_velocity) {
    const Vec3 center = center_of_mass();
    state_.v.assign(rest_.size(), Vec3::Zero());
    if (dynamics_ == Dynamics::Quasistatic) return;
    for (std::size_t i = 0; i < rest_.size(); ++i)
        if (!held_nodes_.held()[i]) state_.v[i] = velocity + angular_velocity.cross(rest_[i] - center);
}

void SoftBody::free_motion(const FreeMotionInput& input) {
    step_h_ = input.h;
    compliance_.age();
    compliance_ready_ = false;
    StepInput step{input.h, input.gravity, {}, carried_};
    const std::vector<Keyframes::Pose> poses = held_nodes_.poses(input.time + input.h);
    for (const int node : system_.assembly.held_nodes())
        step.held_velocity.push_back((held_nodes_.target(node, poses) - state_.q[node]) / input.h);
    state_.v = dynamics_ == Dynamics::Quasistatic ? quasistatic(system_, state_, step)
                                                  : implicit_euler(system_, state_, step, newton_iterations_);
}

void SoftBody::advance(double h) {
    for (std::size_t i = 0; i < state_.q.size(); ++i) state_.q[i] += h * state_.v[i];
    require_finite(system_, state_.q, "position");
    update_surface();
}

void SoftBody::update_surface() {
    embedding_.interpolate(state_.q, surface_.positions);
    embedding_.interpolate(state_.v, surface_.velocities);
}

Vec3 SoftBody::center_of_mass() const {
    return mass_center(system_.mass, state_.q);
}

Vec3 SoftBody::mean_velocity() const {
    return mass_center(system_.mass, state_.v);
}

Mat3 SoftBody::rotation() const {
    return best_rotation(system_.mass, own_, state_.q);
}

Energies SoftBody::energies(const Vec3& gravity) const {
    Energies e;
    for (std::size_t i = 0; i < state_.q.size(); ++i) {
        e.kinetic += 0.5 * system_.mass[i] * state_.v[i].squaredNorm();
        e.potential -= system_.mass[i] * gravity.dot(state_.q[i]);
    }
    e.elastic = system_.elements.energy(state_.q);
    return e;
}

int SoftBody::nearest_point(const Vec3& at_rest) const {
    return nearest_vertex(own_.size(), at_rest, [&](std::size_t i) { return own_[i]; });
}

void SoftBody::add_to_frame(BodyFrame& frame) const {
    frame.nodes = to_arrays(state_.q);
    frame.node_velocities = to_arrays(state_.v);
    frame.displacements = frame.nodes;
    for (std::size_t i = 0; i < rest_.size(); ++i) frame.displacements[i] = to_array(state_.q[i] - rest_[i]);
    frame.tetrahedra = system_.elements.tetrahedra();
    frame.von_mises = system_.elements.von_mises(state_.q);
}

std::vector<double> SoftBody::state() const {
    std::vector<double> values;
    values.reserve(6 * state_.q.size());
    for (const std::vector<Vec3>* list : {&state_.q, &state_.v})
        for (const Vec3& x : *list) values.insert(values.end(), x.begin(), x.end());
    values.push_back(carried_.size() > 0);
    values.insert(values.end(), carried_.begin(), carried_.end());
    compliance_.append_state(values);
    return values;
}

bool SoftBody::set_state(std::span<const double> values) {
    const std::size_t motion = 6 * state_.q.size(), carried = 3 * system_.assembly.free_nodes().size();
    if (values.size() <= motion) return false;
    for (const double value : values)
        if (!std::isfinite(value)) return false;
    const double* next = values.data();
    for (std::vector<Vec3>* list : {&state_.q, &state_.v})
        for (Vec3& x : *list) {
            x = Eigen::Map<const Vec3>(next);
            next += 3;
        }
    std::span<const double> rest = values.subspan(motion + 1);
    carried_.resize(0);
    if (values[motion] != 0) {
        if (rest.size() < carried) return false;
        carried_ = Eigen::Map<const VecX>(rest.data(), static_cast<Eigen::Index>(carried));
        rest = rest.subspan(carried);
    }
    if (!compliance_.take_state(rest, static_cast<int>(state_.q.size()), static_cast<int>(carried / 3)))
        return false;
    update_surface();
    return rest.empty();
}

}  // namespace limpet
