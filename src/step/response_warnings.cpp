/// Warnings about a step's answer; each is issued once.

#include <fmt/format.h>

#include <algorithm>

#include "solve/residual.h"
#include "step/constraint_response.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// How fast the contact that closes fastest does. [m/s]
double fastest_approach(const VecX& u) {
    double most = 0;
    for (Eigen::Index i = 0; i < u.size(); i += 3) most = std::max(most, -u[i]);
    return most;
}

}  // namespace

void ConstraintResponse::warn(const SolveBudget& budget, double h) {
    // Where the budget was spent, its warning has the residual.
    if (budget.refused())
        warn_of_budget(budget);
    else
        warn_of_residuals();
    warn_of_bonds();
    warn_of_velocities(h);
}

const ContactKey& ConstraintResponse::worst_pair(const ContactGroup& group) const {
    Residual residual(group.problem, cone_);
    residual.error(group.report.lambda);
    return set_.all()[group.part.contacts[residual.worst_contact()]].key;
}

/// Names of the group's bodies that move, but for the pair.
std::vector<std::string> ConstraintResponse::others_of(const ContactGroup& group,
                                                       const ContactKey& pair) const {
    std::vector<std::string> names;
    for (const BodyRows& part : group.part.bodies)
        if (part.body->can_move() && part.body != context_.bodies[pair.first_body].get() &&
            part.body != context_.bodies[pair.second_body].get())
            names.push_back(part.body->name());
    return names;
}

void ConstraintResponse::warn_of_budget(const SolveBudget& budget) {
    if (groups_.empty()) return;
    const auto worst =
        std::max_element(groups_.begin(), groups_.end(), [](const ContactGroup& a, const ContactGroup& b) {
            return a.report.law_residual < b.report.law_residual;
        });
    if (worst->part.contacts.empty()) return;
    const ContactKey& key = worst_pair(*worst);
    context_.warnings.about_group(
        "solves", key.first_body, key.second_body, [&] { return others_of(*worst, key); },
        worst->report.law_residual,
        [&] {
            return fmt::format(
                "are in a group of {} contacts that was solved {} times in a step without an end: the "
                "best answer is taken, with residual {:.2g}; a smaller time.step helps",
                worst->problem.contacts(), budget.solves() + 1, worst->report.law_residual);
        });
}

/// Where impulses are large against velocities, a small residual says little. Contacts that close by less
/// than separation leaves alone overlap no more than they should.
void ConstraintResponse::warn_of_velocities(double h) {
    for (const ContactGroup& group : groups_) {
        if (group.part.contacts.empty()) continue;
        const bool ill_conditioned = group.report.velocity_error > rough_residual;
        const bool lets_overlap = group.kept_part < 1 &&
                                  h * fastest_approach(group.u) > overlap_tolerance_ratio * context_.distance;
        if (!ill_conditioned && !lets_overlap) continue;
        const ContactKey& key = worst_pair(group);
        const auto others = [&] { return others_of(group, key); };
        if (ill_conditioned)
            context_.warnings.about_group("ill-conditioned", key.first_body, key.second_body, others, 0, [&] {
                return fmt::format(
                    "are in a contact group whose impulses are far larger than its motion, as where "
                    "something heavy lies on something light or many bodies jam, and velocities are "
                    "only right to {:.2g} of what they would be without contact: bodies may sink into "
                    "each other; less different masses, a smaller time.step or more solver.iterations "
                    "help",
                    group.report.velocity_error);
            });
        if (lets_overlap)
            context_.warnings.about_group("scaled", key.first_body, key.second_body, others, 0, [&] {
                return fmt::format(
                    "are in a contact group whose forces were not found in {} iterations and would have "
                    "added energy; they were scaled by {:.2g}, and bodies overlap more than they should: "
                    "a smaller time.step or more solver.iterations help",
                    group.report.iterations, group.kept_part);
            });
    }
}

/// What bonds do in a step is a small part of what they hold, so that small errors of that add up.
void ConstraintResponse::warn_of_bonds() {
    for (const ContactGroup& group : groups_) {
        if (group.report.status == SolveStatus::Converged || !group.problem.has_bonds()) continue;
        Residual residual(group.problem, cone_);
        residual.error(group.report.lambda);
        const double wrong = residual.work_error();
        if (!(wrong > rough_work_error)) continue;
        const ContactKey& key = set_.all()[group.part.contacts[residual.worst_contact()]].key;
        context_.warnings.about_group(
            "bond-work", key.first_body, key.second_body, [&] { return others_of(group, key); }, wrong,
            [&] {
                return fmt::format(
                    "are in a contact group whose bonds were not solved in {} iterations: their pulls are "
                    "wrong by {:.2g} of what they hold, and the energy that they take by a multiple of that; "
                    "the solver \"auto\", more solver.iterations or a smaller solver.tolerance help",
                    group.report.iterations, wrong);
            });
    }
}

/// By the law that was solved: a box in the cone's place is not wrong for not being round.
void ConstraintResponse::warn_of_residuals() {
    for (const ContactGroup& group : groups_)
        if (group.report.law_residual > rough_residual) {
            const ContactKey& key = worst_pair(group);
            context_.warnings.about_group(
                "residual", key.first_body, key.second_body, [&] { return others_of(group, key); },
                group.report.law_residual,
                [&] {
                    return fmt::format(
                        "are in a contact group whose forces are only roughly right: residual "
                        "{:.2g} after {} iterations; raise solver.iterations",
                        group.report.law_residual, group.report.iterations);
                });
        }
}

}  // namespace limpet
