#include "step/working_set.h"

#include <algorithm>

#include "compliance/group_problem.h"
#include "contact/contact_groups.h"
#include "step/step_constants.h"

namespace limpet {

/// Free motion of a rigid body that lies on something falls, unless it carries what holds it: of contacts
/// that were there before, their gaps tell more.
void WorkingSet::deactivate_open(double h) {
    std::vector<Contact>& contacts = set_.all();
    const double touching = contact_gap_ratio * context_.distance;
    for (Contact& c : contacts)
        c.idle = c.beta == 0 && (c.sample || (c.gap > touching && !set_.memory().pressed(c.key)));
    const std::vector<int> open = set_.idle();
    if (open.empty()) return;
    const VecX u = row_velocities(contacts, open, context_.bodies);
    for (std::size_t k = 0; k < open.size(); ++k) {
        Contact& c = contacts[open[k]];
        c.idle = c.sample ||
                 c.gap + h * u[3 * static_cast<Eigen::Index>(k)] > activation_gap_ratio * context_.distance ||
                 set_.memory().stays_open(c.key, c.gap, touching);
        if (context_.tools[c.key.first_body] || context_.tools[c.key.second_body]) c.idle = c.sample;
    }
    std::vector<bool> overlap(contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i)
        overlap[i] = contacts[i].gap + contacts[i].chord < -overlap_tolerance_ratio * context_.distance;
    activate_linked(overlap);
}

/// Where overlap is pushed apart, that may close any contact of bodies that are linked.
bool WorkingSet::activate_linked(const std::vector<bool>& overlap) {
    if (std::find(overlap.begin(), overlap.end(), true) == overlap.end()) return false;
    std::vector<Contact>& contacts = set_.all();
    bool any = false;
    const std::vector<bool> none(contacts.size(), false);
    for (const std::vector<int>& linked : contact_groups(contacts, context_.moves, none)) {
        if (std::none_of(linked.begin(), linked.end(), [&](int i) { return overlap[i]; })) continue;
        for (const int i : linked) {
            if (contacts[i].sample) continue;
            any = any || contacts[i].idle;
            contacts[i].idle = false;
        }
    }
    return any;
}

void WorkingSet::measure(double h) {
    const std::vector<int> open = set_.idle();
    idle_velocity_ = row_velocities(set_.all(), open, context_.bodies);
    for (std::size_t k = 0; k < open.size(); ++k)
        idle_velocity_[3 * static_cast<Eigen::Index>(k)] += set_.all()[open[k]].gap / h;
}

bool WorkingSet::activate_closing(double h) {
    measure(h);
    std::vector<Contact>& contacts = set_.all();
    const std::vector<int> open = set_.idle();
    const auto end_velocity = [&](std::size_t k) { return idle_velocity_[3 * static_cast<Eigen::Index>(k)]; };
    bool any = false;
    for (std::size_t k = 0; k < open.size(); ++k)
        any = any || (!contacts[open[k]].sample && end_velocity(k) < 0);
    for (std::size_t k = 0; any && k < open.size(); ++k)
        if (!contacts[open[k]].sample && h * end_velocity(k) < gap_) contacts[open[k]].idle = false;
    if (any || open.empty()) return any;
    std::vector<bool> overlap(contacts.size());
    for (const int i : response_.overlapping(h)) overlap[i] = true;
    return activate_linked(overlap);
}

void WorkingSet::begin() {
    gap_ = contact_gap_ratio * context_.distance;
}

std::optional<std::vector<Contact>> WorkingSet::look(double h) {
    if (!activate_closing(h)) return {};
    gap_ *= activation_growth;
    return std::vector<Contact>();
}

void WorkingSet::describe(ContactSolution& solution) const {
    const std::vector<int> idle = set_.idle();
    for (std::size_t k = 0; k < idle.size(); ++k)
        solution[idle[k]].u = idle_velocity_.segment<3>(3 * static_cast<Eigen::Index>(k));
}

}  // namespace limpet
