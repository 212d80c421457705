#include "solve/interior_point.h"

#include <algorithm>
#include <cmath>

#include "solve/path_walk.h"
#include "solve/problem_check.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// A minute a step, and factors of some gigabytes.
constexpr double most_flops = 1e12;
/// s‖λ‖ over ‖u⁰‖. Where nothing can give way, λ grows along the path without bound, and the error, which is
/// relative to it, falls though u does not get better. Stacks and arches have up to 100.
constexpr double most_growth = 1e4;

}  // namespace

Report solve_interior_point(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable_without_bonds(problem); !reason.empty())
        return refused(problem, reason);
    Report report;
    report.lambda = first_guess(problem);
    if (problem.contacts() == 0) return report;
    Residual residual(problem);
    // By the squares, as the error does: those of the smallest numbers are 0.
    if (problem.u0.squaredNorm() == 0) report.lambda.setZero();
    report.law_residual = residual.error(report.lambda);
    if (!std::isfinite(report.law_residual)) return refused(problem, "numbers are too large to compute with");
    report.looked(limits, report.law_residual);
    if (report.law_residual > limits.tolerance && limits.iterations > 0) {
        PathWalk walk(problem, residual.scale());
        const bool small_enough = walk.flops() <= most_flops;
        if (!small_enough) report.reason = "the factors of W would be too large";
        while (small_enough && report.law_residual > limits.tolerance &&
               report.iterations < limits.iterations) {
            if (!walk.advance()) {
                report.reason = "the central path could not be followed any further";
                break;
            }
            ++report.iterations;
            const VecX lambda = walk.solution();
            if (residual.scale() * lambda.norm() > most_growth * problem.u0.norm()) {
                report.reason = "impulses grow without bound: there is no solution where nothing gives way";
                break;
            }
            const double error = residual.error(lambda);
            report.looked(limits, error);
            if (error < report.law_residual) {
                report.law_residual = error;
                report.lambda = lambda;
            }
        }
    }
    report.residual = report.law_residual;
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

}  // namespace limpet
