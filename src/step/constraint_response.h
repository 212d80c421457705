#pragma once

/// Contacts as constraints: groups of linked ones, each a problem u = W λ + u⁰ with its laws, that a solver
/// answers (solve/solvers.h); or one that leaves W out (solve/node_problem.h).

#include <span>
#include <vector>

#include "solve/solvers.h"
#include "step/contact_group.h"
#include "step/contact_set.h"
#include "step/response.h"
#include "step/solve_budget.h"
#include "step/step_context.h"

namespace limpet {

class ConstraintResponse : public Response {
public:
    using Response::describe;
    using Response::warn;
    ConstraintResponse(const SolverSettings& settings, const SolveLimits& limits, StepContext& context,
                       const ContactSet& contacts);

    void begin_step(double h) override;
    /// Equations of the contacts that take part now. In a step that solves again it starts from the answer
    /// that was kept last; what did not change keeps its answer.
    void assemble(double h) override;
    void solve() override;
    /// v += A⁻¹ Jᵀ λ, of all bodies.
    void correct() override;

    /// The answer so far, before contacts change and are solved again.
    void keep_answer();
    /// A body's contacts or its equations are others than in the last solve.
    void renew(int body) { renewed_[body] = true; }
    /// What the last solve cost.
    SolveCost cost() const;
    /// Of all answers that were kept, takes the one that is best for the contacts that take part now. False:
    /// it has no measure of that, and has to solve once more.
    [[nodiscard]] bool take_best_answer(double h);
    /// Bodies whose velocity a solve has changed since this was asked last.
    std::vector<char> take_redirected();

    /// One contact of each set of linked ones whose overlap remove_overlap() would take out.
    std::vector<int> overlapping(double h) const;
    /// After q += h v: impulses of what has bounced act from then on.
    void delay_rebounds(double h);
    /// After q += h v: overlap that is left is taken out of positions alone.
    void remove_overlap(double h);

    /// What it did at contacts.
    void describe(ContactSolution& solution, double h, StepRecord& record) const;
    /// Forces as pressures that are even where they can be. [N]
    void spread_forces(const ContactSolution& solution, double h, std::vector<Vec3>& forces) const;
    void warn(const SolveBudget& budget, double h);
    /// Of the last step.
    std::vector<const Problem*> problems() const;
    std::span<const ContactGroup> groups() const { return groups_; }
    void forget_step() override { groups_.clear(); }

private:
    /// Groups with the same contacts as in the last solve, of bodies that are not `renewed_`, stay as they
    /// are.
    void build_groups(double h);
    std::vector<ContactGroup> take_unchanged(const std::vector<std::vector<int>>& groups);
    void refuse_too_many(const std::vector<std::vector<int>>& groups) const;
    /// `movable`: of each of the group's contacts. True if any was dropped.
    bool drop_immovable(ContactGroup& group, const std::vector<bool>& movable, double h);
    void set_problem(ContactGroup& group, double h) const;
    /// rebounds_of_groups.cpp: to u, and where what bounces would gain energy.
    static void add_rebounds(ContactGroup& group);
    void limit_rebounds(ContactGroup& group) const;
    bool is_only_bounced(const ContactGroup& group) const;
    Route route_of(const std::vector<int>& contacts) const;
    /// Is Newton's method on the equations of these contacts' bodies possible, and the better choice?
    bool newton_pays(const std::vector<int>& contacts) const;
    /// nodal_solve.cpp.
    void build_nodal(ContactGroup& group, double h);
    void solve_nodal(ContactGroup& group) const;
    NodeSolution solve_nodal(const NodeProblem& problem, const ContactGroup& group) const;
    /// What follows from the λ of its report.
    static void follow_impulses(ContactGroup& group);

    Impulses impulses() const;
    /// In the frames of the group's contacts; those that have none keep theirs.
    void put_impulses(const ContactGroup& group, const Impulses& impulses, VecX& lambda) const;
    /// best_answer.cpp.
    void take_best_answer(ContactGroup& group) const;

    /// Overlap of each contact over h, as remove_overlap() takes it out; empty: none worth it.
    VecX overlap_shift(const ContactGroup& group, double h) const;
    void remove_overlap(ContactGroup& group, double h) const;

    /// response_warnings.cpp: the pair of bodies whose contact the group's answer violates most.
    const ContactKey& worst_pair(const ContactGroup& group) const;
    std::vector<std::string> others_of(const ContactGroup& group, const ContactKey& pair) const;
    void warn_of_residuals();
    void warn_of_bonds();
    void warn_of_budget(const SolveBudget& budget);
    void warn_of_velocities(double h);

    StepContext& context_;
    const ContactSet& set_;
    const Solver& solver_;
    SolverType type_;
    Cone cone_;
    SolveLimits limits_;
    double step_length_ = 0;  ///< [s]
    std::vector<ContactGroup> groups_;
    std::map<int, NodeFactor> factors_;  ///< by a group's first body that moves
    std::vector<Impulses> answers_;      ///< of the solves of this step that were followed by others
    std::vector<char> renewed_;          ///< since the last solve, of each body
    std::vector<char> redirected_;       ///< since it was asked, of each body
};

}  // namespace limpet
