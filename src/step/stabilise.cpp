/// Overlap that is left after a step, taken out of positions alone.

#include <algorithm>

#include "core/parallel.h"
#include "solve/sweeps/pgs.h"
#include "solve/velocity_error.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Of `distance`: so much overlap is removed in a step, at most; more would tear soft bodies.
constexpr double most_overlap_push = 1;

}  // namespace

VecX ContactPipeline::overlap_shift(const Group& group, double h) const {
    VecX shift = VecX::Zero(group.u.size());
    bool any = false;
    for (int i = 0; i < group.problem.contacts(); ++i) {
        const Contact& contact = contacts_[group.part.contacts[i]];
        // Samples do not push: as far apart as may be.
        const double gap = contact.sample ? most_overlap_push * distance_
                                          : std::min(contact.gap + contact.chord, 0.0) + h * group.u[3 * i];
        any = any || gap < -overlap_left_alone * distance_;
        shift[3 * i] = std::max(gap, -most_overlap_push * distance_) / h;
    }
    return any ? shift : VecX();
}

/// 0 ≤ λ ⊥ W λ + gap/h ≥ 0 with the gaps that the step ends with, q += h A⁻¹ Jᵀ λ.
void ContactPipeline::stabilise(double h) {
    if (volumes_) return stabilise_volumes(h);
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int g, int) {
        Group& group = groups_[g];
        VecX shift = overlap_shift(group, h);
        if (shift.size() == 0) return;
        if (anticipates_) {
            const VecX x = anticipated_shift(*group.anticipated, std::move(shift), limits_);
            for (std::size_t k = 0; k < group.part.bodies.size(); ++k)
                if (const auto own = group.anticipated->of_body(x, k); !own.empty())
                    group.part.bodies[k].body->shift_nodes(own, h);
            return;
        }
        Problem overlap;
        overlap.u0 = std::move(shift);
        overlap.friction.assign(group.problem.friction.size(), 0.0);
        const bool plain = group.damping.empty();
        if (plain)
            std::swap(overlap.W, group.problem.W);
        else
            overlap.W = build_group(contacts_, group.part.contacts, bodies_, h).W;
        Report report = solve_pgs(overlap, limits_);
        refine_velocities(overlap, limits_, report);
        if (plain) std::swap(overlap.W, group.problem.W);
        for (const BodyRows& part : group.part.bodies)
            part.body->add_displacements(part.rows, report.lambda, h);
    });
}

}  // namespace limpet
