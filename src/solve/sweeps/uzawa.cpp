#include "solve/sweeps/uzawa.h"

#include <algorithm>
#include <cmath>

#include "solve/problem_check.h"
#include "solve/residual.h"
#include "solve/sweeps/sweeps.h"

namespace limpet {
namespace {

constexpr int most_inner_steps = 200;
/// Inner iterations end this far below the tolerance of the whole, so that they are not what limits it.
constexpr double inner_tolerance = 0.1;

/// ρ
double stiffness(const Problem& problem, const SweepRows& rows) {
    double largest = 0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const double* own = rows.own_block(i);
        largest = std::max({largest, own[0], own[4], own[8]});
    }
    return 1 / largest;
}

/// One predictor–corrector step. Returns ‖change of r‖².
double uzawa_step(const double* w, Lanes u_others, double friction, double rho, double* own) {
    const Vec3 r(own[0], own[1], own[2]);
    Vec3 u = Eigen::Map<const Mat3>(w) * r + Vec3(u_others[0], u_others[1], u_others[2]);
    u.x() += friction * std::sqrt(u.y() * u.y() + u.z() * u.z());
    const Vec3 next = project_on_cone(r - rho * u, friction);
    Eigen::Map<Vec3>(own, 3) = next;
    return (next - r).squaredNorm();
}

Report solve(std::string_view method, const Problem& problem, const SolveLimits& limits, int inner_steps) {
    if (const auto reason = why_unsolvable_without_bonds(problem); !reason.empty())
        return refused(problem, reason);
    const SweepRows rows(problem);
    const double rho = stiffness(problem, rows);
    // A velocity per contact that, at all of them, makes the error the tolerance.
    const double small = inner_tolerance * limits.tolerance * problem.u0.norm() * rho /
                         std::sqrt(std::max(1.0, static_cast<double>(problem.contacts())));
    return solve_by_sweeps(method, problem, limits, Cone::Exact, [&](VecX& lambda) {
        return rows.sweep(lambda, [&](int i, Lanes u, double* own) {
            for (int k = 0; k < inner_steps; ++k)
                if (uzawa_step(rows.own_block(i), u, problem.friction[i], rho, own) <= small * small) break;
        });
    });
}

}  // namespace

Report solve_uzawa_local(const Problem& problem, const SolveLimits& limits) {
    return solve("uzawa-local", problem, limits, most_inner_steps);
}

Report solve_uzawa_global(const Problem& problem, const SolveLimits& limits) {
    return solve("uzawa-global", problem, limits, 1);
}

}  // namespace limpet
