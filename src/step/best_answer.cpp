/// The end of a step that has no more solves left (solve_budget.h).
///
/// Every solve of a step is an answer to what it knew: contacts that closed later, or that continuous
/// detection found on the way, have no impulse in it. So all answers are judged by the same problem, that
/// of all contacts that are known in the end, with λ = 0 where an answer has none:
///
///   error = ‖F(λ)‖ / max(‖u⁰‖, s ‖λ‖, ‖u‖)      by residual.h, outside of any solver
///
/// and each group takes the λ with the smallest one. Contacts that are violated count in what is recorded,
/// too.

#include <algorithm>
#include <limits>

#include "core/parallel.h"
#include "solve/residual.h"
#include "step/constraint_response.h"

namespace limpet {

void ConstraintResponse::take_best_answer(ContactGroup& group) const {
    Residual residual(group.problem, cone_);
    double least = std::numeric_limits<double>::infinity();
    VecX best = VecX::Zero(group.problem.u0.size());
    for (const Impulses& answer : answers_) {
        VecX lambda = VecX::Zero(group.problem.u0.size());
        put_impulses(group, answer, lambda);
        const double error = residual.error(lambda);
        if (error > least) continue;
        least = error;
        best = std::move(lambda);
    }
    group.report.lambda = std::move(best);
    group.report.status = SolveStatus::OutOfSweeps;
    group.report.law_residual = least;
    group.report.residual = natural_map_error(group.problem, group.report.lambda);
    follow_impulses(group);
}

bool ConstraintResponse::take_best_answer(double h) {
    // Without W there is nothing that would judge an answer.
    if (std::any_of(groups_.begin(), groups_.end(),
                    [](const ContactGroup& g) { return g.nodal.has_value(); }))
        return false;
    int iterations = 0;
    for (const ContactGroup& group : groups_) iterations = std::max(iterations, group.report.iterations);
    groups_.clear();
    build_groups(h);
    parallel_blocks(static_cast<int>(groups_.size()), 1, [&](int g, int) {
        take_best_answer(groups_[g]);
        groups_[g].report.iterations = iterations;
    });
    correct();
    return true;
}

}  // namespace limpet
