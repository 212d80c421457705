#pragma once

#include <span>
#include <vector>

#include "contact/contact.h"
#include "core/carried_state.h"
#include "limpet/stages.h"
#include "solve/problem.h"
#include "step/contact_group.h"
#include "step/solve_budget.h"

namespace limpet {

/// Turns the step's contacts into motion of the bodies: the stages `compliance`, `solve` and `correct`. They
/// may be run again in a step, with other contacts or other equations of the bodies; what did not change
/// keeps its answer.
class Response : public CarriedState {
public:
    virtual void begin_step() = 0;
    /// Equations of the contacts that take part now. In a step that solves again it starts from the answer
    /// that was kept last.
    virtual void assemble(double h) = 0;
    virtual void solve() = 0;
    /// v += A⁻¹ Jᵀ λ, of all bodies.
    virtual void correct() = 0;

    /// The answer so far, before contacts change and are solved again.
    virtual void keep_answer() = 0;
    /// A body's contacts or its equations are others than in the last solve.
    virtual void renew(int body) = 0;
    /// What the last solve cost.
    virtual SolveCost cost() const = 0;
    /// Of all answers that were kept, takes the one that is best for the contacts that take part now. False:
    /// it has no measure of that, and has to solve once more.
    [[nodiscard]] virtual bool take_best_answer(double h) = 0;
    /// Bodies whose velocity a solve has changed since this was asked last.
    virtual std::vector<char> take_redirected() = 0;

    /// One contact of each set of linked ones whose overlap remove_overlap() would take out.
    virtual std::vector<int> overlapping(double h) const = 0;
    /// After q += h v: overlap that is left is taken out of positions alone.
    virtual void remove_overlap(double h) = 0;

    /// What it did at contacts.
    virtual void describe(ContactSolution& solution, double h, StepRecord& record) const = 0;
    /// Forces as pressures that are even where they can be. [N]
    virtual void spread_forces(const ContactSolution& solution, double h,
                               std::vector<Vec3>& forces) const = 0;
    virtual void warn(const SolveBudget& budget, double h) = 0;
    /// Of the last step.
    virtual std::vector<const Problem*> problems() const = 0;
    /// Of the last step, where contacts are solved in groups.
    virtual std::span<const ContactGroup> groups() const { return {}; }
};

}  // namespace limpet
