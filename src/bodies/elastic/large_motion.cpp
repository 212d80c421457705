/// A step whose motion is too large for what was solved.
///
/// Contacts push with A⁻¹ of one state: forces at the end of the step are those that the linear model has
/// there. Where nodes move by a large part of their distance, as those of a cloth that a bullet hits, it has
/// nothing to do with the body any more: a flat sheet does not feel at all how far it is driven out of its
/// plane, and after the step it is stretched by an energy that nothing gave.
///
///   gain = ΔK + ΔΨ − pᵀv⁺ − h gᵀM v⁺ − h Fᵀv⁺ + h f_heldᵀ v_held          [J]
///
///   K, Ψ   kinetic energy of free nodes, elastic energy        p   impulses of contacts [N s]
///   f_held elastic force on held nodes at the end [N]          v⁺  velocities at the end [m/s]
///   F      forces and springs from outside, at the end (bodies/pull.h) [N]
///   Of the midpoint rule (time_scheme.h) v⁺ that multiplies something is the mean velocity.
///
/// Implicit Euler with forces of the end of the step has gain ≤ 0 where Ψ is convex, since it loses
/// ½‖v⁺ − v‖²_M and what Ψ curves. More than a part of the energy that came in is the linear model's doing.
/// Then the step is linearised where it would end, which is Newton's next iteration on the full equation
/// (implicit_euler.h) with contacts in it.

#include <algorithm>

#include "bodies/elastic/elastic_body.h"
#include "bodies/elastic/implicit_euler.h"

namespace limpet {
namespace {

/// Of the length of an element's side: a step along the tangent that moves a side's ends by this part of it
/// against each other strains it by half the square, 0.5 %. Less cannot give much energy.
constexpr double linear_side_motion = 0.1;
/// Of what it had and got: as much as a hit may give by docs/contact.md.
constexpr double energy_gain_tolerance = 0.01;

double kinetic(const ElasticSystem& system, const std::vector<Vec3>& v) {
    double sum = 0;
    for (const int node : system.assembly.free_nodes())
        sum += 0.5 * system.mass[node] * v[node].squaredNorm();
    return sum;
}

}  // namespace

std::vector<Vec3> ElasticBody::moved_nodes(double h) const {
    std::vector<Vec3> end = state_.q;
    for (std::size_t i = 0; i < end.size(); ++i) end[i] += h * state_.v[i];
    return end;
}

bool ElasticBody::moves_far() const {
    const double h = step_.h;
    if (2 * h * velocity_bound().deviation <= linear_side_motion * rest_.shortest_side) return false;
    bool any = false;
    for (const auto& [a, b] : system_.elements->sides()) {
        const double moved = h * h * (state_.v[a] - state_.v[b]).squaredNorm();
        any = any ||
              moved > linear_side_motion * linear_side_motion * (state_.q[a] - state_.q[b]).squaredNorm();
    }
    return any;
}

bool ElasticBody::overshoots() {
    if (is_quasistatic() || system_.elements->is_linear() || !moves_far()) return false;
    const std::vector<Vec3> end = moved_nodes(step_.h);
    double work = work_from_outside(state_.v);
    if (!system_.assembly.held_nodes().empty()) {
        system_.elements->evaluate(end, Stiffness::None);
        const std::vector<Vec3> f = elastic_forces(system_);
        for (const int node : system_.assembly.held_nodes()) work -= step_.h * f[node].dot(state_.v[node]);
    }
    const double before = kinetic(system_, step_.velocity_before) + elastic_energy(),
                 after = kinetic(system_, end_velocities()) + system_.elements->energy(end);
    return after - before - work > energy_gain_tolerance * (before + std::max(work, 0.0));
}

void ElasticBody::linearise_at_end() {
    const TimeScheme& scheme = system_.scheme;
    step_.input.impulse = VecX::Zero(3 * static_cast<Eigen::Index>(system_.assembly.free_nodes().size()));
    if (carried_.size() > 0) step_.input.impulse += scheme.change * carried_;
    if (step_.even.size() > 0) step_.input.impulse += (1 - scheme.change / scheme.stage) * step_.even;
    const std::vector<Vec3> end = moved_nodes(step_.input.h);
    state_.v = newton_iteration(system_, {state_.q, step_.velocity_before}, step_.input, state_.v);
    compliance_.renew(system_, end, step_.input.h);
}

}  // namespace limpet
