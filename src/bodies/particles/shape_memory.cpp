#include "bodies/particles/shape_memory.h"

#include <Eigen/Geometry>

#include "bodies/particles/rigid_fit.h"

namespace limpet {

double ShapeMemory::energy(const std::vector<Vec3>& x, const Mat3& rest) const {
    const std::vector<RigidFit> fits = rigid_fits(around_, x, rest);
    double places = 0, strains = 0;
    for (int i = 0; i < around_.count(); ++i) {
        const auto members = around_.members(i);
        const auto offsets = around_.offsets(i);
        const Mat3 placed = fits[i].rotation * rest;
        places += (x[i] - fits[i].center - placed * offsets[0]).squaredNorm();
        if (strain_stiffness_ == 0) continue;
        for (std::size_t k = 0; k < members.size(); ++k)
            strains +=
                around_.weights(i)[k] * (x[members[k]] - fits[i].center - placed * offsets[k]).squaredNorm();
    }
    return 0.5 * (stiffness_ * places + strain_stiffness_ * strains);
}

void ShapeMemory::add_forces(const std::vector<Vec3>& x, const Mat3& rest, std::vector<Vec3>& f) const {
    const std::vector<RigidFit> fits = rigid_fits(around_, x, rest);
    for (int i = 0; i < around_.count(); ++i) {
        const auto members = around_.members(i);
        const auto weights = around_.weights(i);
        const auto offsets = around_.offsets(i);
        const Mat3 placed = fits[i].rotation * rest;
        const Vec3 own = placed * offsets[0];
        const Vec3 pull = stiffness_ * (x[i] - fits[i].center - own);
        const Vec3 turn = turn_by(fits[i].stiffness, own.cross(pull));
        f[i] -= pull;
        for (std::size_t k = 0; k < members.size(); ++k) {
            const Vec3 r = placed * offsets[k];
            const Vec3 strain = strain_stiffness_ * (x[members[k]] - fits[i].center - r);
            f[members[k]] += weights[k] * (pull + turn.cross(r) - strain);
        }
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
        for (std::size_t k = 0; k < members.size(); ++k) {
            const Vec3 strain = strain_stiffness_ * (dx[members[k]] - mean - turned.cross(offsets[k]));
            f[members[k]] += weights[k] * (pull + turn.cross(offsets[k]) - strain);
        }
    }
}

}  // namespace limpet
