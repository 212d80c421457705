/// What of a step's contacts the next one starts from, and what frames, probes and records say of them.

#include <algorithm>

#include "contact/sample_pressure.h"
#include "contact/smallest_pressure.h"
#include "contact/tractions.h"
#include "step/contact_frames.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

/// Of `distance`: where there was more overlap, the next step looks that much deeper.
constexpr double overlap_to_watch = 0.25;
/// Of `distance`: less slip in a step is none.
constexpr double resting_slip = 1e-6;
/// Of `distance`: surfaces that end a step nearer than this touch.
constexpr double touching_gap_ratio = 1e-3;

}  // namespace

void ContactPipeline::remember(double h, StepRecord& record) {
    ContactSolution solution(contacts_.size());
    // Those where nothing can move stay where they are.
    for (std::size_t i = 0; i < contacts_.size(); ++i)
        solution[i].u.x() = std::max(contacts_[i].gap, 0.0) / h;
    const std::vector<int> idle = idle_contacts();
    for (std::size_t k = 0; k < idle.size(); ++k)
        solution[idle[k]].u = idle_u_.segment<3>(3 * static_cast<Eigen::Index>(k));
    record.contacts = static_cast<int>(contacts_.size());
    record.resolves = budget_.solves();
    if (volumes_) volumes_->describe(record);
    record.intersection_volume = intersection_volume_;
    for (const Group& group : groups_) {
        for (int i = 0; i < group.problem.contacts(); ++i) {
            const int contact = group.part.contacts[i];
            const Vec3 lambda = group.report.lambda.segment<3>(3 * i), u = group.u.segment<3>(3 * i);
            solution[contact] = {lambda, u,
                                 contact_status(lambda, u, group.problem.diagonal(i),
                                                contacts_[contact].friction, resting_slip * distance_ / h)};
            if (group.viscous.size() > 0) solution[contact].viscous = group.viscous.segment<3>(3 * i);
            record.sticking += solution[contact].status == ContactStatus::Stick;
            record.slipping += solution[contact].status == ContactStatus::Slip;
        }
        record.iterations = std::max(record.iterations, group.report.iterations);
        record.residual = std::max(record.residual, group.report.residual);
    }
    depths_ = std::move(unsearched_);
    unsearched_.clear();
    for (const Contact& c : contacts_) {
        record.penetration = std::max(record.penetration, -c.gap);
        if (-c.gap < overlap_to_watch * distance_) continue;
        double& depth = depths_[{c.key.first_body, c.key.second_body}];
        depth = std::max(depth, -c.gap);
    }
    first_step_ = false;
    memory_.remember(contacts_, solution);
    const std::vector<Vec3> forces = contact_forces(contacts_, solution, h);
    std::vector<Vec3> spread = forces;
    for (const Group& group : groups_)
        spread_pressures({group.part.contacts, group.problem.W}, contacts_, solution, h,
                         touching_gap_ratio * distance_, bodies_, spread);
    std::vector<Vec3> traction = tractions(contacts_, spread);
    add_sample_pressures(contacts_, solution, h, bodies_, traction);
    if (bonds_.possible()) bonds_.evolve(contacts_, solution, traction, h, record);
    frames_ = contact_frames(contacts_, solution, forces, traction, bodies_);
    warn_of_overlap();
    warn_of_held_back(h);
    warn_of_residuals();
    warn_of_budget();
    warn_of_velocities(h);
    warn_of_leaving();
}

}  // namespace limpet
