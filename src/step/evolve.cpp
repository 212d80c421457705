/// What of a step's contacts the next one starts from, and what frames, probes and records say of them.

#include <fmt/format.h>

#include <algorithm>

#include "contact/sample_pressure.h"
#include "contact/tractions.h"
#include "step/contact_frames.h"
#include "step/contact_step.h"
#include "step/step_constants.h"

namespace limpet {

void ContactStep::evolve(double h, StepRecord& record) {
    const std::vector<Contact>& contacts = set_.all();
    ContactSolution solution(contacts.size());
    // Those where nothing can move stay where they are.
    for (std::size_t i = 0; i < contacts.size(); ++i) solution[i].u.x() = std::max(contacts[i].gap, 0.0) / h;
    rooms_.working_set->describe(solution);
    record.contacts = static_cast<int>(contacts.size());
    record.resolves = budget_.solves();
    rooms_.detector->describe(record);
    rooms_.source->describe(record);
    for (const auto& response : rooms_.responses) response->describe(record);
    rooms_.constraints->describe(solution, h, record);
    remember_depths(record);
    set_.memory().remember(contacts, solution);
    const std::vector<Vec3> forces = contact_forces(contacts, solution, h);
    std::vector<Vec3> spread = forces;
    rooms_.constraints->spread_forces(solution, h, spread);
    std::vector<Vec3> traction = tractions(contacts, spread);
    add_sample_pressures(contacts, solution, h, context_.bodies, traction);
    if (laws_.bonds().possible()) laws_.bonds().evolve(set_.all(), solution, traction, h, record);
    shown_.show(contact_frames(contacts, solution, forces, traction, context_.bodies));
    slip_paths_.add(shown_.frames(), h);
    rooms_.source->warn();
    for (const auto& refinement : rooms_.refinements) refinement->warn(h);
    rooms_.constraints->warn(budget_, h);
    for (const auto& response : rooms_.responses) response->warn();
    left_.warn(warnings_);
    facets_.follow(contacts, solution, warnings_);
}

void ContactStep::remember_depths(StepRecord& record) {
    OverlapDepths::ByPair depths;
    for (const auto& refinement : rooms_.refinements) depths.merge(refinement->unsearched());
    for (const Contact& c : set_.all()) {
        record.penetration = std::max(record.penetration, -c.gap);
        if (-c.gap < watched_overlap_ratio * context_.distance) continue;
        double& depth = depths[{c.key.first_body, c.key.second_body}];
        depth = std::max(depth, -c.gap);
    }
    context_.depths.replace(std::move(depths));
}

}  // namespace limpet
