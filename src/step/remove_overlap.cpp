/// Overlap that is left after a step, taken out of positions alone.

#include <algorithm>

#include "core/parallel.h"
#include "solve/sweeps/pgs.h"
#include "solve/velocity_error.h"
#include "step/constraint_response.h"
#include "step/step_constants.h"

namespace limpet {
VecX ConstraintResponse::overlap_shift(const ContactGroup& group, double h) const {
    VecX shift = VecX::Zero(group.u.size());
    bool any = false;
    for (int i = 0; i < group.problem.contacts(); ++i) {
        const Contact& contact = set_.all()[group.part.contacts[i]];
        // Samples do not push: as far apart as may be.
        const double gap = contact.sample ? max_push_ratio * context_.distance
                                          : std::min(contact.gap + contact.chord, 0.0) + h * group.u[3 * i];
        any = any || gap < -overlap_tolerance_ratio * context_.distance;
        shift[3 * i] = std::max(gap, -max_push_ratio * context_.distance) / h;
    }
    return any ? shift : VecX();
}

std::vector<int> ConstraintResponse::overlapping(double h) const {
    std::vector<int> found;
    for (const ContactGroup& group : groups_)
        if (overlap_shift(group, h).size() > 0) found.push_back(group.part.contacts.front());
    return found;
}

void ConstraintResponse::remove_overlap(double h) {
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int g, int) { remove_overlap(groups_[g], h); });
}

/// 0 ≤ λ ⊥ W λ + gap/h ≥ 0 with the gaps that the step ends with, q += h A⁻¹ Jᵀ λ.
void ConstraintResponse::remove_overlap(ContactGroup& group, double h) const {
    VecX shift = overlap_shift(group, h);
    if (shift.size() == 0) return;
    if (group.nodal) {
        const VecX x = solve_nodal(shift_problem(*group.nodal, std::move(shift)), group).v;
        for (std::size_t k = 0; k < group.part.bodies.size(); ++k)
            if (const auto own = group.nodal->of_body(x, k); !own.empty())
                group.part.bodies[k].body->shift_nodes(own, h);
        return;
    }
    Problem overlap;
    overlap.u0 = std::move(shift);
    overlap.friction.assign(group.problem.friction.size(), 0.0);
    const bool plain = group.problem.W_is == DelassusOperator::Compliance;
    if (plain)
        std::swap(overlap.W, group.problem.W);
    else
        overlap.W = build_group(set_.all(), group.part.contacts, context_.bodies, h).W;
    Report report = solve_pgs(overlap, limits_);
    refine_velocities(overlap, limits_, report);
    if (plain) std::swap(overlap.W, group.problem.W);
    for (const BodyRows& part : group.part.bodies) part.body->add_displacements(part.rows, report.lambda, h);
}

}  // namespace limpet
