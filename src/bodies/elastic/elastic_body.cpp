#include "bodies/elastic/elastic_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "bodies/elastic/implicit_euler.h"
#include "core/state_part.h"
#include "limpet/error.h"

namespace limpet {

std::vector<Vec3> placed_nodes(const std::vector<Vec3>& own, const Placement& placement) {
    std::vector<Vec3> placed = own;
    for (Vec3& x : placed) x = placement.rotation * x + placement.position;
    return placed;
}

void check_elastic_material(const Material& m) {
    const auto require = [](bool good, const char* field, double value, const char* what) {
        if (!good) throw InputError(field, fmt::format("is {}, but must {}", value, what));
    };
    const auto positive = [](double x) { return std::isfinite(x) && x > 0; };
    const auto not_negative = [](double x) { return std::isfinite(x) && x >= 0; };
    require(positive(m.density), "material.density", m.density, "be positive");
    require(positive(m.young), "material.young", m.young, "be positive");
    require(m.poisson > -1 && m.poisson < 0.5, "material.poisson", m.poisson, "be between -1 and 0.5");
    require(not_negative(m.damping.mass), "material.damping.mass", m.damping.mass, "not be negative");
    require(not_negative(m.damping.stiffness), "material.damping.stiffness", m.damping.stiffness,
            "not be negative");
}

void ElasticRest::measure(const ElasticSystem& system) {
    mass = 0;
    for (const double part : system.mass) mass += part;
    shortest_side = std::numeric_limits<double>::infinity();
    for (const auto& [a, b] : system.elements->sides())
        shortest_side = std::min(shortest_side, (placed[a] - placed[b]).norm());
}

ElasticBody::ElasticBody(ElasticBodyParts parts)
    : NodalBody(std::move(parts.name), parts.type,
                HeldNodes(parts.own, parts.placement, parts.fixed, parts.motion)),
      rest_{std::move(parts.own), {}},
      embedding_(std::move(parts.embedding)),
      folds_(parts.folds),
      compliance_(parts.upkeep) {
    rest_.placed = placed_nodes(rest_.own, parts.placement);
    system_.name = std::move(parts.title);
    system_.damping = parts.damping;
    system_.scheme = time_scheme(parts.integrator);
    system_.elements = std::move(parts.elements);
    system_.mass = std::move(parts.mass);
    system_.assembly = Assembly(*system_.elements, static_cast<int>(rest_.own.size()), held_nodes_.held());
    system_.linear = LinearSystem(system_.assembly, parts.linear_solver);

    rest_.measure(system_);
    state_.q = rest_.placed;
    state_.v.assign(state_.q.size(), Vec3::Zero());
    const Vec3 center = center_of_mass();
    for (std::size_t i = 0; i < state_.q.size(); ++i)
        if (!held_nodes_.held()[i])
            state_.v[i] = parts.velocity + parts.angular_velocity.cross(state_.q[i] - center);
    complex_ = parts.radius > 0
                   ? CollisionComplex::of_sheet(parts.triangles, rest_.placed, parts.radius)
                   : CollisionComplex::of_triangles(parts.triangles, static_cast<int>(embedding_.size()));
    surface_.triangles = std::move(parts.triangles);
    update_surface();
}

void ElasticBody::set_damping(const Damping& damping) {
    system_.damping = damping;
    // Both were made with the old one.
    system_.matrix_h = 0;
    compliance_.forget();
}

void ElasticBody::free_motion(const FreeMotionInput& input) {
    step_.h = input.h;
    step_.velocity_before = state_.v;
    compliance_.age();
    const TimeScheme& scheme = system_.scheme;
    step_.even = scheme.stage * carried_;
    StepInput step{scheme.stage * input.h, input.acceleration.gravity(), {}, step_.even};
    take_pulls(input.pulls, step);
    add_attraction(input.acceleration, step);
    add_loads(input.loads, step);
    const std::vector<Keyframes::Pose> poses = held_nodes_.poses(input.time + input.h);
    for (const int node : system_.assembly.held_nodes())
        step.held_velocity.push_back((held_nodes_.target(node, poses) - state_.q[node]) / input.h);
    if (scheme.extrapolates() && can_move()) step.prediction = predicted(input.h);
    step_.input.prediction = step.prediction;
    if (!is_quasistatic() && compliance_.follow(system_, linearised_at(), step.h)) {
        step.near_inverse = [&](const VecX& r, VecX& z) { compliance_.solve_roughly(r, z); };
        if (compliance_.has_same_shape())
            step.kept_solve = [&](const std::vector<Vec3>& held, VecX& x) {
                compliance_.solve_step(held, x);
            };
    }
    state_.v = stepped(step);
    step_.free_velocity = state_.v;
    step_.input = {step.h, step.gravity, std::move(step.held_velocity)};
    step_.input.force = std::move(step.force);
    step_.input.prediction = std::move(step.prediction);
}

std::vector<Vec3> ElasticBody::stepped(const StepInput& step) {
    return implicit_euler(system_, state_, step, 1);
}

void ElasticBody::update_surface() {
    shape_.forget();
    embedding_.interpolate(state_.q, surface_.positions);
    embedding_.interpolate(state_.v, surface_.velocities);
}

Mat3 ElasticBody::rotation() const {
    return shape_.rotation(system_.mass, rest_.own, state_.q);
}

Energies ElasticBody::energies(const AccelerationField& field) const {
    Energies e;
    e.kinetic = kinetic_energy();
    for (std::size_t i = 0; i < state_.q.size(); ++i)
        e.potential += system_.mass[i] * field.potential(state_.q[i]);
    e.elastic = elastic_energy();
    return e;
}

double ElasticBody::kinetic_energy(const std::vector<Vec3>& v) const {
    double sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += 0.5 * system_.mass[i] * v[i].squaredNorm();
    return sum;
}

double ElasticBody::elastic_energy() const {
    return shape_.elastic_energy(*system_.elements, state_.q);
}

EnergyRange ElasticBody::elastic_energy_range() const {
    return shape_.elastic_energy_range(*system_.elements, state_.q);
}

void ElasticBody::append_state(std::vector<double>& values) const {
    append_vectors(state_.q, values);
    append_vectors(state_.v, values);
    values.push_back(carried_.size() > 0);
    values.insert(values.end(), carried_.begin(), carried_.end());
    append_rates(values);
    compliance_.append_state(values);
    append_commanded(values);
}

bool ElasticBody::set_state(std::span<const double> values) {
    const std::size_t motion = 6 * state_.q.size(), carried = 3 * system_.assembly.free_nodes().size();
    if (values.size() <= motion) return false;
    for (const double value : values)
        if (!std::isfinite(value)) return false;
    prepared_.reset();
    step_.input.prediction = {};
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
    if (!take_rates(rest)) return false;
    if (!compliance_.take_state(rest, static_cast<int>(state_.q.size()), static_cast<int>(carried / 3)))
        return false;
    update_surface();
    return take_commanded(rest);
}

}  // namespace limpet
