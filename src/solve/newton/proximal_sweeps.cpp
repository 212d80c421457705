#include "solve/newton/proximal_sweeps.h"

#include <algorithm>

#include "core/interruption.h"
#include "solve/newton/newton_run.h"
#include "solve/newton/proximal_newton.h"
#include "solve/sweeps/nsgs.h"

namespace limpet {
namespace {

constexpr int sweeps_of_a_round = 1500, sweeps_between_looks = 50, steps_of_a_round = 20;
/// So many rounds may pass without an error lower by a tenth.
constexpr int rounds_without_gain = 8;

void run_proximal_sweeps(const Problem& problem, const SolveLimits& limits, Residual& residual,
                         Report& report) {
    NsgsSweep sweep(problem);
    Problem from_here = problem;
    VecX& lambda = from_here.start = report.lambda;
    const auto left = [&] { return limits.iterations - report.iterations; };
    double mark = report.law_residual;
    for (int idle = 0; report.law_residual > limits.tolerance && left() > 0; ++idle) {
        const int sweeps = std::min(sweeps_of_a_round, left());
        for (int i = 1; i <= sweeps && report.law_residual > limits.tolerance; ++i) {
            stop_if_interrupted();
            sweep(lambda);
            ++report.iterations;
            if (i % sweeps_between_looks == 0 && !offer(lambda, problem, limits, residual, report)) return;
        }
        if (report.law_residual <= limits.tolerance || left() == 0) return;
        Report steps =
            solve_proximal_newton(from_here, {std::min(steps_of_a_round, left()), limits.tolerance});
        report.iterations += steps.iterations;
        lambda = std::move(steps.lambda);
        if (!offer(lambda, problem, limits, residual, report)) return;
        if (report.law_residual < 0.9 * mark) {
            mark = report.law_residual;
            idle = 0;
        }
        if (idle > rounds_without_gain) {
            report.reason = "neither sweeps nor proximal steps help any more";
            return;
        }
    }
}

}  // namespace

Report solve_proximal_sweeps(const Problem& problem, const SolveLimits& limits) {
    return run_newton("proximal-sweeps", problem, limits, [&](Residual& residual, Report& report) {
        run_proximal_sweeps(problem, limits, residual, report);
    });
}

}  // namespace limpet
