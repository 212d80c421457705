#include "solve/newton/proximal_newton.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/interruption.h"
#include "linear/sparse_lu.h"
#include "solve/newton/law_rows.h"
#include "solve/newton/newton_run.h"

namespace limpet {
namespace {

constexpr double first_proximal_weight = 1e-2, least_proximal_weight = 1e-9, most_proximal_weight = 10;
constexpr double less = 0.5, more = 3;
constexpr int most_proximal_substeps = 12, few_proximal_substeps = 4, most_proximal_halvings = 5;
/// A proximal step is done when ‖F‖ has fallen by this, or a part of the way brings so much of it.
constexpr double fall = 0.01, least_proximal_gain = 0.05;
/// So many proximal steps may pass without an error lower by a tenth.
constexpr int proximal_steps_without_gain = 30;

/// Newton's method on the laws of W + ε s with the centre λ.
class Proximal {
public:
    Proximal(const Problem& problem, double scale)
        : problem_(problem), s_(scale), W_(on_symmetric_pattern(problem.W)), rows_of_law_(W_) {
        for (int i = 0; i < problem.contacts(); ++i) diagonal_.push_back(W_.pattern().find(i, i));
        lu_.analyse(W_.pattern());
    }

    double flops() const { return lu_.flops(); }
    /// Steps from `lambda` at proximity ε; false, with λ as it was, if ‖F‖ does not fall enough.
    bool solve(double proximity, int most, VecX& lambda, int& steps) {
        centre_ = lambda;
        proximity_ = proximity * s_;
        const double goal = fall * norm(lambda);
        for (steps = 0; steps < std::min(most, most_proximal_substeps);) {
            ++steps;
            if (!newton_step(lambda)) break;
            if (norm(lambda) <= goal) return true;
        }
        lambda = centre_;
        return false;
    }

private:
    VecX velocity(const VecX& lambda) const {
        VecX u(lambda.size());
        W_.multiply_rows(0, problem_.contacts(), lambda.data(), u.data());
        return u + problem_.u0 + proximity_ * (lambda - centre_);
    }
    LawRows rows_at(int i, const VecX& lambda, const VecX& u) const {
        return law_rows(problem_, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s_);
    }
    double norm(const VecX& lambda) const {
        const VecX u = velocity(lambda);
        double sum = 0;
        for (int i = 0; i < problem_.contacts(); ++i) sum += rows_at(i, lambda, u).F.squaredNorm();
        return std::sqrt(sum);
    }
    /// A part of Newton's step; false if no part of it makes ‖F‖ fall.
    bool newton_step(VecX& lambda) {
        const int n = problem_.contacts();
        const VecX u = velocity(lambda);
        const BlockPattern& pattern = W_.pattern();
        VecX F(3 * n), step, rest;
        for (int i = 0; i < n; ++i) {
            const LawRows rows = rows_at(i, lambda, u);
            F.segment<3>(3 * i) = -rows.F;
            for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
                Eigen::Map<Mat3>(rows_of_law_.block(k)) =
                    rows.by_velocity * Eigen::Map<const Mat3>(W_.block(k));
            Eigen::Map<Mat3>(rows_of_law_.block(diagonal_[i])) +=
                rows.by_impulse + proximity_ * rows.by_velocity;
        }
        if (!lu_.factorise(rows_of_law_)) return false;
        const double before = F.norm();
        lu_.solve(F, step);
        rows_of_law_.subtract_rows(0, n, step.data(), F.data());
        lu_.solve(F, rest);
        step += rest;
        double part = 1;
        for (int i = 0; i <= most_proximal_halvings; ++i, part /= 2) {
            VecX there = lambda + part * step;
            if (!(norm(there) <= (1 - least_proximal_gain * part) * before)) continue;
            lambda = std::move(there);
            return true;
        }
        return false;
    }

    const Problem& problem_;
    double s_;
    BlockMatrix W_, rows_of_law_;
    std::vector<int> diagonal_;
    SparseLu lu_;
    VecX centre_;
    double proximity_ = 0;
};

void run_proximal_newton(const Problem& problem, const SolveLimits& limits, Residual& residual,
                         Report& report) {
    Proximal proximal(problem, residual.scale());
    if (proximal.flops() > most_flops) {
        report.reason = too_many_flops;
        return;
    }
    VecX lambda = report.lambda;
    double proximity = first_proximal_weight, mark = report.law_residual;
    for (int idle = 0; report.law_residual > limits.tolerance && report.iterations < limits.iterations;
         ++idle) {
        stop_if_interrupted();
        int steps = 0;
        const bool solved = proximal.solve(proximity, limits.iterations - report.iterations, lambda, steps);
        report.iterations += steps;
        if (solved && !offer(lambda, problem, limits, residual, report)) return;
        if (report.law_residual < 0.9 * mark) {
            mark = report.law_residual;
            idle = 0;
        }
        if (solved && steps <= few_proximal_substeps)
            proximity = std::max(less * proximity, least_proximal_weight);
        if (!solved) proximity *= more;
        if (idle > proximal_steps_without_gain || proximity > most_proximal_weight) {
            report.reason = "proximal steps do not help any more";
            return;
        }
    }
}

}  // namespace

Report solve_proximal_newton(const Problem& problem, const SolveLimits& limits) {
    return run_newton("proximal-newton", problem, limits, [&](Residual& residual, Report& report) {
        run_proximal_newton(problem, limits, residual, report);
    });
}

}  // namespace limpet
