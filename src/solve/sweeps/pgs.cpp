#include "solve/sweeps/pgs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/interruption.h"
#include "solve/problem_check.h"
#include "solve/residual.h"

namespace limpet {
namespace {

/// A look at the error costs about a sweep.
constexpr int sweeps_between_checks = 8;
/// Above this share of blocks a dense column is quicker to add than a sparse one.
constexpr double dense_share = 0.25;
/// Contacts of a dense problem that are swept before what they change is added to the others: these are then
/// read and written once for all of them.
constexpr int together = 4;

/// Wnn by columns (other engines' are not quite symmetric), dense or sparse, and the sweeps over it. Rows are
/// divided by the diagonal, which leaves least to do between a contact and the next:
///
///   λi ← max(0, zi),     z = λ − D⁻¹ u = −D⁻¹ u⁰ + N λ,     N = 1 − D⁻¹ Wnn
class NormalProblem {
public:
    explicit NormalProblem(const Problem& problem);

    void start_from(const VecX& lambda);
    void sweep() { dense_ ? sweep_dense() : sweep_sparse(); }
    /// residual.h's error for μ = 0, from numbers at hand; z is made anew, so that rounding does not add up.
    double error();
    VecX lambda() const;

private:
    void fill_dense(const Problem& problem);
    void fill_sparse(const Problem& problem);
    void sweep_dense();
    void sweep_sparse();
    void add_column(int i, double change) {
        for (int k = start_[i]; k < start_[i + 1]; ++k) z_[row_[k]] += change * value_[k];
    }
    /// z += Σ change_k × column first + k, of rows [row, row + count).
    void add_columns(double* __restrict z, int row, int count, int first, const double* change) const {
        const double *a = &matrix_(row, first), *b = a + rows_, *c = b + rows_, *d = c + rows_;
        const double p = change[0], q = change[1], r = change[2], s = change[3];
        for (int i = 0; i < count; ++i) z[i] += p * a[i] + q * b[i] + r * c[i] + s * d[i];
    }

