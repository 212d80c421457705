// Rigid motion of nodes, and velocities whose moment is that of what acts from outside.

#include "bodies/elastic/rigid_motion.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "bodies/rigid/torque_free.h"

namespace limpet {
namespace {

struct Cloud {
    std::vector<double> mass;
    std::vector<Vec3> q, v;

    explicit Cloud(int nodes) {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> number(-1, 1);
        const auto vector = [&] { return Vec3(number(random), number(random), number(random)); };
        for (int i = 0; i < nodes; ++i) {
            mass.push_back(1.5 + number(random));
            q.push_back(Vec3(3, 4, 5) + vector());
            v.push_back(Vec3(0.3, 0, 0.1) + vector());
        }
    }
};

Vec3 angular_momentum(const std::vector<double>& mass, const std::vector<Vec3>& q,
                      const std::vector<Vec3>& v) {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < q.size(); ++i) sum += mass[i] * q[i].cross(v[i]);
    return sum;
}

TEST(RigidMotion, HasTheMomentaOfTheBody) {
    const Cloud cloud(20);
    const RigidMotion motion(cloud.mass, cloud.q, cloud.v);
    std::vector<Vec3> rigid;
    for (const Vec3& x : cloud.q) rigid.push_back(motion.at(x));
    Vec3 difference = Vec3::Zero();
    for (std::size_t i = 0; i < rigid.size(); ++i) difference += cloud.mass[i] * (rigid[i] - cloud.v[i]);
    EXPECT_LT(difference.norm(), 1e-13);
    EXPECT_LT((angular_momentum(cloud.mass, cloud.q, rigid) - angular_momentum(cloud.mass, cloud.q, cloud.v))
                  .norm(),
              1e-12);
}

TEST(RigidPath, TurnsWithoutStrainByTheMidpointRule) {
    const Cloud cloud(20);
    const RigidMotion motion(cloud.mass, cloud.q, cloud.v);
    const double h = 0.4;
    const RigidPath step(motion, cloud.q, h);
    const double angle = 2 * std::atan(h * motion.spin.norm() / 2);
    const Mat3 turn = rotation_exp(angle * motion.spin.normalized());
    for (std::size_t i = 0; i < cloud.q.size(); ++i) {
        const Vec3 r = cloud.q[i] - motion.center, end = cloud.q[i] + h * step.velocity[i],
                   center = motion.center + h * motion.velocity;
        EXPECT_LT((end - center - turn * r).norm(), 1e-13);
        // The mean of ω × r at both ends, exactly.
        const Vec3 mean = motion.velocity + motion.spin.cross(r + end - center) / 2;
        EXPECT_LT((step.velocity[i] - mean).norm(), 1e-13);
        EXPECT_NEAR((step.half_way[i] - (motion.center + h / 2 * motion.velocity)).norm(), r.norm(), 1e-13);
    }
}

TEST(RigidPath, OfABodyThatDoesNotTurnIsAShift) {
    const Cloud cloud(5);
    const std::vector<Vec3> same(5, Vec3(1, 2, 3));
    const RigidPath step(RigidMotion(cloud.mass, cloud.q, same), cloud.q, 0.1);
    for (std::size_t i = 0; i < same.size(); ++i) {
        EXPECT_LT((step.velocity[i] - same[i]).norm(), 1e-12);
        EXPECT_LT((step.half_way[i] - cloud.q[i] - 0.05 * same[i]).norm(), 1e-13);
    }
}

TEST(BalanceMoment, LeavesTheGivenMomentAndTheSumAlone) {
    const Cloud cloud(20);
    std::vector<Vec3> given(cloud.q.size(), Vec3(0.1, -0.2, 0.05)), x = cloud.v;
    given[3] += Vec3(1, 2, -1);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.3 * Vec3(std::sin(i), std::cos(3.0 * i), 0.2);
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) sum += cloud.mass[i] * (x[i] - cloud.v[i]) - given[i];
    // A body whose momentum is right.
    double mass = 0;
    for (const double m : cloud.mass) mass += m;
    for (Vec3& u : x) u -= sum / mass;
    const std::vector<Vec3> before = x;
    const double h = 0.05;
    balance_moment(cloud.mass, cloud.q, cloud.v, given, h, x);
    Vec3 moment = Vec3::Zero(), changed = Vec3::Zero();
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        moment += (cloud.q[i] + h * x[i]).cross(cloud.mass[i] * (x[i] - cloud.v[i]) - given[i]);
        changed += cloud.mass[i] * (x[i] - before[i]);
        most = std::max(most, (x[i] - before[i]).norm());
    }
    EXPECT_GT(most, 1e-3);
    EXPECT_LT(moment.norm(), 1e-12);
    EXPECT_LT(changed.norm(), 1e-13);
}

TEST(BalanceMoment, LeavesABodyOnALineAlone) {
    // It has no inertia about its line.
    const std::vector<double> mass = {1, 1};
    const std::vector<Vec3> q = {Vec3(0, 0, 0), Vec3(1, 0, 0)}, v(2, Vec3(0, 1, 0));
    std::vector<Vec3> x = {Vec3(0, 1, 0.5), Vec3(0, 1, -0.5)};
    balance_moment(mass, q, v, std::vector<Vec3>(2, Vec3::Zero()), 0.01, x);
    for (const Vec3& u : x) EXPECT_TRUE(u.allFinite());
}

}  // namespace
}  // namespace limpet
