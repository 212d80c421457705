#include "solve/sweeps/nsgs.h"

#include "solve/problem_check.h"
#include "solve/sweeps/anderson.h"

namespace limpet {
namespace {

/// Sweeps that an accelerated one follows from, and those before: the first change what contacts do, and
/// where these are enough nothing else is worth its time.
constexpr int remembered = 4, sweeps_before = 3;

}  // namespace

NsgsSweep::NsgsSweep(const Problem& problem)
    : rows_(problem), bonded_(adhesive_contacts(problem, Cone::Exact)) {
    contacts_.reserve(problem.contacts());
    for (int i = 0; i < problem.contacts(); ++i)
        contacts_.emplace_back(rows_.own_block(i), problem.friction[i]);
}

double NsgsSweep::operator()(VecX& lambda) {
    return rows_.sweep(lambda, [&](int i, Lanes u, double* own) {
        if (!bonded_.empty() && bonded_[i])
            bonded_[i]->update(u[0], u[1], u[2], own, passes_at_a_bond);
        else
            contacts_[i].solve(u[0], u[1], u[2], own);
    });
}

Report solve_nsgs(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    NsgsSweep sweep(problem);
    return solve_by_sweeps("nsgs", problem, limits, Cone::Exact, [&](VecX& lambda) { return sweep(lambda); });
}

Report solve_accelerated_nsgs(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    NsgsSweep sweep(problem);
    Anderson anderson(remembered);
    int plain_sweeps = sweeps_before;
    return solve_by_sweeps("accelerated-nsgs", problem, limits, Cone::Exact, [&](VecX& lambda) {
        if (plain_sweeps > 0) {
            --plain_sweeps;
            return sweep(lambda);
        }
        const VecX before = lambda;
        const double change = sweep(lambda);
        anderson.accelerate(before, lambda);
        return change;
    });
}

}  // namespace limpet
