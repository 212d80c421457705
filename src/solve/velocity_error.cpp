#include "solve/velocity_error.h"

#include <algorithm>

#include "solve/newton/law_rows.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// s‖λ‖ over ‖u⁰‖: what ordinary problems have at most.
constexpr double ordinary_growth = 100;
/// Of the tolerance, for e: what is left is a velocity with which bodies at rest creep.
constexpr double velocity_tolerance_ratio = 1e-3;
/// Newton's steps from one start. Near the solution five are enough; matrices are dense, so that many
/// contacts, which are mostly bodies that jam, get fewer.
constexpr int most_velocity_steps = 12, fewest_steps = 3, most_acting = 150, acting_of_most_steps = 50;
/// Part of s that is added to W. A mass ratio of 10⁹ leaves 10⁻⁹ s of W, so that more would change the
/// answer.
constexpr double velocity_proximity = 1e-12;

/// The λ with the least ‖F‖ so far.
struct Best {
    VecX lambda;
    double map, velocity_error, error;
};

/// From one start: as much work as `most_velocity_steps` with `acting_of_most_steps` contacts.
int steps_for(const VecX& lambda) {
    int acting = 0;
    for (Eigen::Index i = 0; i < lambda.size(); i += 3) acting += lambda[i] > 0;
    if (acting <= acting_of_most_steps) return most_velocity_steps;
    const double ratio = static_cast<double>(acting_of_most_steps) / acting;
    return std::max(fewest_steps, static_cast<int>(most_velocity_steps * ratio * ratio * ratio));
}

/// Steps may go up before they go down: a step is judged by where the next ones lead.
void step_from(VecX lambda, int steps, const Problem& problem, double wanted, Residual& residual, Best& best,
               int& iterations) {
    for (int i = 0; i < steps && best.velocity_error > wanted; ++i, ++iterations) {
        lambda = after_newton_step(problem, residual.scale(), lambda, {most_acting, velocity_proximity});
        if (lambda.size() == 0) return;
        const double error = residual.error(lambda);
        if (!(residual.map() < best.map)) continue;
        best = {lambda, residual.map(), residual.velocity_error(), error};
    }
}

}  // namespace

void refine_velocities(const Problem& problem, const SolveLimits& limits, Report& report) {
    if (report.status == SolveStatus::Refused || problem.contacts() == 0) return;
    Residual residual(problem);
    if (!(residual.scale() * report.lambda.norm() > ordinary_growth * problem.u0.norm())) return;
    const double error = residual.error(report.lambda), wanted = velocity_tolerance_ratio * limits.tolerance;
    const double map = residual.map();
    Best best{report.lambda, map, residual.velocity_error(), error};
    const int steps = steps_for(report.lambda);
    step_from(report.lambda, steps, problem, wanted, residual, best, report.iterations);
    if (best.velocity_error > limits.tolerance && steps == most_velocity_steps)
        step_from(VecX::Zero(report.lambda.size()), steps, problem, wanted, residual, best,
                  report.iterations);
    if (best.map < map) report.method = "velocity-steps";
    report.lambda = std::move(best.lambda);
    report.residual = report.law_residual = best.error;
    report.velocity_error = best.velocity_error;
    if (best.velocity_error > limits.tolerance * ordinary_growth)
        report.status = SolveStatus::OutOfSweeps;
    else if (best.error <= limits.tolerance)
        report.status = SolveStatus::Converged;
}

}  // namespace limpet
