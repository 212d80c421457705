#include "solve/pgs.h"

#include <algorithm>
#include <cmath>

#include "solve/residual.h"

namespace limpet {
namespace {

/// A look at the error costs about a sweep.
constexpr int sweeps_between_checks = 8;
/// Above this share of blocks a dense column is quicker to add than a sparse one.
constexpr double dense_share = 0.25;

/// Wnn by columns (it is symmetric), dense or sparse, and the sweeps over it.
class NormalProblem {
public:
    explicit NormalProblem(const Problem& problem);

    void start_from(const VecX& lambda);
    void sweep();
    /// residual.h's error for μ = 0, from numbers at hand; u is made anew, so that rounding does not add up.
    double error();
    VecX lambda() const;

private:
    void add_column(int i, double change) {
        if (dense_) {
            u_ += change * matrix_.col(i);
            return;
        }
        for (int k = start_[i]; k < start_[i + 1]; ++k) u_[column_[k]] += change * value_[k];
    }

    int size_;
    bool dense_;
    VecX u0_, u_, lambda_, diagonal_;
    double mean_diagonal_;
    MatX matrix_;
    std::vector<int> start_, column_;
    std::vector<double> value_;
};

NormalProblem::NormalProblem(const Problem& problem)
    : size_(problem.contacts()), u0_(size_), lambda_(VecX::Zero(size_)), diagonal_(size_) {
    const BlockPattern& pattern = problem.W.pattern();
    dense_ = pattern.blocks() > dense_share * size_ * size_;
    for (int i = 0; i < size_; ++i) {
        u0_[i] = problem.u0[3 * i];
        diagonal_[i] = problem.diagonal(i)[0];
    }
    mean_diagonal_ = diagonal_.sum() / size_;
    if (dense_) {
        matrix_.setZero(size_, size_);
        for (int i = 0; i < size_; ++i)
            for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
                matrix_(pattern.column[k], i) = problem.W.block(k)[0];
    } else {
        start_ = pattern.row_start;
        column_ = pattern.column;
        value_.reserve(column_.size());
        for (int k = 0; k < pattern.blocks(); ++k) value_.push_back(problem.W.block(k)[0]);
    }
}

void NormalProblem::start_from(const VecX& lambda) {
    for (int i = 0; i < size_; ++i) lambda_[i] = std::max(0.0, lambda[3 * i]);
}

void NormalProblem::sweep() {
    for (int i = 0; i < size_; ++i) {
        const double next = std::max(0.0, lambda_[i] - u_[i] / diagonal_[i]);
        const double change = next - lambda_[i];
        if (change == 0) continue;
        lambda_[i] = next;
        add_column(i, change);
    }
}

double NormalProblem::error() {
    u_ = u0_;
    for (int i = 0; i < size_; ++i)
        if (lambda_[i] != 0) add_column(i, lambda_[i]);
    double norm = 0;
    for (int i = 0; i < size_; ++i) {
        const double l = mean_diagonal_ * lambda_[i], f = l - std::max(0.0, l - u_[i]);
        norm += f * f;
    }
    const double scale = std::max({u0_.norm(), mean_diagonal_ * lambda_.norm(), u_.norm()});
    return scale > 0 ? std::sqrt(norm) / scale : 0;
}

VecX NormalProblem::lambda() const {
    VecX all = VecX::Zero(3 * static_cast<Eigen::Index>(size_));
    for (int i = 0; i < size_; ++i) all[3 * i] = lambda_[i];
    return all;
}

std::string_view why_not(const Problem& problem) {
    const double* values = problem.W.block(0);
    const std::size_t count = 9 * static_cast<std::size_t>(problem.W.pattern().blocks());
    if (!std::all_of(values, values + count, [](double x) { return std::isfinite(x); }))
        return "W has numbers that are not finite";
    if (!problem.u0.allFinite()) return "u0 has numbers that are not finite";
    for (int i = 0; i < problem.contacts(); ++i)
        if (!(problem.diagonal(i)[0] > 0))
            return "a contact has no compliance: nothing that touches there can move";
    return {};
}

}  // namespace

Report solve_pgs(const Problem& problem, const SolveLimits& limits) {
    Report report;
    report.lambda = VecX::Zero(problem.u0.size());
    if (problem.contacts() == 0) return report;
    report.reason = why_not(problem);
    if (!report.reason.empty()) {
        report.status = SolveStatus::Refused;
        return report;
    }
    NormalProblem normal(problem);
    if (problem.start.size() > 0) normal.start_from(problem.start);
    double best = normal.error();
    report.lambda = normal.lambda();
    while (best > limits.tolerance && report.iterations < limits.iterations) {
        const int sweeps = std::min(sweeps_between_checks, limits.iterations - report.iterations);
        for (int i = 0; i < sweeps; ++i) normal.sweep();
        report.iterations += sweeps;
        const double error = normal.error();
        if (limits.history) report.history.push_back(error);
        if (error < best) {
            best = error;
            report.lambda = normal.lambda();
        }
    }
    report.residual = natural_map_error(problem, report.lambda);
    report.status = best <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

}  // namespace limpet
