#include "bodies/soft/elastic_models.h"

#include <Eigen/Eigenvalues>

namespace limpet {
namespace {

template <class T>
void project_shears(PrincipalResponse<T>& r) {
    for (int k = 0; k < 3; ++k) {
        const T plus = larger(r.shear[k] + r.exchange[k], T{}),
                minus = larger(r.shear[k] - r.exchange[k], T{});
        r.shear[k] = 0.5 * (plus + minus);
        r.exchange[k] = 0.5 * (plus - minus);
    }
}

/// Positive if some leading minor of Ψ,ik is negative.
template <class T>
T indefinite(const PrincipalResponse<T>& r) {
    const T a = r.normal[0], b = r.normal[1], c = r.normal[2];
    const T x = r.coupling[2], y = r.coupling[1], z = r.coupling[0];
    const T minor2 = a * b - x * x;
    const T minor3 = a * (b * c - z * z) - x * (x * c - z * y) + y * (x * z - b * y);
    return larger(-a, larger(-minor2, -minor3));
}

void project_normal(double (&normal)[3], double (&coupling)[3]) {
    Mat3 m;
    m << normal[0], coupling[2], coupling[1], coupling[2], normal[1], coupling[0], coupling[1], coupling[0],
        normal[2];
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(m);
    m = eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
        eigen.eigenvectors().transpose();
    for (int i = 0; i < 3; ++i) {
        normal[i] = m(i, i);
        coupling[i] = m((i + 1) % 3, (i + 2) % 3);
    }
}

}  // namespace

LameParameters lame_parameters(const Material& material) {
    const double e = material.young, nu = material.poisson;
    return {e / (2 * (1 + nu)), e * nu / ((1 + nu) * (1 - 2 * nu))};
}

void project(PrincipalResponse<double>& r) {
    project_shears(r);
    if (indefinite(r) > 0) project_normal(r.normal, r.coupling);
}

void project(PrincipalResponse<WideLanes>& r) {
    project_shears(r);
    const WideLanes negative = indefinite(r);
    if (!any_positive(negative)) return;
    for (int l = 0; l < wide_lanes; ++l) {
        if (!(negative[l] > 0)) continue;
        double normal[3], coupling[3];
        for (int i = 0; i < 3; ++i) {
            normal[i] = r.normal[i][l];
            coupling[i] = r.coupling[i][l];
        }
        project_normal(normal, coupling);
        for (int i = 0; i < 3; ++i) {
            r.normal[i][l] = normal[i];
            r.coupling[i][l] = coupling[i];
        }
    }
}

}  // namespace limpet
