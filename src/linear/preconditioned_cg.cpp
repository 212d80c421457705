#include "linear/preconditioned_cg.h"

#include <cmath>

namespace limpet {

CgReport preconditioned_cg(const BlockMatrix& a, const VecX& b,
                           const std::function<void(const VecX& r, VecX& z)>& precondition, double tolerance,
                           int max_iterations, VecX& x, const VecX* known) {
    CgReport report;
    VecX r(b.size()), ap(b.size()), z, p, before;
    const auto judge = [&] {
        report.residual = r.norm();
        report.converged = report.residual <= tolerance;
        return report.converged || !std::isfinite(report.residual);
    };
    const auto measure = [&] {
        a.multiply(x.data(), ap.data());
        r = b - ap;
        return judge();
    };
    if (known) r = *known;
    if (known ? judge() : measure()) return report;
    double rho = 0;
    while (report.iterations < max_iterations) {
        ++report.iterations;
        precondition(r, z);
        const double next = z.dot(r);
        // Not positive: M is not positive definite, or r is down to rounding.
        if (!(next > 0)) break;
        if (report.iterations == 1)
            p = z;
        else
            p = z + (next - z.dot(before)) / rho * p;
        rho = next;
        a.multiply(p.data(), ap.data());
        const double curvature = p.dot(ap);
        if (!(curvature > 0)) break;
        const double alpha = rho / curvature;
        before = r;
        x += alpha * p;
        r -= alpha * ap;
        if (!(r.norm() > tolerance) && measure()) return report;
    }
    measure();
    return report;
}

}  // namespace limpet
