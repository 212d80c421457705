#include "solve/newton/newton_sweeps.h"

#include <algorithm>

#include "core/interruption.h"
#include "solve/newton/law_rows.h"
#include "solve/problem_check.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"

namespace limpet {
namespace {

/// Between steps, and after a step that does not help.
constexpr int sweeps_after_a_step = 1, sweeps_after_a_miss = 4;
/// So many steps in a row may fail to find a better λ.
constexpr int most_misses = 5;
/// Part of s that is added to W: at first, after a step that does not help, and at most.
constexpr double first_step_proximity = 1e-9, proximity_increase = 100, most_step_proximity = 1e-2;
constexpr int most_sweep_halvings = 4;
/// Of what the linear rows promise, a step must bring so much.
constexpr double least_sweep_gain = 0.05;

/// λ somewhere on the way to `target` where ‖F‖ is lower; false if it is nowhere.
bool go_towards(const VecX& target, const Problem& problem, double s, VecX& lambda) {
    const double before = law_norm(problem, lambda, s);
    double part = 1;
    for (int i = 0; i <= most_sweep_halvings; ++i, part /= 2) {
        VecX there = lambda + part * (target - lambda);
        if (!(law_norm(problem, there, s) <= (1 - least_sweep_gain * part) * before)) continue;
        lambda = std::move(there);
        return true;
    }
    return false;
}

}  // namespace

Report solve_newton_sweeps(const Problem& problem, const SolveLimits& limits, int most_contacts) {
    Residual residual(problem);
    NsgsSweep sweep(problem);
    VecX lambda = first_guess(problem);
    Report report;
    report.method = "newton-sweeps";
    report.lambda = lambda;
    report.residual = residual.error(lambda);
    report.looked(limits, report.residual);
    const auto look = [&] {
        const double error = residual.error(lambda);
        report.looked(limits, error);
        if (!(error < report.residual)) return;
        report.residual = error;
        report.lambda = lambda;
    };
    int misses = 0;
    NewtonStep how{most_contacts, first_step_proximity};
    while (report.residual > limits.tolerance && report.iterations < limits.iterations &&
           report.reason.empty()) {
        stop_if_interrupted();
        const VecX target = after_newton_step(problem, residual.scale(), lambda, how);
        if (target.size() == 0) {
            report.reason = "too many contacts push for Newton steps";
            break;
        }
        ++report.iterations;
        const bool gained = go_towards(target, problem, residual.scale(), lambda);
        if (gained) look();
        misses = gained ? 0 : misses + 1;
        how.proximity = std::clamp(how.proximity * (gained ? 1 / proximity_increase : proximity_increase),
                                   first_step_proximity, most_step_proximity);
        if (report.residual <= limits.tolerance) break;
        for (int i = 0; i < (gained ? sweeps_after_a_step : sweeps_after_a_miss); ++i) sweep(lambda);
        look();
        if (misses > most_misses) report.reason = "Newton steps do not help any more";
    }
    report.law_residual = report.residual;
    report.status = report.residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

}  // namespace limpet
