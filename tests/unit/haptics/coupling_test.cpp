#include <gtest/gtest.h>

#include "haptics/coupling.h"

namespace limpet::haptics {
namespace {

const std::array<Vec3, coupling_points> points = {Vec3(0.02, 0, 0),  Vec3(-0.02, 0, 0), Vec3(0, 0.05, 0),
                                                  Vec3(0, -0.05, 0), Vec3(0, 0, 0.01),  Vec3(0, 0, -0.01)};

/// The slow twin: each spring on its own, displaced by a small motion of the tool.
Vec6 springs(double stiffness, const Quat& rotation, const Vec6& motion) {
    Vec6 wrench = Vec6::Zero();
    for (const Vec3& own : points) {
        const Vec3 r = rotation * own;
        const Vec3 f = stiffness / coupling_points * (motion.head<3>() + motion.tail<3>().cross(r));
        wrench.head<3>() += f;
        wrench.tail<3>() += r.cross(f);
    }
    return wrench;
}

TEST(Coupling, IsTheSumOfItsSprings) {
    const double stiffness = 700, damping = 3, tick = 1e-3;
    const Coupling coupling(stiffness, damping, points, tick);
    const Quat turned = rotation_by(Vec3(0.3, -0.8, 0.5));
    const Coupling::Matrices matrices = coupling.matrices(turned);
    Vec6 motion;
    motion << 1e-3, -2e-3, 5e-4, 0.01, 0.02, -0.03;
    const Vec6 elastic = springs(stiffness, turned, motion), damped = springs(damping / tick, turned, motion);
    // A point that stands for no rotation of its own has a radius of 0.1 mm.
    EXPECT_LT((matrices.drag * motion - damped).norm(), 1e-4 * damped.norm());
    EXPECT_LT((matrices.give * (elastic + damped) - motion).norm(), 1e-4 * motion.norm());
}

TEST(Pose, DifferencesAndMovesAreInverse) {
    const Pose from{Vec3(1, 2, 3), rotation_by(Vec3(0.4, 0.1, -2))};
    const Pose to{Vec3(0, -1, 5), rotation_by(Vec3(-1, 1.5, 0.3))};
    const Pose back = moved(from, difference(to, from));
    EXPECT_LT((back.position - to.position).norm(), 1e-14);
    EXPECT_LT(back.rotation.angularDistance(to.rotation), 1e-7);
}

}  // namespace
}  // namespace limpet::haptics
