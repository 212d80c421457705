/// What bounces in a step's groups (rebound.h).

#include <algorithm>

#include "core/parallel.h"
#include "step/constraint_response.h"

namespace limpet {
namespace {

Eigen::Index normal_row(std::size_t contact) {
    return 3 * static_cast<Eigen::Index>(contact);
}

bool any_bounces(const ContactGroup& group) {
    return std::any_of(group.rebounds.begin(), group.rebounds.end(),
                       [](const Rebound& r) { return r.shift != 0; });
}

}  // namespace

void ConstraintResponse::add_rebounds(ContactGroup& group) {
    for (std::size_t k = 0; k < group.rebounds.size(); ++k) group.u[normal_row(k)] += group.rebounds[k].shift;
}

void ConstraintResponse::limit_rebounds(ContactGroup& group) const {
    group.rebound_part = 1;
    if (group.report.status == SolveStatus::Refused || !any_bounces(group)) return;
    Problem inelastic = group.problem;
    VecX before = group.problem.u0;
    for (std::size_t k = 0; k < group.rebounds.size(); ++k) {
        const Rebound& rebound = group.rebounds[k];
        const double gap = std::max(set_.all()[group.part.contacts[k]].gap, 0.0);
        inelastic.u0[normal_row(k)] += rebound.shift;
        before[normal_row(k)] =
            rebound.shift != 0 ? -rebound.speed : inelastic.u0[normal_row(k)] - gap / step_length_;
    }
    const VecX none = VecX::Zero(before.size());
    if (passive_part(group.problem, none, group.report.lambda, before) == 1) return;
    const VecX without = solver_.solve(inelastic, limits_, cone_).lambda;
    group.rebound_part = passive_part(group.problem, without, group.report.lambda, before);
    group.report.lambda = without + group.rebound_part * (group.report.lambda - without);
}

/// Do all impulses of the group answer impacts on what cannot move? Where others balance a part of them, a
/// delay of that part alone would push bodies into what they hit.
bool ConstraintResponse::is_only_bounced(const ContactGroup& group) const {
    if (!any_bounces(group)) return false;
    for (std::size_t k = 0; k < group.rebounds.size(); ++k) {
        const ContactKey& key = set_.all()[group.part.contacts[k]].key;
        const bool pushes = group.report.lambda[normal_row(k)] != 0;
        const bool both_move = context_.moves[key.first_body] && context_.moves[key.second_body];
        if (pushes && (both_move || group.rebounds[k].shift == 0)) return false;
    }
    return true;
}

/// q −= τ A⁻¹ Jᵀ λ, of what meets bodies that nothing pushes. Of two that move it would change their angular
/// momentum, since levers are those of the start, by τ λ × (v₁ − v₂); without it they are apart by what they
/// move in a part of a step, and have the same energy: their weights do no work in common, and fall alike.
void ConstraintResponse::delay_rebounds(double h) {
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int g, int) {
        const ContactGroup& group = groups_[g];
        if (!is_only_bounced(group)) return;
        VecX delayed = VecX::Zero(group.u.size());
        for (std::size_t k = 0; k < group.rebounds.size(); ++k)
            delayed.segment<3>(normal_row(k)) = -group.rebound_part * group.rebounds[k].time / h *
                                                group.report.lambda.segment<3>(normal_row(k));
        for (const BodyRows& part : group.part.bodies)
            if (part.body->can_move() && !part.body->deforms())
                part.body->add_displacements(part.rows, delayed, h);
    });
}

}  // namespace limpet
