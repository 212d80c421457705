#include "solve/auto_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/active_part.h"
#include "solve/cone/de_saxce.h"
#include "solve/cone/interior_point.h"
#include "solve/newton/newton_sweeps.h"
#include "solve/newton/proximal_sweeps.h"
#include "solve/polish.h"
#include "solve/problem_check.h"
#include "solve/rescue.h"
#include "solve/sweeps/nsgs.h"
#include "solve/sweeps/pgs.h"
#include "solve/velocity_error.h"

namespace limpet {
namespace {

/// What a walk along the path costs, in sweeps: most take 20 to 60 steps, and a step costs 30 to 60 sweeps.
constexpr int sweeps_per_walk = 1500;
/// With fewer iterations left a walk is not begun.
constexpr int least_walk = 300;
constexpr int first_round = 100;
/// Sweeps after the walk end when a round of at least so many has gained less than a tenth.
constexpr int patient_round = 1000;
/// With bonds: sweeps before Newton steps, contacts that these take on, steps that they mostly need, and at
/// most.
constexpr int first_round_with_bonds = 30, most_contacts_of_newton = 400, usual_newton_steps = 8,
              most_newton_steps = 20;
/// With fewer contacts, leaving some out gains nothing.
constexpr int least_whole = 40;

bool is_smooth(const Problem& problem) {
    return !problem.has_bonds() &&
           std::all_of(problem.friction.begin(), problem.friction.end(), [](double mu) { return mu == 0; });
}

/// The report of all that was tried so far.
class Attempts {
public:
    Attempts(const Problem& problem, const SolveLimits& limits) : problem_(problem), limits_(limits) {
        best_.lambda = first_guess(problem);
        best_.law_residual = best_.residual = std::numeric_limits<double>::infinity();
    }

    using Method = Report (*)(const Problem&, const SolveLimits&);
    /// From the best λ, or from the solver's own start.
    void run(Method method, bool from_best, int iterations) {
        problem_.start = from_best ? best_.lambda : VecX();
        take(method(problem_, {iterations, limits_.tolerance, limits_.history}));
    }
    /// The last method had a reason to end before it was done.
    bool stuck() const { return stuck_; }
    void take(Report report) {
        for (std::size_t i = 0; i < report.history.size(); ++i) {
            best_.history.push_back(report.history[i]);
            best_.history_iterations.push_back(best_.iterations + report.history_iterations[i]);
        }
        best_.iterations += report.iterations;
        stuck_ = !report.reason.empty();
        if (report.status == SolveStatus::Refused || !(report.residual < best_.residual)) return;
        best_.lambda = std::move(report.lambda);
        best_.residual = best_.law_residual = report.residual;
        best_.method = report.method;
    }

