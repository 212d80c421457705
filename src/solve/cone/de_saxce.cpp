#include "solve/cone/de_saxce.h"

#include <algorithm>

#include "core/interruption.h"
#include "solve/cone/cone_program.h"
#include "solve/newton/newton_run.h"

namespace limpet {
namespace {

constexpr int whole_steps = 8;
constexpr double later_steps = 0.5;
constexpr int rounds_between_looks = 5;
/// Without an error lower by a tenth in so many looks, the rounds end.
constexpr int looks_without_gain = 4;
/// τ at which a round ends, as a part of the mean square of what the dilatancy was off by in the round
/// before: between the looks, and at a look; each at most, and all at least.
constexpr double rough_part = 0.3, exact_part = 1e-3, roughest = 1e-5, least_exact = 1e-9, most_exact = 1e-12;
constexpr double feasible = 1e-6;
constexpr int most_round_steps = 60;
/// τ of the point that the next round starts from: falls while rounds are short and grows when they are long.
constexpr double first_warm = 0.1, least_warm = 1e-3, most_warm = 10;
constexpr int short_round = 9, long_round = 18;

class Rounds {
public:
    Rounds(const Problem& problem, double scale)
        : program_(problem, scale), dilatancy_(VecX::Zero(problem.contacts())), warm_(program_.start()) {}

    double flops() const { return program_.flops(); }
    VecX solution() const { return program_.solution(at_); }

    /// The program with the present dilatancy; returns the steps, of which there are no more than `most`, or
    /// −1.
    int solve(bool exact, int most) {
        const double tau = exact ? std::clamp(exact_part * off_, most_exact, least_exact)
                                 : std::clamp(rough_part * off_, most_exact, roughest);
        at_ = warm_;
        bool kept = false;
        int steps = 0;
        while (steps < std::min(most, most_round_steps)) {
            stop_if_interrupted();
            if (!program_.step(dilatancy_, at_)) return -1;
            ++steps;
            const double gap = program_.gap(at_);
            if (!kept && gap < warm_gap_) {
                warm_ = at_;
                kept = true;
            }
            if (gap < tau && (gap < 1e-2 * tau || program_.infeasibility(dilatancy_, at_) < feasible)) break;
        }
        if (steps > long_round) warm_gap_ = std::min(3 * warm_gap_, most_warm);
        if (steps < short_round) warm_gap_ = std::max(warm_gap_ / 2, least_warm);
        return steps;
    }
    void update(double part) {
        const VecX change = program_.sliding(at_) - dilatancy_;
        off_ = change.squaredNorm() / static_cast<double>(change.size());
        dilatancy_ += part * change;
    }

private:
    ConeProgram program_;
    VecX dilatancy_;
    ConeProgram::Point at_, warm_;
    double warm_gap_ = first_warm, off_ = 1;
};

void run_de_saxce(const Problem& problem, const SolveLimits& limits, Residual& residual, Report& report) {
    Rounds rounds(problem, residual.scale());
    if (rounds.flops() > most_flops) {
        report.reason = too_many_flops;
        return;
    }
    double mark = report.law_residual;
    int looks = 0;
    for (int round = 0; report.law_residual > limits.tolerance && report.iterations < limits.iterations;
         ++round) {
        const bool look = round % rounds_between_looks == 0;
        const int steps = rounds.solve(look, limits.iterations - report.iterations);
        if (steps < 0) {
            report.reason = "a cone program could not be solved";
            return;
        }
        report.iterations += steps;
        if (look) {
            if (!offer(rounds.solution(), problem, limits, residual, report)) return;
            if (report.law_residual < 0.9 * mark) {
                mark = report.law_residual;
                looks = 0;
            } else if (++looks > looks_without_gain) {
                report.reason = "the dilatancy does not settle any further";
                return;
            }
        }
        rounds.update(round < whole_steps ? 1 : later_steps);
    }
}

}  // namespace

Report solve_de_saxce(const Problem& problem, const SolveLimits& limits) {
    return run_newton("cone-programs", problem, limits, [&](Residual& residual, Report& report) {
        run_de_saxce(problem, limits, residual, report);
    });
}

}  // namespace limpet
