#include "solve/nsgs.h"

#include "solve/adhesive_contact.h"
#include "solve/one_contact.h"
#include "solve/problem_check.h"
#include "solve/sweeps.h"

namespace limpet {
namespace {

/// A bonded contact is solved to the end as others are; most take three or four.
constexpr int passes_at_a_bond = 20;

}  // namespace

Report solve_nsgs(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    const SweepRows rows(problem);
    const int n = problem.contacts();
    std::vector<OneContact> contacts;
    contacts.reserve(n);
    for (int i = 0; i < n; ++i) contacts.emplace_back(rows.own_block(i), problem.friction[i]);
    std::vector<std::optional<AdhesiveContact>> bonded = adhesive_contacts(problem, Cone::Exact);
    return solve_by_sweeps(problem, limits, Cone::Exact, [&](VecX& lambda) {
        return rows.sweep(lambda, [&](int i, Lanes u, double* own) {
            if (!bonded.empty() && bonded[i])
                bonded[i]->update(u[0], u[1], u[2], own, passes_at_a_bond);
            else
                contacts[i].solve(u[0], u[1], u[2], own);
        });
    });
}

}  // namespace limpet
