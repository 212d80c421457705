#include "solve/cone/interior_point.h"

#include "solve/cone/path_walk.h"
#include "solve/newton/newton_run.h"

namespace limpet {
namespace {

/// With a start, so many steps have to find something better than it.
constexpr int steps_to_beat_the_start = 200;

}  // namespace

Report solve_interior_point(const Problem& problem, const SolveLimits& limits) {
    return run_newton("interior-point", problem, limits, [&](Residual& residual, Report& report) {
        PathWalk walk(problem, residual.scale());
        if (walk.flops() > most_flops) {
            report.reason = too_many_flops;
            return;
        }
        const double start = report.law_residual;
        while (report.law_residual > limits.tolerance && report.iterations < limits.iterations) {
            if (!walk.advance()) {
                report.reason = "the central path could not be followed any further";
                return;
            }
            ++report.iterations;
            if (!offer(walk.solution(), problem, limits, residual, report)) return;
            if (problem.start.size() > 0 && report.iterations == steps_to_beat_the_start &&
                report.law_residual == start) {
                report.reason = "the central path leads to the solution too slowly";
                return;
            }
        }
    });
}

}  // namespace limpet
