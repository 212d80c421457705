/// Angular momentum in hits off the centre: the forces of a volume contact on its two bodies act along one
/// line as far as images tell, and friction does with `at_center`.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <cmath>

#include "core/cross_matrix.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double offset_y = 0.04, offset_z = 0.02;

/// Bodies whose moment of inertia is the same about all axes.
struct Round {
    const char* shape;
    double inertia;  ///< of a unit of mass [m²]
};
constexpr Round momentum_ball = {R"("shape": {"sphere": 0.05}, "surface": 0.01)", 0.4 * 0.05 * 0.05};
constexpr Round cube = {
    R"("shape": {"box": [0.1, 0.1, 0.1]}, "rotation": {"axis": [-1, 0.3, 0.5], "degrees": 63})", 0.01 / 6};

/// Of what is rigid, from its surface.
struct BallMotion {
    Vec3 center, velocity, spin;
};

BallMotion motion(const BodyView& body) {
    const Vector3 c = body.center_of_mass();
    const Vec3 center(c[0], c[1], c[2]);
    const auto count = static_cast<Eigen::Index>(body.positions().size() / 3);
    const Eigen::Map<const Eigen::Matrix3Xd> x(body.positions().data(), 3, count),
        v(body.velocities().data(), 3, count);
    Eigen::MatrixXd rows(3 * count, 6);
    for (Eigen::Index k = 0; k < count; ++k)
        rows.middleRows(3 * k, 3) << Mat3::Identity(), -cross_matrix(x.col(k) - center);
    const Eigen::VectorXd fit = rows.colPivHouseholderQr().solve(v.reshaped());
    return {center, fit.head<3>(), fit.tail<3>()};
}

/// How much angular momentum the contacts of a hit add, of that which is in it. What stabilisation changes by
/// moving bodies is not theirs: arms are those of the positions in which contacts were found.
double added(const Round& a, const Round& b, double speed, const char* detection, double friction) {
    World world(parse_scene(fmt::format(
        R"({{"gravity": [0, 0, 0], "time": {{"step": 0.004, "duration": 1}}, "bodies": [
            {{"name": "a", "type": "rigid", "density": 1000, {}, "position": [-0.07, 0, 0],
              "velocity": [{}, 0, 0]}},
            {{"name": "b", "type": "rigid", "density": 1000, {}, "position": [0.07, {}, {}]}}],
        "contact": {{"detection": {{"type": "ldi", "pixel": 0.001{}}}, "law": {{"friction": {}}}}},
        "solver": {{"tolerance": 1e-12, "iterations": 5000}}}})",
        a.shape, speed, b.shape, offset_y, offset_z, detection, friction)));
    const std::array<double, 2> mass = {world.body("a").mass(), world.body("b").mass()};
    const std::array<double, 2> inertia = {mass[0] * a.inertia, mass[1] * b.inertia};
    Vec3 sum = Vec3::Zero();
    double pushed = 0;
    for (int i = 0; i < static_cast<int>(30 / speed); ++i) {
        const std::array<BallMotion, 2> before = {motion(world.body("a")), motion(world.body("b"))};
        world.step();
        const std::array<BallMotion, 2> after = {motion(world.body("a")), motion(world.body("b"))};
        for (int k = 0; k < 2; ++k)
            sum += mass[k] * before[k].center.cross(after[k].velocity - before[k].velocity) +
                   inertia[k] * (after[k].spin - before[k].spin);
        pushed += mass[1] * (after[1].velocity - before[1].velocity).norm();
    }
    EXPECT_GT(pushed, 0.1 * mass[0] * speed);
    return sum.norm() / (mass[0] * speed * std::hypot(offset_y, offset_z));
}

TEST(VolumeMomentum, OneContactsNormalForcesKeepAngularMomentum) {
    for (const double speed : {0.5, 3.0})
        for (const Round& other : {momentum_ball, cube})
            EXPECT_LT(added(momentum_ball, other, speed, "", 0), 1e-3) << speed;
}

TEST(VolumeMomentum, NormalForcesInCellsNearlyDo) {
    for (const double speed : {0.5, 3.0})
        for (const Round& other : {momentum_ball, cube})
            for (const char* cell : {R"(, "cell": 0.02)", R"(, "cell": 0.01)"})
                EXPECT_LT(added(momentum_ball, other, speed, cell, 0), 2e-3) << speed << cell;
}

/// Friction on two surfaces that lie in each other is a couple. At the centre between them it is none, and
/// what is left is of the normal forces.
TEST(VolumeMomentum, AtTheCentreFrictionTurnsNothing) {
    for (const double speed : {0.5, 3.0})
        for (const Round& other : {momentum_ball, cube}) {
            const double on_surfaces = added(momentum_ball, other, speed, "", 0.5),
                         at_center = added(momentum_ball, other, speed, R"(, "at_center": true)", 0.5);
            EXPECT_LT(at_center, 1e-3) << speed;
            EXPECT_LT(at_center, 0.6 * on_surfaces) << speed;
        }
}

}  // namespace
}  // namespace limpet
