#include "solve/sweeps/sweeps.h"

#include <algorithm>
#include <cmath>

#include "core/interruption.h"
#include "solve/problem_check.h"

namespace limpet {
namespace {

/// Decides after which sweeps the error is looked at.
class Checks {
public:
    explicit Checks(double tolerance) : tolerance_(tolerance) {}

    bool due(int sweep, double change) const {
        if (sweep - last_ >= most_apart(last_)) return true;
        return sweep - last_ >= least_apart_ && error_per_change_ * change <= tolerance_;
    }
    void looked(int sweep, double change, double error) {
        // A forecast that was too good should not cost a look in every sweep that follows.
        const bool forecast = error_per_change_ * change <= tolerance_;
        least_apart_ = forecast ? 1 + sweep / 32 : 1;
        error_per_change_ = change > 0 ? error / change : 0;
        last_ = sweep;
    }

private:
    static int most_apart(int sweep) { return sweep == 0 ? 1 : 3 + sweep / 8; }

    double tolerance_, error_per_change_ = 0;
    int last_ = 0, least_apart_ = 1;
};

}  // namespace

SweepRows::SweepRows(const Problem& problem)
    : W_(problem.W), u0_(problem.u0.data()), start_(problem.W.pattern().row_start.data()) {
    own_.reserve(problem.contacts());
    for (int i = 0; i < problem.contacts(); ++i) own_.push_back(problem.W.pattern().find(i, i));
}

Report solve_by_sweeps(std::string_view method, const Problem& problem, const SolveLimits& limits, Cone cone,
                       const Sweep& sweep) {
    Residual residual(problem, cone);
    VecX lambda = first_guess(problem);
    Report report;
    report.method = method;
    report.lambda = lambda;
    report.law_residual = residual.error(lambda);
    if (!std::isfinite(report.law_residual)) return refused(problem, "numbers are too large to compute with");
    report.looked(limits, report.law_residual);
    Checks checks(limits.tolerance);
    while (report.law_residual > limits.tolerance && report.iterations < limits.iterations) {
        stop_if_interrupted();
        const double change = std::sqrt(sweep(lambda));
        ++report.iterations;
        const bool still = change == 0, broken = !std::isfinite(change);
        if (!checks.due(report.iterations, change) && report.iterations < limits.iterations && !still &&
            !broken)
            continue;
        const double error = residual.error(lambda);
        checks.looked(report.iterations, change, error);
        report.looked(limits, error);
        if (error < report.law_residual) {
            report.law_residual = error;
            report.lambda = lambda;
        }
        if (report.law_residual <= limits.tolerance) break;
        if (still) report.reason = "the sweeps changed nothing any more";
        if (broken) report.reason = "the sweeps diverged";
        if (still || broken) break;
    }
    report.residual = cone == Cone::Exact ? report.law_residual : natural_map_error(problem, report.lambda);
    report.status =
        report.law_residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

}  // namespace limpet
