#include "core/conjugate_gradient.h"

#include <Eigen/LU>
#include <cmath>

#include "core/lanes.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int kRowsPerTask = 128;

/// Two sums over blocks of rows, each added up in block order.
template <class Part>
std::array<double, 2> ordered_sums(int rows, Part&& part) {
    const int tasks = (rows + kRowsPerTask - 1) / kRowsPerTask;
    std::vector<std::array<double, 2>> parts(tasks);
    parallel_blocks(rows, kRowsPerTask,
                    [&](int begin, int end) { parts[begin / kRowsPerTask] = part(begin, end); });
    std::array<double, 2> sum{};
    for (const auto& p : parts)
        for (int k = 0; k < 2; ++k) sum[k] += p[k];
    return sum;
}

double segment_dot(const VecX& a, const VecX& b, int begin, int end) {
    return a.segment(3 * begin, 3 * (end - begin)).dot(b.segment(3 * begin, 3 * (end - begin)));
}

}  // namespace

void ConjugateGradient::invert_diagonal(const BlockMatrix& a) {
    inverse_.resize(9 * static_cast<std::size_t>(a.rows()) + 1);
    parallel_blocks(a.rows(), kRowsPerTask, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            const Eigen::Map<const Mat3> block(a.block(a.pattern().find(i, i)));
            Eigen::Map<Mat3> inverse(inverse_.data() + 9 * static_cast<std::size_t>(i));
            inverse = block.inverse();
        }
    });
}

CgReport ConjugateGradient::solve(const BlockMatrix& a, const VecX& b, double tolerance, int max_iterations,
                                  VecX& x) {
    const int rows = a.rows();
    invert_diagonal(a);
    for (VecX* v : {&r_, &z_, &p_, &ap_}) v->resize(3 * rows);
    r_ = b;

    // z = D⁻¹r; returns r·z and r·r.
    const auto precondition = [&](int begin, int end) -> std::array<double, 2> {
        double rz = 0, rr = 0;
        for (int i = begin; i < end; ++i) {
            const double* r = &r_[3 * i];
            const double* d = &inverse_[9 * static_cast<std::size_t>(i)];
            const Lanes z = load_lanes(d) * r[0] + load_lanes(d + 3) * r[1] + load_lanes(d + 6) * r[2];
            for (int k = 0; k < 3; ++k) {
                z_[3 * i + k] = z[k];
                rz += r[k] * z[k];
                rr += r[k] * r[k];
            }
        }
        return {rz, rr};
    };

    auto [rz, rr] = ordered_sums(rows, [&](int begin, int end) {
        a.subtract_rows(begin, end, x.data(), r_.data());
        return precondition(begin, end);
    });
    p_ = z_;
    CgReport report;
    while (true) {
        report.residual = std::sqrt(rr);
        report.converged = report.residual <= tolerance;
        if (report.converged || report.iterations == max_iterations || !std::isfinite(rr)) return report;
        ++report.iterations;
        const double pap = ordered_sums(rows, [&](int begin, int end) -> std::array<double, 2> {
            a.multiply_rows(begin, end, p_.data(), ap_.data());
            return {segment_dot(p_, ap_, begin, end), 0.0};
        })[0];
        const double alpha = rz / pap;
        const auto [rz_next, rr_next] = ordered_sums(rows, [&](int begin, int end) {
            const int at = 3 * begin, n = 3 * (end - begin);
            x.segment(at, n) += alpha * p_.segment(at, n);
            r_.segment(at, n) -= alpha * ap_.segment(at, n);
            return precondition(begin, end);
        });
        const double beta = rz_next / rz;
        parallel_blocks(rows, kRowsPerTask, [&](int begin, int end) {
            const int at = 3 * begin, n = 3 * (end - begin);
            p_.segment(at, n) = z_.segment(at, n) + beta * p_.segment(at, n);
        });
        rz = rz_next;
        rr = rr_next;
    }
}

}  // namespace limpet
