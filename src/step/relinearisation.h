#pragma once

/// Newton's method for a step with contacts in which bodies move far: what is solved is linear in velocities.
/// Bodies that gain energy by that are linearised again where they would end, and all is solved again by the
/// same stages, until none does.

#include "step/constraint_response.h"
#include "step/refinement.h"
#include "step/step_context.h"

namespace limpet {

class Relinearisation : public Refinement {
public:
    Relinearisation(StepContext& context, ConstraintResponse& response, SolveBudget& budget)
        : context_(context), response_(response), budget_(budget) {}

    void begin() override;
    std::optional<std::vector<Contact>> look(double h) override;
    bool allowed(SolveBudget& budget) const override { return budget.allows_against_gain(); }
    void end(double h) override;

private:
    /// Bodies whose step so far gives them energy.
    std::vector<char> overshooting() const;

    StepContext& context_;
    ConstraintResponse& response_;
    SolveBudget& budget_;
    int linearisations_ = 0;
    bool settled_ = false;  ///< no body gains energy
};

}  // namespace limpet
