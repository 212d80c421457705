#include "bodies/particles/rigid_fit.h"

#include <Eigen/LU>

#include "core/polar_rotations.h"

namespace limpet {

std::vector<RigidFit> rigid_fits(const Neighbourhoods& around, const std::vector<Vec3>& x, const Mat3& rest) {
    std::vector<RigidFit> fits(around.count());
    std::vector<Mat3> spreads(around.count()), rotations;
    for (int i = 0; i < around.count(); ++i) {
        const auto members = around.members(i);
        const auto weights = around.weights(i);
        const auto offsets = around.offsets(i);
        Vec3 center = Vec3::Zero();
        for (std::size_t k = 0; k < members.size(); ++k) center += weights[k] * x[members[k]];
        Mat3 spread = Mat3::Zero();
        for (std::size_t k = 0; k < members.size(); ++k)
            spread += weights[k] * (x[members[k]] - center) * offsets[k].transpose();
        fits[i].center = center;
        spreads[i] = spread * rest.transpose();
    }
    rotations = spreads;
    polar_rotations(rotations);
    for (int i = 0; i < around.count(); ++i) {
        const Mat3 stretch = spreads[i] * rotations[i].transpose();
        const Mat3 even = 0.5 * (stretch + stretch.transpose());
        fits[i].rotation = rotations[i];
        fits[i].stiffness = even.trace() * Mat3::Identity() - even;
    }
    return fits;
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
