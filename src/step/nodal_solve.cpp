/// Groups that are solved without W (solve/node_problem.h): bodies give their equations, and take the
/// velocities that solve them.
///
/// The group's problem is then that of the last iteration, u = B λ + u⁰ with B = J D⁻¹ Jᵀ: λ and u are those
/// of the step, and residual.h has the same to say of them; only its scale s is B's. The residual is the
/// larger of that and of what is left of the bodies' equations.

#include "solve/anticipation.h"
#include "step/constraint_response.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

int first_moving_body(const ContactGroup& group, const StepContext& context,
                      const std::vector<Contact>& contacts) {
    const ContactKey& key = contacts[group.part.contacts.front()].key;
    return context.moves[key.first_body] ? key.first_body : key.second_body;
}

}  // namespace

Route ConstraintResponse::route_of(const std::vector<int>& contacts) const {
    if (type_ == SolverType::Anticipation) return Route::Anticipation;
    if (type_ == SolverType::Newton) return Route::Newton;
    return type_ == SolverType::Auto && newton_pays(contacts) ? Route::Newton : Route::Compliance;
}

/// Of bonded contacts of sheets only: without bonds, sweeps are quick, and W of a sheet that bends says
/// little, since it is made of an older A that turns as a whole.
bool ConstraintResponse::newton_pays(const std::vector<int>& contacts) const {
    bool any_bond = false, any_sheet = false;
    for (const int i : contacts) {
        const Contact& c = set_.all()[i];
        if (c.volume || c.viscosity > 0) return false;
        any_bond = any_bond || c.beta > 0;
        for (const int body : {c.key.first_body, c.key.second_body}) {
            if (context_.tools[body]) return false;
            if (context_.moves[body] && !context_.bodies[body]->has_node_equations()) return false;
            any_sheet = any_sheet || context_.bodies[body]->type() == BodyType::Cloth;
        }
    }
    return any_bond && any_sheet;
}

void ConstraintResponse::build_nodal(ContactGroup& group, double h) {
    group.nodal = nodal_group(group.part);
    if (drop_immovable(group, group.nodal->movable(), h)) {
        group.part = build_rows(set_.all(), std::move(group.part.contacts), context_.bodies, h);
        group.nodal = nodal_group(group.part);
    }
    set_problem(group, h);
    if (group.route == Route::Newton && !group.part.contacts.empty())
        group.factor = &factors_[first_moving_body(group, context_, set_.all())];
    NodeProblem& problem = group.nodal->problem;
    problem.friction = group.problem.friction;
    problem.bonds = group.problem.bonds;
    problem.start = group.problem.start;
    for (std::size_t k = 0; k < group.rebounds.size(); ++k)
        problem.c[3 * static_cast<Eigen::Index>(k)] -= group.rebounds[k].shift;
}

NodeSolution ConstraintResponse::solve_nodal(const NodeProblem& problem, const ContactGroup& group) const {
    return group.route == Route::Newton ? solve_node_newton(problem, limits_, *group.factor)
                                        : solve_anticipation(problem, limits_);
}

void ConstraintResponse::solve_nodal(ContactGroup& group) const {
    group.nodal->problem.start = group.problem.start;
    if (group.part.contacts.empty()) return;
    NodeSolution result = solve_nodal(group.nodal->problem, group);
    group.report = std::move(result.report);
    if (group.report.status == SolveStatus::Refused) return;
    group.node_velocities = std::move(result.v);
    group.node_impulses = std::move(result.p);
    group.u = std::move(result.u);
    group.problem.W = std::move(result.B);
    group.problem.W_is = DelassusOperator::NodeCompliance;
    set_velocities(group.problem, group.report.lambda, group.u);
    add_rebounds(group);
}

}  // namespace limpet
