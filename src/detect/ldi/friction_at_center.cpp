#include "detect/ldi/friction_at_center.h"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "core/cross_matrix.h"
#include "detect/detection_constants.h"

namespace limpet {
namespace {

Mat3 inverse_where_it_is(const Mat3& moments) {
    const Eigen::SelfAdjointEigenSolver<Mat3> eigen(moments);
    const Vec3& values = eigen.eigenvalues();
    Vec3 inverse = Vec3::Zero();
    for (int k = 0; k < 3; ++k)
        if (values[k] > min_moment_ratio * values[2]) inverse[k] = 1 / values[k];
    return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

/// turn_k = ± w_k [c̄ − c]× I⁻¹ [r_k]×: what the patch's turning adds to the velocity at c.
void move_to(const Vec3& center, const Vec3& from, double sign, const std::vector<Vec3>& positions,
             std::vector<VolumeTerm>& terms) {
    double weight = 0;
    Mat3 moments = Mat3::Zero();
    for (const VolumeTerm& t : terms) {
        const Vec3 r = positions[t.vertex] - from;
        weight += std::abs(t.share);
        moments += std::abs(t.share) * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    const Mat3 extend = sign * weight * cross_matrix(from - center) * inverse_where_it_is(moments);
    for (VolumeTerm& t : terms)
        t.turn = std::abs(t.share) * extend * cross_matrix(positions[t.vertex] - from);
}

}  // namespace

void friction_at_center(VolumeRows& rows, const std::vector<Vec3>& first, const std::vector<Vec3>& second) {
    const Vec3 a = patch_center(rows.first, first), b = patch_center(rows.second, second);
    const Vec3 center = (a + b) / 2;
    move_to(center, a, 1, first, rows.first);
    move_to(center, b, -1, second, rows.second);
}

}  // namespace limpet
