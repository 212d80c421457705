#pragma once

/// Which contacts a step's problem has: a working set.
///
///   idle        open contacts that did not press, hold no bond and are not about to close: λ = 0
///   activated   of those, what the solve closes after all, g + h uₙ < 0; then all are solved again
///
/// Contacts of a haptic device's tool always take part: its loop asks what they would do before the next
/// step.
///
/// Samples, which do not push, take part if they are bonded, and only then.
///
/// Detection finds everything within its distance, and of soft bodies at rest some fifth of it touches. In
/// the end every idle contact has λ = 0 and g + h uₙ ≥ 0, as Signorini's law has it for open ones, so that
/// what was solved is the problem of all contacts. The set only grows: there is an end.

#include "step/constraint_response.h"
#include "step/contact_set.h"
#include "step/refinement.h"
#include "step/step_context.h"

namespace limpet {

class WorkingSet : public Refinement {
public:
    WorkingSet(const StepContext& context, ContactSet& contacts, const ConstraintResponse& response)
        : context_(context), set_(contacts), response_(response) {}

    /// Open contacts that are not about to close take no part in the step's problem.
    void deactivate_open(double h);
    /// Velocities of what is idle, with the present motion of the bodies.
    void measure(double h);
    void describe(ContactSolution& solution) const;

    void begin() override;
    std::optional<std::vector<Contact>> look(double h) override;
    bool repeats() const override { return true; }

private:
    /// True if any is idle that overlaps at the end of the step; it takes part from now on, and those that
    /// end nearer than `gap_` do, too.
    bool activate_closing(double h);
    /// The same of all contacts that bodies link with one that overlaps.
    bool activate_linked(const std::vector<bool>& overlap);

    const StepContext& context_;
    ContactSet& set_;
    const ConstraintResponse& response_;
    double gap_ = 0;      ///< [m]
    VecX idle_velocity_;  ///< g/h + u of what is idle, three numbers each, in their order [m/s]
};

}  // namespace limpet
