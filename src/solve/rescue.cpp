#include "solve/rescue.h"

#include <algorithm>
#include <cmath>

#include "solve/active_part.h"
#include "solve/cone/interior_point.h"
#include "solve/newton/smoothed_newton.h"
#include "solve/polish.h"
#include "solve/residual.h"

namespace limpet {
namespace {

constexpr int most_kept = 100, most_before_with_bonds = 400;
/// Sweeps that tell how fast the error falls, and steps that most walks do not need.
constexpr int trial = 10, most_walk_steps = 50;
/// With more contacts that act, factorisations take longer than a step of a simulation should. Bonds are few
/// where bodies land, and many where one is peeled slowly, so that they may take longer.
constexpr int most_acting_contacts = 150, most_with_bonds = 250;

int most_of(const Problem& problem) {
    return problem.has_bonds() ? most_with_bonds : most_acting_contacts;
}
/// Of the tolerance, for problems that polish.h takes: a walk that ends there is near enough for it.
constexpr double polish_tolerance_ratio = 1e-3;

/// Contacts that push or are bonded.
int acting(const Problem& problem, const VecX& lambda) {
    int count = 0;
    for (int i = 0; i < problem.contacts(); ++i) count += problem.bond(i).k > 0 || lambda[3 * i] > 0;
    return count;
}

using Method = Report (*)(const Problem&, const SolveLimits&);

Report walk(const Problem& problem, const SolveLimits& limits) {
    if (problem.contacts() > most_of(problem)) {
        Report none;
        none.lambda = problem.start;
        none.residual = none.law_residual = natural_map_error(problem, none.lambda);
        none.status = none.residual <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
        none.reason = "too many contacts act";
        return none;
    }
    return problem.has_bonds() ? solve_smoothed_newton(problem, limits)
                               : solve_interior_point(problem, limits);
}

/// Takes what is better, and counts what it took.
void take(Report&& next, double tolerance, Report& report) {
    const int iterations = report.iterations + next.iterations;
    if (next.residual < report.residual) {
        next.history = std::move(report.history);
        next.history_iterations = std::move(report.history_iterations);
        report = std::move(next);
    }
    report.iterations = iterations;
    report.status = report.residual <= tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    if (report.status == SolveStatus::Converged) report.reason = {};
}

}  // namespace

int before_rescue(const Problem& problem, int iterations) {
    const int before = iterations - std::min(most_kept, iterations / 2);
    return problem.has_bonds() ? std::min(before, most_before_with_bonds) : before;
}

void rescue(const Problem& problem, const SolveLimits& limits, Method usual, Report& report) {
    const auto left = [&] { return std::max(0, limits.iterations - report.iterations); };
    const auto unsolved = [&] { return report.status == SolveStatus::OutOfSweeps && left() > 0; };
    if (!unsolved()) return;
    Problem again = problem;
    const auto go_on = [&](Method method, int iterations, double tolerance) {
        again.start = report.lambda;
        take(solve_active_part(again, {iterations, tolerance}, method, iterations), limits.tolerance, report);
    };
    if (acting(problem, report.lambda) > most_of(problem)) {
        go_on(usual, left(), limits.tolerance);
        return;
    }
    const double before = report.residual;
    go_on(usual, std::min(trial, left()), limits.tolerance);
    const double fall = std::log(before / report.residual) / trial;
    const int spare = std::min(left(), most_kept) - most_walk_steps;
    if (unsolved() && fall * spare > std::log(report.residual / limits.tolerance))
        go_on(usual, spare, limits.tolerance);
    if (!unsolved()) return;
    const bool polished = acting(problem, report.lambda) <= most_polished;
    go_on(walk, std::min(left(), most_kept), limits.tolerance * (polished ? polish_tolerance_ratio : 1));
    if (unsolved()) go_on(usual, left(), limits.tolerance);
}

}  // namespace limpet
