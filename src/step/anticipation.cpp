/// Steps without W (solve/anticipation.h): bodies give their equations, and take the velocities that solve
/// them.
///
/// The group's problem is then that of the last outer iteration, u = B λ + u⁰ with B = J D⁻¹ Jᵀ: λ and u are
/// those of the step, and residual.h has the same to say of them; only its scale s is B's. The residual is
/// the larger of that and of what is left of the bodies' equations.

#include "step/constraint_response.h"

namespace limpet {

void ConstraintResponse::build_anticipated(ContactGroup& group, double h) {
    group.anticipated = anticipated_group(group.part);
    if (drop_immovable(group, group.anticipated->movable(), h)) {
        group.part = build_rows(set_.all(), std::move(group.part.contacts), context_.bodies, h);
        group.anticipated = anticipated_group(group.part);
    }
    set_problem(group, h);
    AnticipationProblem& problem = group.anticipated->problem;
    problem.friction = group.problem.friction;
    problem.bonds = group.problem.bonds;
    problem.start = group.problem.start;
    for (std::size_t k = 0; k < group.rebounds.size(); ++k)
        problem.c[3 * static_cast<Eigen::Index>(k)] -= group.rebounds[k].shift;
}

void ConstraintResponse::solve_anticipated(ContactGroup& group) const {
    group.anticipated->problem.start = group.problem.start;
    AnticipationResult result = solve_anticipation(group.anticipated->problem, limits_);
    group.report = std::move(result.report);
    if (group.report.status == SolveStatus::Refused) return;
    group.node_velocities = std::move(result.v);
    group.node_impulses = std::move(result.p);
    group.u = std::move(result.u);
    group.problem.W = std::move(result.B);
    group.problem.W_is = DelassusOperator::NodeCompliance;
    group.problem.W.multiply_rows(0, group.problem.contacts(), group.report.lambda.data(),
                                  group.problem.u0.data());
    group.problem.u0 = group.u - group.problem.u0;
    add_rebounds(group);
}

}  // namespace limpet
