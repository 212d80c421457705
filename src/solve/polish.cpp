#include "solve/polish.h"

#include "solve/law_rows.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// A factorisation with so many contacts costs about as much as that many sweeps.
constexpr int most_contacts = 50;
constexpr int most_steps = 3;
/// Errors below this are rounding.
constexpr double exact = 1e-13;

}  // namespace

void polish(const Problem& problem, const SolveLimits& limits, Report& report) {
    if (report.status == SolveStatus::Refused || problem.contacts() == 0) return;
    Residual residual(problem);
    for (int step = 0; step < most_steps && report.residual > exact; ++step) {
        VecX lambda = after_newton_step(problem, residual.scale(), report.lambda, {most_contacts});
        if (lambda.size() == 0) break;
        const double error = residual.error(lambda);
        if (!(error < report.residual)) break;
        report.lambda = std::move(lambda);
        report.residual = report.law_residual = error;
    }
    if (report.residual <= limits.tolerance) {
        report.status = SolveStatus::Converged;
        report.reason = {};
    }
}

}  // namespace limpet
