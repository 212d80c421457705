/// Which contacts a step's problem has: a working set.
///
///   left out    open contacts that did not press, hold no bond and are not about to close: λ = 0
///   taken in    of those, what the solve closes after all, g + h uₙ < 0; then all are solved again
///
/// Samples, which do not push, take part if they are bonded, and only then.
///
/// Detection finds everything within its distance, and of soft bodies at rest some fifth of it touches. In
/// the end every contact that is left out has λ = 0 and g + h uₙ ≥ 0, as Signorini's law has it for open
/// ones, so that what was solved is the problem of all contacts. The set only grows: there is an end.

#include <algorithm>

#include "contact/contact_groups.h"
#include "core/interruption.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Of `distance`: contacts that free motion leaves further apart than this are not about to close.
constexpr double near = 0.1;
/// Of `distance`: nearer ones take part in any case, and are taken in along with what closes; farther ones
/// too if that was not the end of it, by so much more in each round.
constexpr double very_near = 0.01, more = 4;

}  // namespace

std::vector<bool> ContactPipeline::idle_flags() const {
    std::vector<bool> idle(contacts_.size());
    for (std::size_t i = 0; i < contacts_.size(); ++i) idle[i] = contacts_[i].idle;
    return idle;
}

std::vector<int> ContactPipeline::idle_contacts() const {
    std::vector<int> all;
    for (int i = 0; i < static_cast<int>(contacts_.size()); ++i)
        if (contacts_[i].idle) all.push_back(i);
    return all;
}

/// Free motion of a rigid body that lies on something falls, unless it carries what holds it: of contacts
/// that were there before, their gaps tell more.
void ContactPipeline::leave_out_idle(double h) {
    for (Contact& c : contacts_)
        c.idle = c.beta == 0 && (c.sample || (c.gap > very_near * distance_ && !memory_.pressed(c.key)));
    const std::vector<int> open = idle_contacts();
    if (open.empty()) return;
    const VecX u = row_velocities(contacts_, open, bodies_);
    for (std::size_t k = 0; k < open.size(); ++k) {
        Contact& c = contacts_[open[k]];
        c.idle = c.sample || c.gap + h * u[3 * static_cast<Eigen::Index>(k)] > near * distance_ ||
                 memory_.stays_open(c.key, c.gap, very_near * distance_);
    }
    std::vector<bool> overlap(contacts_.size());
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        overlap[i] = contacts_[i].gap + contacts_[i].chord < -overlap_left_alone * distance_;
    take_in_beside(overlap);
}

/// Where overlap is pushed apart, that may close any contact of bodies that are linked.
bool ContactPipeline::take_in_beside(const std::vector<bool>& overlap) {
    if (std::find(overlap.begin(), overlap.end(), true) == overlap.end()) return false;
    bool any = false;
    const std::vector<bool> none(contacts_.size(), false);
    for (const std::vector<int>& linked : contact_groups(contacts_, moves_, none)) {
        if (std::none_of(linked.begin(), linked.end(), [&](int i) { return overlap[i]; })) continue;
        for (const int i : linked) {
            if (contacts_[i].sample) continue;
            any = any || contacts_[i].idle;
            contacts_[i].idle = false;
        }
    }
    return any;
}

std::vector<int> ContactPipeline::measure_idle(double h) {
    std::vector<int> open = idle_contacts();
    idle_u_ = row_velocities(contacts_, open, bodies_);
    for (std::size_t k = 0; k < open.size(); ++k)
        idle_u_[3 * static_cast<Eigen::Index>(k)] += contacts_[open[k]].gap / h;
    return open;
}

bool ContactPipeline::take_in_closed(double h, double with) {
    const std::vector<int> open = measure_idle(h);
    bool any = false;
    for (std::size_t k = 0; k < open.size(); ++k)
        any = any || (!contacts_[open[k]].sample && idle_u_[3 * static_cast<Eigen::Index>(k)] < 0);
    for (std::size_t k = 0; any && k < open.size(); ++k)
        if (!contacts_[open[k]].sample && h * idle_u_[3 * static_cast<Eigen::Index>(k)] < with)
            contacts_[open[k]].idle = false;
    if (any || open.empty()) return any;
    std::vector<bool> overlap(contacts_.size());
    for (const Group& group : groups_)
        if (overlap_shift(group, h).size() > 0) overlap[group.part.contacts.front()] = true;
    return take_in_beside(overlap);
}

void ContactPipeline::solve_idle(double h) {
    for (double with = very_near * distance_; take_in_closed(h, with); with *= more) {
        if (!budget_.allows()) return take_best_answer(h, impulses());
        solve_again(h, impulses());
    }
}

void ContactPipeline::solve_again(double h, Impulses before) {
    stop_if_interrupted();
    clock_->finished(Stage::Correct);
    build_changed_problems(h);
    clock_->finished(Stage::Compliance);
    start_from(before);
    answers_.push_back(std::move(before));
    solve();
    clock_->finished(Stage::Solve);
    correct();
    clock_->finished(Stage::Correct);
    double blocks = 0;
    int iterations = 0;
    for (const Group& group : groups_) {
        if (group.is_solved) continue;
        blocks += group.problem.W.pattern().blocks();
        iterations = std::max(iterations, group.report.iterations);
    }
    budget_.spend(blocks, iterations);
}

ContactPipeline::Impulses ContactPipeline::impulses() const {
    Impulses all;
    for (const Group& group : groups_)
        for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
            const Contact& c = contacts_[group.part.contacts[i]];
            all[c.key] = c.frame * group.report.lambda.segment<3>(3 * static_cast<Eigen::Index>(i));
        }
    return all;
}

void ContactPipeline::put_impulses(const Group& group, const Impulses& impulses, VecX& lambda) const {
    for (std::size_t i = 0; i < group.part.contacts.size(); ++i) {
        const Contact& c = contacts_[group.part.contacts[i]];
        const auto found = impulses.find(c.key);
        if (found != impulses.end())
            lambda.segment<3>(3 * static_cast<Eigen::Index>(i)) = c.frame.transpose() * found->second;
    }
}

void ContactPipeline::start_from(const Impulses& impulses) {
    for (Group& group : groups_)
        if (!group.is_solved) put_impulses(group, impulses, group.problem.start);
}

}  // namespace limpet
