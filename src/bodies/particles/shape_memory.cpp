#include "bodies/particles/shape_memory.h"

#include <Eigen/Geometry>

#include "bodies/particles/rigid_fit.h"

namespace limpet {

double ShapeMemory::energy(const std::vector<Vec3>& x, const Mat3& rest) const {
    double sum = 0;
    for (int i = 0; i < around_.count(); ++i) {
        const auto offsets = around_.offsets(i);
        const RigidFit fit = rigid_fit(around_.members(i), around_.weights(i), offsets, x, rest);
        sum += (x[i] - fit.center - fit.rotation * (rest * offsets[0])).squaredNorm();
    }
    return 0.5 * stiffness_ * sum;
}

void ShapeMemory::add_forces(const std::vector<Vec3>& x, const Mat3& rest, std::vector<Vec3>& f) const {
    for (int i = 0; i < around_.count(); ++i) {
        const auto members = around_.members(i);
        const auto weights = around_.weights(i);
        const auto offsets = around_.offsets(i);
        const RigidFit fit = rigid_fit(members, weights, offsets, x, rest);
        const Mat3 placed = fit.rotation * rest;
        const Vec3 own = placed * offsets[0];
        const Vec3 pull = stiffness_ * (x[i] - fit.center - own);
        const Vec3 turn = turn_by(fit.stiffness, own.cross(pull));
        f[i] -= pull;
        for (std::size_t k = 0; k < members.size(); ++k)
            f[members[k]] += weights[k] * (pull + turn.cross(placed * offsets[k]));
    }
}

void ShapeMemory::add_forces_at_rest(const std::vector<Vec3>& dx, std::vector<Vec3>& f) const {
    for (int i = 0; i < around_.count(); ++i) {
        const auto members = around_.members(i);
        const auto weights = around_.weights(i);
        const auto offsets = around_.offsets(i);
        Mat3 spread = Mat3::Zero();
        Vec3 mean = Vec3::Zero(), moment = Vec3::Zero();
        for (std::size_t k = 0; k < members.size(); ++k) {
            spread += weights[k] * offsets[k] * offsets[k].transpose();
            mean += weights[k] * dx[members[k]];
            moment += weights[k] * offsets[k].cross(dx[members[k]]);
        }
        const Mat3 stiffness = spread.trace() * Mat3::Identity() - spread;
        const Vec3 turned = turn_by(stiffness, moment);
        const Vec3 pull = stiffness_ * (dx[i] - mean - turned.cross(offsets[0]));
        const Vec3 turn = turn_by(stiffness, offsets[0].cross(pull));
        f[i] -= pull;
        for (std::size_t k = 0; k < members.size(); ++k)
            f[members[k]] += weights[k] * (pull + turn.cross(offsets[k]));
    }
}

}  // namespace limpet
