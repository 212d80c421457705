#include "bodies/elastic/rigid_motion.h"

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "bodies/elastic/elastic_system.h"
#include "bodies/rigid/torque_free.h"

namespace limpet {
namespace {

/// Enough for turns of half a radian in a stage, where each iteration leaves a quarter.
constexpr int most_balancing_iterations = 30;
/// Of the moments that are summed.
constexpr double moment_rounding = 4 * std::numeric_limits<double>::epsilon();

Mat3 inertia(const std::vector<double>& mass, const std::vector<Vec3>& q, const Vec3& center) {
    Mat3 sum = Mat3::Zero();
    for (std::size_t i = 0; i < q.size(); ++i) {
        const Vec3 r = q[i] - center;
        sum += mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
    }
    return sum;
}

/// J⁻¹ L; none where a body has no extent about some axis.
Vec3 spin_of(const Mat3& inertia, const Vec3& moment) {
    const Vec3 spin = inertia.inverse() * moment;
    return spin.allFinite() ? spin : Vec3(Vec3::Zero());
}

}  // namespace

RigidMotion::RigidMotion(const std::vector<double>& mass, const std::vector<Vec3>& q,
                         const std::vector<Vec3>& v)
    : center(mass_center(mass, q)), velocity(mass_center(mass, v)) {
    Vec3 angular = Vec3::Zero();
    for (std::size_t i = 0; i < q.size(); ++i) angular += mass[i] * (q[i] - center).cross(v[i] - velocity);
    spin = spin_of(inertia(mass, q, center), angular);
}

RigidPath::RigidPath(const RigidMotion& motion, const std::vector<Vec3>& q, double h) {
    const double speed = motion.spin.norm();
    const Vec3 half_angle =
        speed > 0 ? Vec3(std::atan(h * speed / 2) / speed * motion.spin) : Vec3(Vec3::Zero());
    const Mat3 half = rotation_exp(half_angle), turn = (half * half - Mat3::Identity()) / h;
    const Vec3 center = motion.center + h / 2 * motion.velocity;
    for (const Vec3& x : q) {
        const Vec3 r = x - motion.center;
        velocity.push_back(motion.velocity + turn * r);
        half_way.push_back(center + half * r);
    }
}

void balance_moment(const std::vector<double>& mass, const std::vector<Vec3>& q, const std::vector<Vec3>& v,
                    const std::vector<Vec3>& given, double h, std::vector<Vec3>& x) {
    std::vector<Vec3> end(q.size());
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < most_balancing_iterations; ++k) {
        for (std::size_t i = 0; i < q.size(); ++i) end[i] = q[i] + h * x[i];
        const Vec3 center = mass_center(mass, end);
        Vec3 moment = Vec3::Zero();
        double size = 0;
        for (std::size_t i = 0; i < q.size(); ++i) {
            const Vec3 r = end[i] - center, p = mass[i] * (x[i] - v[i]) - given[i];
            moment += r.cross(p);
            size += r.norm() * (mass[i] * v[i].norm() + given[i].norm());
        }
        if (!(moment.norm() > moment_rounding * size) || !(moment.norm() < least)) return;
        least = moment.norm();
        const Vec3 spin = spin_of(inertia(mass, end, center), moment);
        for (std::size_t i = 0; i < q.size(); ++i) x[i] -= spin.cross(end[i] - center);
    }
}

}  // namespace limpet
