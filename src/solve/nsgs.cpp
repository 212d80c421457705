#include "solve/nsgs.h"

#include "solve/one_contact.h"
#include "solve/problem_check.h"
#include "solve/sweeps.h"

namespace limpet {

Report solve_nsgs(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    const SweepRows rows(problem);
    const int n = problem.contacts();
    std::vector<OneContact> contacts;
    contacts.reserve(n);
    for (int i = 0; i < n; ++i) contacts.emplace_back(rows.own_block(i), problem.friction[i]);
    return solve_by_sweeps(problem, limits, Cone::Exact, [&](VecX& lambda) {
        return rows.sweep(lambda,
                          [&](int i, Lanes u, double* own) { contacts[i].solve(u[0], u[1], u[2], own); });
    });
}

}  // namespace limpet
