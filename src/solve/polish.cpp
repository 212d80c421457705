#include "solve/polish.h"

#include "solve/newton/law_rows.h"
#include "solve/residual.h"

namespace limpet {
namespace {

constexpr int most_polish_steps = 3;
/// What is added to W, as a part of its diagonal, grows by this after a step that does not lower the error.
constexpr double shorter = 1e3;
/// The same for the only step of larger problems.
constexpr double short_step = 1e-6;
/// A problem that took no more iterations started next to its solution.
constexpr int few_iterations = 2;
/// Errors below this are rounding.
constexpr double exact = 1e-13;

enum class Outcome { Better, NotBetter, TooManyContacts };

Outcome polish_step(const Problem& problem, Residual& residual, const NewtonStep& how, Report& report) {
    VecX lambda = after_newton_step(problem, residual.scale(), report.lambda, how);
    if (lambda.size() == 0) return Outcome::TooManyContacts;
    const double error = residual.error(lambda);
    if (!(error < report.residual)) return Outcome::NotBetter;
    report.lambda = std::move(lambda);
    report.residual = report.law_residual = error;
    report.method = "polish";
    return Outcome::Better;
}

}  // namespace

void polish(const Problem& problem, const SolveLimits& limits, Report& report) {
    if (report.status == SolveStatus::Refused || problem.contacts() == 0) return;
    Residual residual(problem);
    NewtonStep how{most_polished};
    for (int i = 0; i < most_polish_steps && report.residual > exact; ++i) {
        const Outcome outcome = polish_step(problem, residual, how, report);
        if (outcome == Outcome::NotBetter) how.proximity *= shorter;
        if (outcome != Outcome::TooManyContacts) continue;
        if (report.iterations <= few_iterations && !problem.has_bonds())
            polish_step(problem, residual, {most_polished_at_rest, short_step}, report);
        break;
    }
    if (report.residual <= limits.tolerance) {
        report.status = SolveStatus::Converged;
        report.reason = {};
    }
}

}  // namespace limpet
