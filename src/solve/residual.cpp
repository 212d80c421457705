#include "solve/residual.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// How many rows of a contact its law is about.
int rows_of(double friction) {
    return friction == 0 ? 1 : 3;
}

double mean_diagonal(const Problem& problem) {
    double trace = 0;
    int rows = 0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const double* own = problem.diagonal(i);
        const int used = rows_of(problem.friction[i]);
        trace += used == 1 ? own[0] : own[0] + own[4] + own[8];
        rows += used;
    }
    return trace / rows;
}

}  // namespace

Vec3 project_on_cone(const Vec3& r, double friction) {
    if (friction == 0) return {std::max(r.x(), 0.0), 0, 0};
    const double tangential = std::hypot(r.y(), r.z());
    if (tangential <= friction * r.x()) return r;
    if (friction * tangential <= -r.x()) return Vec3::Zero();
    const double along = (r.x() + friction * tangential) / (1 + friction * friction);
    const double scale = friction * along / tangential;
    return {along, scale * r.y(), scale * r.z()};
}

double natural_map_error(const Problem& problem, const VecX& lambda) {
    const int n = problem.contacts();
    if (n == 0) return 0;
    VecX u(problem.u0.size());
    problem.W.multiply_rows(0, n, lambda.data(), u.data());
    u += problem.u0;
    const double s = mean_diagonal(problem);
    double norm_F = 0, norm_u0 = 0, norm_u = 0, norm_lambda = 0;
    for (int i = 0; i < n; ++i) {
        const double mu = problem.friction[i];
        const int used = rows_of(mu);
        const Vec3 l = lambda.segment<3>(3 * i), ui = u.segment<3>(3 * i);
        Vec3 shifted = ui;
        if (mu > 0) shifted.x() += mu * std::hypot(ui.y(), ui.z());
        const Vec3 F = s * l - project_on_cone(s * l - shifted, mu);
        norm_F += F.head(used).squaredNorm();
        norm_u0 += problem.u0.segment(3 * i, used).squaredNorm();
        norm_u += ui.head(used).squaredNorm();
        norm_lambda += l.head(used).squaredNorm();
    }
    const double scale = std::max({std::sqrt(norm_u0), s * std::sqrt(norm_lambda), std::sqrt(norm_u)});
    return scale > 0 ? std::sqrt(norm_F) / scale : 0;
}

}  // namespace limpet
