/// Warnings about a step's contacts; each is issued once.

#include <fmt/format.h>

#include <algorithm>

#include "solve/residual.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// A residual that says that forces are only roughly right.
constexpr double rough_residual = 1e-2;
/// Of `distance`: contacts that close by less in a step than stabilisation leaves alone overlap no more than
/// they should.
constexpr double tolerated_approach = 0.05;

/// How fast the contact that closes fastest does. [m/s]
double fastest_approach(const VecX& u) {
    double most = 0;
    for (Eigen::Index i = 0; i < u.size(); i += 3) most = std::max(most, -u[i]);
    return most;
}

}  // namespace

void ContactPipeline::warn_of_gain(int body) {
    warnings_.about_body(
        "gain", body,
        "is hit so hard that it gains energy: its parts move too far in a step; a smaller time.step helps");
}

void ContactPipeline::warn_of_overlap() {
    if (volumes_) return;
    for (const auto& [bodies, depth] : depths_)
        if (depth > distance_)
            warnings_.about_pair(
                "overlap", bodies.first, bodies.second,
                fmt::format(
                    "overlap by {:.3g} m, more than contact.detection.distance ({:.3g} m); what is deeper "
                    "than that may not be found",
                    depth, distance_),
                depth);
}

const ContactKey& ContactPipeline::worst_pair(const Group& group) const {
    Residual residual(group.problem, cone_);
    residual.error(group.report.lambda);
    return contacts_[group.part.contacts[residual.worst_contact()]].key;
}

void ContactPipeline::warn_of_budget() {
    if (!budget_.refused() || groups_.empty()) return;
    const auto worst = std::max_element(groups_.begin(), groups_.end(), [](const Group& a, const Group& b) {
        return a.report.law_residual < b.report.law_residual;
    });
    if (worst->part.contacts.empty()) return;
    const ContactKey& key = worst_pair(*worst);
    warnings_.about_group(
        "solves", key.first_body, key.second_body, others_of(*worst, key),
        fmt::format("are in a group of {} contacts that was solved {} times in a step without an end: the "
                    "best answer is taken, with residual {:.2g}; a smaller time.step helps",
                    worst->problem.contacts(), budget_.solves() + 1, worst->report.law_residual),
        worst->report.law_residual);
}

/// Names of the group's bodies that move, but for the pair.
std::vector<std::string> ContactPipeline::others_of(const Group& group, const ContactKey& pair) const {
    std::vector<std::string> names;
    for (const BodyRows& part : group.part.bodies)
        if (part.body->can_move() && part.body != bodies_[pair.first_body].get() &&
            part.body != bodies_[pair.second_body].get())
            names.push_back(part.body->name());
    return names;
}

/// Where impulses are large against velocities, a small residual says little.
void ContactPipeline::warn_of_velocities(double h) {
    for (const Group& group : groups_) {
        if (group.part.contacts.empty()) continue;
        const bool ill_conditioned = group.report.velocity_error > rough_residual;
        const bool lets_overlap =
            group.kept_part < 1 && h * fastest_approach(group.u) > tolerated_approach * distance_;
        if (!ill_conditioned && !lets_overlap) continue;
        const ContactKey& key = worst_pair(group);
        if (ill_conditioned)
            warnings_.about_group(
                "ill-conditioned", key.first_body, key.second_body, others_of(group, key),
                fmt::format(
                    "are in a contact group whose impulses are far larger than its motion, as where "
                    "something heavy lies on something light or many bodies jam, and velocities are "
                    "only right to {:.2g} of what they would be without contact: bodies may sink into "
                    "each other; less different masses, a smaller time.step or more solver.iterations "
                    "help",
                    group.report.velocity_error));
        if (lets_overlap)
            warnings_.about_group(
                "scaled", key.first_body, key.second_body, others_of(group, key),
                fmt::format(
                    "are in a contact group whose forces were not found in {} iterations and would have "
                    "added energy; they were scaled by {:.2g}, and bodies overlap more than they should: "
                    "a smaller time.step or more solver.iterations help",
                    group.report.iterations, group.kept_part));
    }
}

/// By the law that was solved: a box in the cone's place is not wrong for not being round. Where the budget
/// was spent, its warning has the residual.
void ContactPipeline::warn_of_residuals() {
    if (budget_.refused()) return;
    for (const Group& group : groups_)
        if (group.report.law_residual > rough_residual) {
            const ContactKey& key = worst_pair(group);
            warnings_.about_group(
                "residual", key.first_body, key.second_body, others_of(group, key),
                fmt::format(
                    "are in a contact group whose forces are only roughly right: residual {:.2g} after {} "
                    "iterations; raise solver.iterations",
                    group.report.law_residual, group.report.iterations),
                group.report.law_residual);
        }
}

void ContactPipeline::warn_of_leaving() {
    for (int body = 0; body < static_cast<int>(bodies_.size()); ++body) {
        if (const std::optional<double> below = left_->fallen_below(body))
            warnings_.about_body(
                "left-scene", body,
                fmt::format(
                    "has left the scene: it is {:.3g} m below all that stands still, nothing is there "
                    "to stop it",
                    *below));
        else if (const std::optional<double> away = left_->distance(body))
            warnings_.about_body(
                "left-scene", body,
                fmt::format("has left the scene: {:.3g} m away from it, {:.3g} times its size at the start, "
                            "nothing is there to stop it",
                            *away, *away / left_->size()));
    }
}

/// Every pair is named: what is found too late of one says nothing of another.
void ContactPipeline::warn_of_long_step(double h) {
    if (!long_steps_) return;
    for (const LongSteps::Pair& pair : long_steps_->pairs(h))
        warnings_.about_pair(
            "long-step", pair.first, pair.second,
            fmt::format(
                "move by up to {:.3g} m against each other in a step of {:.3g} s, more than twice the mean "
                "thickness of the thinner one ({:.3g} m): contact is found too late, on the wrong side or "
                "not at all; a time.step of {:.2g} s would do",
                pair.travel, h, pair.thickness, pair.step),
            pair.travel / pair.thickness);
}

/// Said again as warn_of_long_step() has it.
void ContactPipeline::warn_of_short_search(const Near& pair, double part, double h) {
    if (part * h > 0.5 * searchable_step_) return;
    searchable_step_ = part * h;
    warnings_.about_pair(
        "short-search", pair.first, pair.second,
        fmt::format("move so far in a step of {:.3g} s that too many of their triangles are in each other's "
                    "reach: they are only looked at up to {:.3g} m apart, and what is farther may be met too "
                    "late; a time.step of {:.2g} s would do",
                    h, pair.searched, part * h));
}

}  // namespace limpet
