#include "bodies/particles/rigid_fit.h"

#include <Eigen/LU>

#include "core/svd3.h"

namespace limpet {

RigidFit rigid_fit(std::span<const int> members, std::span<const double> weights,
                   std::span<const Vec3> offsets, const std::vector<Vec3>& x, const Mat3& rest) {
    RigidFit fit;
    fit.center.setZero();
    for (std::size_t k = 0; k < members.size(); ++k) fit.center += weights[k] * x[members[k]];
    Mat3 spread = Mat3::Zero();
    for (std::size_t k = 0; k < members.size(); ++k)
        spread += weights[k] * (x[members[k]] - fit.center) * (rest * offsets[k]).transpose();
    fit.rotation = polar_rotation(spread);
    const Mat3 stretch = spread * fit.rotation.transpose();
    const Mat3 even = 0.5 * (stretch + stretch.transpose());
    fit.stiffness = even.trace() * Mat3::Identity() - even;
    return fit;
}

Vec3 turn_by(const Mat3& stiffness, const Vec3& moment) {
    const double size = stiffness.trace();
    Mat3 inverse;
    double determinant = 0;
    bool good = false;
    const double least = least_stiffness_of_turn * size * size * size;
    stiffness.computeInverseAndDetWithCheck(inverse, determinant, good, least);
    if (good && determinant > 0) return inverse * moment;
    const Mat3 kept = stiffness + least_stiffness_of_turn * size * Mat3::Identity();
    return kept.inverse() * moment;
}

}  // namespace limpet
