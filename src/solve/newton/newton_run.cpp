#include "solve/newton/newton_run.h"

#include <cmath>

#include "core/interruption.h"
#include "solve/problem_check.h"

namespace limpet {
namespace {

/// s‖λ‖ over ‖u⁰‖. Where nothing can give way, λ grows without bound, and the error, which is relative to it,
/// falls though u does not get better. Stacks and arches have up to 100.
constexpr double most_growth = 1e4;

}  // namespace

Report run_newton(std::string_view method, const Problem& problem, const SolveLimits& limits,
                  const NewtonRun& run) {
    if (const auto reason = why_unsolvable_without_bonds(problem); !reason.empty())
        return refused(problem, reason);
    Report report;
    report.method = method;
    report.lambda = first_guess(problem);
    if (problem.contacts() == 0) return report;
    Residual residual(problem);
    // By the squares, as the error does: those of the smallest numbers are 0.
    if (problem.u0.squaredNorm() == 0) report.lambda.setZero();
    report.law_residual = residual.error(report.lambda);
    if (!std::isfinite(report.law_residual)) return refused(problem, "numbers are too large to compute with");
    report.looked(limits, report.law_residual);
    if (report.law_residual > limits.tolerance && limits.iterations > 0) run(residual, report);
    report.residual = report.law_residual;
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

bool offer(const VecX& lambda, const Problem& problem, const SolveLimits& limits, Residual& residual,
           Report& report) {
    stop_if_interrupted();
    if (residual.scale() * lambda.norm() > most_growth * problem.u0.norm()) {
        report.reason = "impulses grow without bound: there is no solution where nothing gives way";
        return false;
    }
    const double error = residual.error(lambda);
    report.looked(limits, error);
    if (error < report.law_residual) {
        report.law_residual = error;
        report.lambda = lambda;
    }
    return true;
}

}  // namespace limpet
