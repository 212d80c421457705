/// The end of an elastic body's step: positions, and velocities where they are not those of the stage
/// (time_scheme.h).
///
/// The midpoint rule keeps quadratic energies. Those of large rotations and strains it keeps to O(h²) a step,
/// by ever changing errors, and so it does with changes of contacts. What a step would gain by that,
///
///   gain = ΔK + ΔΨ − h (M g + F)ᵀv̄ − λᵀJ v̄                   [J]
///
/// leaves the body as heat at once: velocities relative to the body's rigid motion shrink by one factor,
/// which keeps momentum and angular momentum as they are. So energy never grows in a step, for work of
/// contacts sums up to λᵀū ≤ 0 over all bodies.
///
///   K, Ψ   kinetic energy of nodes, elastic energy        λ   impulses of contacts [N s]
///   F      forces from outside [N]                        v̄   mean velocity of the step [m/s]

#include <algorithm>
#include <cmath>

#include "bodies/elastic/elastic_body.h"
#include "bodies/elastic/rigid_motion.h"

namespace limpet {
namespace {

/// Of the body's energy: smaller gains are rounding.
constexpr double gain_rounding = 1e-14;

}  // namespace

/// Held nodes keep what takes them to their places.
std::vector<Vec3> ElasticBody::end_velocities() const {
    std::vector<Vec3> v = state_.v;
    if (!system_.scheme.extrapolates()) return v;
    const double inverse = 1 / system_.scheme.change;
    for (const int node : system_.assembly.free_nodes())
        v[node] = 2 * step_.free_velocity[node] - step_.velocity_before[node] +
                  inverse * (v[node] - step_.free_velocity[node]);
    return v;
}

/// Without that of held nodes that move, which nobody counts.
double ElasticBody::work_from_outside(const std::vector<Vec3>& mean) const {
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    const VecX v = gathered(mean, nodes);
    double work = 0;
    for (const int node : nodes) work += step_.h * system_.mass[node] * step_.input.gravity.dot(mean[node]);
    if (carried_.size() > 0) work += carried_.dot(v);
    if (step_.input.force.size() > 0) work += step_.h * step_.input.force.dot(v);
    for (const NodeSpring& spring : system_.springs) {
        const Vec3 u = spring.at.of(mean);
        work += step_.h * spring.force(spring.at.of(state_.q) + step_.h * u, u).dot(u);
    }
    return work;
}

bool ElasticBody::is_driven() const {
    for (const Vec3& v : step_.input.held_velocity)
        if (v.squaredNorm() > 0) return true;
    return false;
}

void ElasticBody::give_up(double gain) {
    const bool free = system_.assembly.held_nodes().empty();
    const RigidMotion whole(system_.mass, state_.q, state_.v);
    const auto rigid = [&](int node) { return free ? whole.at(state_.q[node]) : Vec3(Vec3::Zero()); };
    double inner = 0;
    for (const int node : system_.assembly.free_nodes())
        inner += 0.5 * system_.mass[node] * (state_.v[node] - rigid(node)).squaredNorm();
    if (!(inner > 0)) return;
    const double factor = std::sqrt(std::max(0.0, 1 - gain / inner));
    for (const int node : system_.assembly.free_nodes()) {
        const Vec3 v = rigid(node);
        state_.v[node] = v + factor * (state_.v[node] - v);
    }
}

void ElasticBody::keep_rates() {
    rates_.clear();
    if (step_.rigid_velocity.empty()) return;
    rates_ = state_.v;
    for (std::size_t i = 0; i < rates_.size(); ++i) rates_[i] -= step_.rigid_velocity[i];
}

/// A node that contacts hold has v̄ = 0, so that what it once had would go on from step to step, v⁺ = −v, and
/// nothing that acts on motion would damp it. Nodes that are pressed in two steps running have v⁺ from how
/// they move, as straight on as their last two mean velocities; the whole body moves so that its momenta
/// stay.
void ElasticBody::still_what_is_pressed(const std::vector<Vec3>& before) {
    if (carried_.size() == 0 || step_.even.size() == 0 || before.empty()) return;
    const RigidMotion whole(system_.mass, state_.q, state_.v);
    std::vector<Vec3> change(state_.v.size(), Vec3::Zero());
    const std::vector<int>& nodes = system_.assembly.free_nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Eigen::Index row = 3 * static_cast<Eigen::Index>(k);
        if (carried_.segment<3>(row).squaredNorm() == 0 || step_.even.segment<3>(row).squaredNorm() == 0)
            continue;
        const int node = nodes[k];
        change[node] = whole.at(state_.q[node]) + 1.5 * rates_[node] - 0.5 * before[node] - state_.v[node];
    }
    const RigidMotion given(system_.mass, state_.q, change);
    const bool free = turns_freely();
    for (const int node : nodes)
        state_.v[node] += free ? Vec3(change[node] - given.at(state_.q[node])) : change[node];
}

void ElasticBody::advance(double h) {
    // Who is held back in its step has not done what its velocities say.
    const bool audited = system_.scheme.extrapolates() && h == step_.h && !is_driven();
    const double before = audited ? elastic_energy() + kinetic_energy(step_.velocity_before) : 0;
    const double work = audited ? work_from_outside(state_.v) : 0;
    for (std::size_t i = 0; i < state_.q.size(); ++i) state_.q[i] += h * state_.v[i];
    require_finite(system_, state_.q, "position");
    shape_.forget();
    if (system_.scheme.extrapolates()) {
        const std::vector<Vec3> rates_before = std::move(rates_);
        keep_rates();
        state_.v = end_velocities();
        still_what_is_pressed(rates_before);
    }
    if (audited) {
        const double gain = elastic_energy() + kinetic_energy() - before - work;
        if (gain > gain_rounding * (before + std::abs(work))) give_up(gain);
    }
    embedding_.interpolate(state_.q, surface_.positions);
    embedding_.interpolate(state_.v, surface_.velocities);
}

}  // namespace limpet
