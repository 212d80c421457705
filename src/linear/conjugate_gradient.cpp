#include "linear/conjugate_gradient.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "core/interruption.h"
#include "core/parallel.h"
#include "linear/block_rows.h"

namespace limpet {
namespace {

constexpr int most_ranges = 8;
constexpr int fewest_rows_in_range = 384;
constexpr int update_rows_per_task = 256;

}  // namespace

void ConjugateGradient::prepare(const BlockMatrix& a) {
    const BlockPattern& pattern = a.pattern();
    const int rows = a.rows();
    const int ranges = std::clamp(rows / fewest_rows_in_range, 1, most_ranges);
    rows_per_range_ = (rows + ranges - 1) / ranges;
    split_.resize(rows);
    inverse_.resize(9 * static_cast<std::size_t>(rows) + 1);
    for (VecX* v : {&r_, &p_, &q_, &s_, &above_, &dr_}) v->resize(3 * rows);
    parallel_blocks(rows, rows_per_range_, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            Split& s = split_[i];
            int k = pattern.row_start[i];
            const int stop = pattern.row_start[i + 1];
            while (pattern.column[k] < begin) ++k;
            s.first = k;
            while (pattern.column[k] < i) ++k;
            s.diagonal = k;
            while (k < stop && pattern.column[k] < end) ++k;
            s.last = k;
            Eigen::Map<Mat3> inverse(inverse_.data() + 9 * static_cast<std::size_t>(i));
            inverse = Eigen::Map<const Mat3>(a.block(s.diagonal)).inverse();
        }
    });
}

double ConjugateGradient::residual(const BlockMatrix& a, const VecX& b, const VecX& x) {
    return std::sqrt(ordered_sum(a.rows(), update_rows_per_task, [&](int begin, int end) {
        r_.segment(3 * begin, 3 * (end - begin)) = b.segment(3 * begin, 3 * (end - begin));
        a.subtract_rows(begin, end, x.data(), r_.data());
        return r_.segment(3 * begin, 3 * (end - begin)).squaredNorm();
    }));
}

/// The sweeps of one iteration; r_ holds r̂, q_ holds p̂, dr_ holds D r̂.
struct ConjugateGradient::Iteration {
    ConjugateGradient& cg;
    const BlockMatrix& a;

    const double* inverse(int i) const { return &cg.inverse_[9 * static_cast<std::size_t>(i)]; }

    /// y ← C⁻¹ y on the rows of a range.
    void forward(int begin, int end, double* y) const {
        for (int i = begin; i < end; ++i) {
            const Split& s = cg.split_[i];
            const Lanes known = load_node(y, i) - block_row_sum(a, s.first, s.diagonal, y);
            store_node(y, i, block_times(inverse(i), known));
        }
    }

    /// D r̂ of a range; returns its part of r̂·D r̂.
    double weigh(int begin, int end) const {
        double sum = 0;
        for (int i = begin; i < end; ++i) {
            const Lanes r = load_node(cg.r_.data(), i);
            const Lanes dr = block_times(a.block(cg.split_[i].diagonal), r);
            store_node(cg.dr_.data(), i, dr);
            sum += dot3(r, dr);
        }
        return sum;
    }

    /// p̂ = D r̂ + β p̂ and p = C⁻ᵀp̂, from the last row up; keeps Lᵀp.
    void backward(int begin, int end, double beta) const {
        for (int i = end - 1; i >= begin; --i) {
            const Split& s = cg.split_[i];
            const Lanes q = load_node(cg.dr_.data(), i) + beta * load_node(cg.q_.data(), i);
            const Lanes above = block_row_sum(a, s.diagonal + 1, s.last, cg.p_.data());
            store_node(cg.q_.data(), i, q);
            store_node(cg.above_.data(), i, above);
            store_node(cg.p_.data(), i, block_times(inverse(i), q - above));
        }
    }

    /// s = p + C⁻¹(Lᵀp + R p); returns the range's part of p̂·s.
    double apply(int begin, int end) const {
        const BlockPattern& pattern = a.pattern();
        double* t = cg.s_.data();
        const double* p = cg.p_.data();
        for (int i = begin; i < end; ++i) {
            const Split& s = cg.split_[i];
            const Lanes known = load_node(cg.above_.data(), i) +
                                block_row_sum(a, pattern.row_start[i], s.first, p) +
                                block_row_sum(a, s.last, pattern.row_start[i + 1], p) -
                                block_row_sum(a, s.first, s.diagonal, t);
            store_node(t, i, block_times(inverse(i), known));
        }
        const int at = 3 * begin, n = 3 * (end - begin);
        cg.s_.segment(at, n) += cg.p_.segment(at, n);
        return cg.q_.segment(at, n).dot(cg.s_.segment(at, n));
    }
};

CgReport ConjugateGradient::solve(const BlockMatrix& a, const VecX& b, double tolerance, int max_iterations,
                                  VecX& x) {
    const int rows = a.rows();
    CgReport report;
    if (rows == 0) return {true, 0, 0.0};
    prepare(a);
    const Iteration it{*this, a};
    report.residual = residual(a, b, x);
    report.converged = report.residual <= tolerance;
    if (report.converged || !std::isfinite(report.residual)) return report;

    double rho = ordered_sum(rows, rows_per_range_, [&](int begin, int end) {
        it.forward(begin, end, r_.data());
        return it.weigh(begin, end);
    });
    double norm_per_rho = report.residual * report.residual / rho;
    double beta = 0;
    q_.setZero();
    while (report.iterations < max_iterations) {
        stop_if_interrupted();
        ++report.iterations;
        parallel_blocks(rows, rows_per_range_, [&](int begin, int end) { it.backward(begin, end, beta); });
        const double curvature =
            ordered_sum(rows, rows_per_range_, [&](int begin, int end) { return it.apply(begin, end); });
        // Not positive: A is not positive definite, or p is down to rounding.
        if (!(curvature > 0)) break;
        const double alpha = rho / curvature;
        const double next = ordered_sum(rows, rows_per_range_, [&](int begin, int end) {
            const int at = 3 * begin, n = 3 * (end - begin);
            x.segment(at, n) += alpha * p_.segment(at, n);
            r_.segment(at, n) -= alpha * s_.segment(at, n);
            return it.weigh(begin, end);
        });
        beta = next / rho;
        rho = next;
        if (!(norm_per_rho * rho > tolerance * tolerance)) {
            const VecX kept = r_;
            report.residual = residual(a, b, x);
            report.converged = report.residual <= tolerance;
            if (report.converged || !std::isfinite(rho)) return report;
            norm_per_rho = std::max(norm_per_rho, report.residual * report.residual / rho);
            r_ = kept;
        }
    }
    report.residual = residual(a, b, x);
    report.converged = report.residual <= tolerance;
    return report;
}

}  // namespace limpet