    double error() const { return best_.residual; }
    const VecX& lambda() const { return best_.lambda; }
    int left() const { return std::max(0, limits_.iterations - best_.iterations); }
    bool done() const { return error() <= limits_.tolerance || left() == 0; }
    Report report() {
        best_.status = error() <= limits_.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
        if (!done()) best_.reason = "neither sweeps nor Newton steps help any further";
        return std::move(best_);
    }

private:
    Problem problem_;
    SolveLimits limits_;
    Report best_;
    bool stuck_ = false;
};

/// Sweeps that are left at the pace of the last round.
double forecast(double before, double after, int sweeps, double tolerance) {
    if (!(after < before)) return std::numeric_limits<double>::infinity();
    return std::log(after / std::max(tolerance, 1e-300)) * sweeps / std::log(before / after);
}

void sweep_while_it_pays(Attempts& attempts, const SolveLimits& limits) {
    for (int round = 2 * first_round; !attempts.done() && !attempts.stuck(); round *= 2) {
        const double before = attempts.error();
        round = std::min(round, attempts.left());
        attempts.run(solve_nsgs, true, round);
        const bool walk_fits = attempts.left() >= least_walk;
        if (walk_fits && forecast(before, attempts.error(), round, limits.tolerance) > sweeps_per_walk)
            return;
    }
}

void sweep_while_it_gains(Attempts& attempts) {
    for (int round = patient_round; !attempts.done(); round *= 2) {
        const double before = attempts.error();
        round = std::min(round, attempts.left());
        attempts.run(solve_nsgs, true, round);
        if (attempts.stuck() || attempts.error() > 0.9 * before) return;
    }
}

/// What Newton steps cost, in sweeps: a dense factorisation for the contacts that act.
double cost_of_newton(const Problem& problem, const VecX& lambda) {
    double acting = 0;
    for (int i = 0; i < problem.contacts(); ++i) acting += problem.bond(i).k > 0 || lambda[3 * i] > 0;
    return usual_newton_steps *
           (3 + acting * acting * acting / (2.0 * problem.contacts() * problem.contacts()));
}

Report newton(const Problem& problem, const SolveLimits& limits) {
    return solve_newton_sweeps(problem, limits, most_contacts_of_newton);
}

/// For problems with bonds: sweeps crawl where bonds are stiff against the bodies, accelerated ones less so;
/// Newton steps do not.
Report sweep_and_step(const Problem& problem, const SolveLimits& limits) {
    double before = natural_map_error(problem, first_guess(problem));
    int round = std::min(first_round_with_bonds, limits.iterations);
    Report first = solve_accelerated_nsgs(problem, {round, limits.tolerance, limits.history});
    if (first.status != SolveStatus::OutOfSweeps || first.iterations >= limits.iterations) return first;
    Attempts attempts(problem, limits);
    attempts.take(std::move(first));
    // In a step rescue.h comes after this.
    const int kept_for_newton = limits.context == SolveContext::Step ? 0 : most_newton_steps;
    while (!attempts.done() && !attempts.stuck()) {
        const bool last = attempts.left() <= kept_for_newton;
        if (last || forecast(before, attempts.error(), round, limits.tolerance) >
                        cost_of_newton(problem, attempts.lambda()))
            attempts.run(newton, true, std::min(attempts.left(), most_newton_steps));
        if (attempts.done()) break;
        before = attempts.error();
        round = std::max(1, std::min(3 * round, attempts.left() - (last ? 0 : kept_for_newton)));
        attempts.run(solve_accelerated_nsgs, true, round);
    }
    return attempts.report();
}

/// For large piles, whose path folds too often. Sweeps get further from what the cone programs leave, which
/// is in the middle of all impulses that do, than from zero.
void relax_dilatancy(Attempts& attempts) {
    const double before = attempts.error();
    attempts.run(solve_de_saxce, true, attempts.left());
    if (attempts.done() || !(attempts.error() < before)) return;
    attempts.run(solve_proximal_sweeps, true, attempts.left());
}

Report sweep_and_walk(const Problem& problem, const SolveLimits& limits) {
    // Most calls end with the first sweeps: these should cost nothing more.
    Report first = is_smooth(problem)
                       ? solve_pgs(problem, limits)
                       : solve_accelerated_nsgs(problem, {std::min(first_round, limits.iterations),
                                                          limits.tolerance, limits.history});
    if (first.status != SolveStatus::OutOfSweeps || first.iterations >= limits.iterations) return first;
    Attempts attempts(problem, limits);
    attempts.take(std::move(first));
    sweep_while_it_pays(attempts, limits);
    if (attempts.left() >= least_walk && !attempts.done())
        attempts.run(solve_interior_point, true, attempts.left());
    if (attempts.left() >= least_walk && !attempts.done()) relax_dilatancy(attempts);
    if (!attempts.done()) sweep_while_it_gains(attempts);
    return attempts.report();
}

Report solve_whole(const Problem& problem, const SolveLimits& limits) {
    return problem.has_bonds() ? sweep_and_step(problem, limits) : sweep_and_walk(problem, limits);
}

}  // namespace

Report solve_auto(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable(problem); !reason.empty()) return refused(problem, reason);
    if (is_smooth(problem)) {
        Report report = solve_whole(problem, limits);
        if (limits.refine) refine_velocities(problem, limits, report);
        return report;
    }
    SolveLimits first = limits;
    if (limits.context == SolveContext::Step) first.iterations = before_rescue(problem, limits.iterations);
    Report report = problem.contacts() > least_whole ? solve_active_part(problem, first, solve_whole)
                                                     : solve_whole(problem, first);
    if (limits.context == SolveContext::Step) rescue(problem, limits, solve_whole, report);
    // Without friction nothing is held, so that nothing creeps.
    if (limits.refine) {
        polish(problem, limits, report);
        refine_velocities(problem, limits, report);
    }
    return report;
}

}  // namespace limpet
