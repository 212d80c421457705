/// What holds an elastic body's nodes, read from their own equations at the end of a step.
///
///   R = Σ_held m (a − g) + Σ_free (f − β K v)
///
///   f   elastic forces, whose sum over all nodes is zero, as that of β K v is: those on held nodes are minus
///       those on free ones [N]
///   a   acceleration of held nodes over the step [m/s²]     β   damping by stiffness [s]
///
/// What contacts and loads do to held nodes directly is not in it: no equation of the body has it.

#include "bodies/elastic/elastic_body.h"

namespace limpet {

std::optional<Vec3> ElasticBody::reaction_force() const {
    const std::vector<int>& held = system_.assembly.held_nodes();
    if (held.empty()) return {};
    const double h = step_.h;
    Vec3 sum = Vec3::Zero();
    if (h > 0 && !is_quasistatic())
        for (const int node : held)
            sum += system_.mass[node] * (state_.v[node] - step_.velocity_before[node]) / h;
    for (const int node : held) sum -= system_.mass[node] * step_.input.gravity;
    const bool damped = system_.damping.stiffness > 0 && !is_quasistatic();
    system_.elements->evaluate(state_.q, damped ? Stiffness::Projected : Stiffness::None);
    const std::vector<Vec3> f = elastic_forces(system_);
    for (const int node : system_.assembly.free_nodes()) sum += f[node];
    if (!damped) return sum;
    BlockMatrix free = system_.assembly.free_matrix(), fixed = system_.assembly.held_matrix();
    system_.assembly.assemble(*system_.elements, std::vector<double>(state_.q.size(), 0.0), 0,
                              system_.damping.stiffness, free, fixed);
    VecX drag = VecX::Zero(3 * Eigen::Index(free.rows()));
    const VecX v_free = gathered(state_.v, system_.assembly.free_nodes());
    const VecX v_held = gathered(state_.v, held);
    free.subtract_rows(0, free.rows(), v_free.data(), drag.data());
    fixed.subtract_rows(0, fixed.rows(), v_held.data(), drag.data());
    for (Eigen::Index k = 0; k < drag.size(); k += 3) sum += drag.segment<3>(k);
    return sum;
}

}  // namespace limpet
