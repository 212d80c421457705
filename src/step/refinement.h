#pragma once

#include <optional>
#include <vector>

#include "contact/contact.h"
#include "core/carried_state.h"
#include "detect/overlap_depths.h"
#include "limpet/stages.h"
#include "step/solve_budget.h"

namespace limpet {

/// One reason why a step that was solved has to be solved again: it looks at the trial step, that is at where
/// the bodies would end with the velocities of the last solve. ContactStep::refine() runs the loop.
class Refinement : public CarriedState {
public:
    /// Before its first look, in a step or after a solve for another reason.
    virtual void begin() {}
    /// Contacts to add or to replace before the next solve, or an empty list if what has changed is which
    /// contacts take part, or the equations of bodies. Nothing: there is no reason to solve again.
    virtual std::optional<std::vector<Contact>> look(double h) = 0;
    /// May the step be solved again for this reason?
    virtual bool allowed(SolveBudget& budget) const { return budget.allows(); }
    /// After the last look, or when no more solves are allowed.
    virtual void end(double /*h*/) {}

    /// The stage in which the time of its looks counts.
    virtual Stage stage() const { return Stage::Correct; }
    /// Has it to look again after every solve for a later reason?
    virtual bool repeats() const { return false; }

    /// Which share of the step a body goes: 1 unless it is held back.
    virtual double advance_share(std::size_t /*body*/) const { return 1; }
    /// Pairs that it would have looked at further, and how far apart: the next step looks that much deeper.
    virtual OverlapDepths::ByPair unsearched() const { return {}; }
    /// At the end of the step.
    virtual void warn(double /*h*/) {}
};

}  // namespace limpet
