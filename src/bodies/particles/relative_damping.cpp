#include "bodies/particles/relative_damping.h"

#include <Eigen/Geometry>

#include "bodies/particles/rigid_fit.h"

namespace limpet {

void add_damping_forces(const Neighbourhoods& around, double damping, const std::vector<double>& mass,
                        const std::vector<Vec3>& x, const std::vector<Vec3>& v, std::vector<Vec3>& f) {
    for (int i = 0; i < around.count(); ++i) {
        const auto members = around.members(i);
        const auto weights = around.weights(i);
        Vec3 center = Vec3::Zero(), mean = Vec3::Zero();
        for (std::size_t k = 0; k < members.size(); ++k) {
            center += weights[k] * x[members[k]];
            mean += weights[k] * v[members[k]];
        }
        Mat3 spread = Mat3::Zero();
        Vec3 moment = Vec3::Zero();
        for (std::size_t k = 0; k < members.size(); ++k) {
            const Vec3 y = x[members[k]] - center;
            spread += weights[k] * y * y.transpose();
            moment += weights[k] * y.cross(v[members[k]]);
        }
        const Mat3 inertia = spread.trace() * Mat3::Identity() - spread;
        const Vec3 own = x[i] - center;
        const Vec3 drag = damping * mass[i] * (v[i] - mean - turn_by(inertia, moment).cross(own));
        const Vec3 turn = turn_by(inertia, own.cross(drag));
        f[i] -= drag;
        for (std::size_t k = 0; k < members.size(); ++k)
            f[members[k]] += weights[k] * (drag + turn.cross(x[members[k]] - center));
    }
}

}  // namespace limpet