    int size_;  ///< of the problem
    bool dense_;
    int rows_;  ///< of the matrix: filled up with contacts that nothing moves to a multiple of `together`
    VecX start_z_, z_, lambda_, diagonal_;
    double mean_diagonal_, norm_u0_;
    MatX matrix_;
    std::vector<int> start_, row_;  ///< of columns; of values
    std::vector<double> value_;
};

NormalProblem::NormalProblem(const Problem& problem) : size_(problem.contacts()) {
    const BlockPattern& pattern = problem.W.pattern();
    dense_ = pattern.blocks() > dense_share * size_ * size_;
    rows_ = dense_ ? (size_ + together - 1) / together * together : size_;
    start_z_.setZero(rows_);
    lambda_.setZero(rows_);
    diagonal_.setOnes(rows_);
    norm_u0_ = 0;
    for (int i = 0; i < size_; ++i) {
        diagonal_[i] = problem.diagonal(i)[0];
        start_z_[i] = -problem.u0[3 * i] / diagonal_[i];
        norm_u0_ += problem.u0[3 * i] * problem.u0[3 * i];
    }
    norm_u0_ = std::sqrt(norm_u0_);
    mean_diagonal_ = diagonal_.head(size_).sum() / size_;
    dense_ ? fill_dense(problem) : fill_sparse(problem);
}

void NormalProblem::fill_dense(const Problem& problem) {
    const BlockPattern& pattern = problem.W.pattern();
    matrix_.setZero(rows_, rows_);
    for (int i = 0; i < size_; ++i) {
        const double scale = -1 / diagonal_[i];
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            matrix_(i, pattern.column[k]) = problem.W.block(k)[0] * scale;
        matrix_(i, i) = 0;
    }
}

void NormalProblem::fill_sparse(const Problem& problem) {
    const BlockPattern& pattern = problem.W.pattern();
    start_.assign(static_cast<std::size_t>(size_) + 1, 0);
    for (const int column : pattern.column) ++start_[column + 1];
    std::partial_sum(start_.begin(), start_.end(), start_.begin());
    std::vector<int> next(start_.begin(), start_.end() - 1);
    row_.resize(pattern.column.size());
    value_.resize(pattern.column.size());
    for (int i = 0; i < size_; ++i) {
        const double scale = -1 / diagonal_[i];
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const int at = next[pattern.column[k]]++;
            row_[at] = i;
            value_[at] = pattern.column[k] == i ? 0 : problem.W.block(k)[0] * scale;
        }
    }
}

void NormalProblem::start_from(const VecX& lambda) {
    for (int i = 0; i < size_; ++i) lambda_[i] = std::max(0.0, lambda[3 * i]);
}

void NormalProblem::sweep_dense() {
    Eigen::Vector4d z = z_.head<together>();
    for (int first = 0; first < rows_; first += together) {
        double change[together];
        for (int k = 0; k < together; ++k) {
            const double next = std::max(0.0, z[k]);
            change[k] = next - lambda_[first + k];
            lambda_[first + k] = next;
            for (int l = k + 1; l < together; ++l) z[l] += change[k] * matrix_(first + l, first + k);
        }
        const int following = first + together;
        const bool changed = change[0] != 0 || change[1] != 0 || change[2] != 0 || change[3] != 0;
        // The next contacts' own numbers first: they need not wait until all others are written.
        if (following < rows_) {
            z = z_.segment<together>(following);
            if (changed) add_columns(z.data(), following, together, first, change);
        }
        if (changed) add_columns(z_.data(), 0, rows_, first, change);
    }
}

void NormalProblem::sweep_sparse() {
    for (int i = 0; i < size_; ++i) {
        const double next = std::max(0.0, z_[i]), change = next - lambda_[i];
        if (change == 0) continue;
        lambda_[i] = next;
        add_column(i, change);
    }
}

double NormalProblem::error() {
    z_ = start_z_;
    if (dense_) {
        for (int i = 0; i < rows_; i += together)
            if (lambda_.segment<together>(i).any()) add_columns(z_.data(), 0, rows_, i, lambda_.data() + i);
    } else {
        for (int i = 0; i < size_; ++i)
            if (lambda_[i] != 0) add_column(i, lambda_[i]);
    }
    double norm_F = 0, norm_u = 0;
    for (int i = 0; i < size_; ++i) {
        const double u = (lambda_[i] - z_[i]) * diagonal_[i];
        const double l = mean_diagonal_ * lambda_[i], f = l - std::max(0.0, l - u);
        norm_F += f * f;
        norm_u += u * u;
    }
    const double scale = std::max({norm_u0_, mean_diagonal_ * lambda_.norm(), std::sqrt(norm_u)});
    // Overflow must not pass for a small error.
    if (!std::isfinite(scale)) return std::numeric_limits<double>::quiet_NaN();
    return scale > 0 ? std::sqrt(norm_F) / scale : 0;
}

VecX NormalProblem::lambda() const {
    VecX all = VecX::Zero(3 * static_cast<Eigen::Index>(size_));
    for (int i = 0; i < size_; ++i) all[3 * i] = lambda_[i];
    return all;
}

}  // namespace

Report solve_pgs(const Problem& problem, const SolveLimits& limits) {
    if (const auto reason = why_unsolvable_without_bonds(problem); !reason.empty())
        return refused(problem, reason);
    Report report;
    report.method = "pgs";
    report.lambda = VecX::Zero(problem.u0.size());
    if (problem.contacts() == 0) return report;
    NormalProblem normal(problem);
    if (problem.start.size() > 0) normal.start_from(problem.start);
    double best = normal.error();
    if (!std::isfinite(best)) return refused(problem, "numbers are too large to compute with");
    report.lambda = normal.lambda();
    while (best > limits.tolerance && report.iterations < limits.iterations) {
        const int sweeps = std::min(sweeps_between_checks, limits.iterations - report.iterations);
        stop_if_interrupted();
        for (int i = 0; i < sweeps; ++i) normal.sweep();
        report.iterations += sweeps;
        const double error = normal.error();
        report.looked(limits, error);
        if (error < best) {
            best = error;
            report.lambda = normal.lambda();
        }
    }
    report.residual = natural_map_error(problem, report.lambda);
    report.law_residual = best;
    report.status = best <= limits.tolerance ? SolveStatus::Converged : SolveStatus::OutOfSweeps;
    return report;
}

}  // namespace limpet
