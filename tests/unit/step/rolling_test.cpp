/// Cylinders and cones as what they are: they roll without a loss, stand without creep, tip at their angle,
/// and wobble to rest.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double rolling_gravity = 9.81;

/// One rigid body on a floor, with probes of its place and velocity.
Scene rolling_on_floor(const std::string& body, double step, const std::string& detection = "proximity") {
    return parse_scene(R"({"name": "floor", "time": {"step": )" + std::to_string(step) +
                       R"(, "duration": 10}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 4]}, "position": [0, -0.05, 0]},
        {"name": "body", "type": "rigid", "density": 700, )" +
                       body + R"(}],
        "contact": {"detection": {"type": ")" +
                       detection + R"("}, "law": {"friction": 0.5}},
        "probes": [{"name": "x", "body": "body"}, {"name": "v", "body": "body", "what": "velocity"}]})");
}

Vec3 probe_of_rolling(const World& world, int number) {
    const std::vector<double> v = world.probes()[number].values;
    return {v[0], v[1], v[2]};
}

void roll_until(World& world, double time) {
    while (world.time() < time - 1e-9) world.step();
}

constexpr const char* roller =
    R"("shape": {"cylinder": {"radius": 0.015, "height": 0.06}}, "position": [0, 0.015, 0],
       "rotation": {"axis": [1, 0, 0], "degrees": 90})";

TEST(Rolling, ARollerKeepsItsSpeed) {
    for (const std::string detection : {"proximity", "continuous"})
        for (const double step : {0.001, 0.005, 0.01}) {
            World world(rolling_on_floor(
                std::string(roller) + R"(, "velocity": [0.5, 0, 0], "angular_velocity": [0, 0, -33.333333])",
                step, detection));
            roll_until(world, 1);
            EXPECT_NEAR(probe_of_rolling(world, 1).x(), 0.5, 1e-6) << step << detection;
            EXPECT_NEAR(probe_of_rolling(world, 0).x(), 0.5, 1e-6) << step << detection;
        }
}

TEST(Rolling, ARollerRollsDownASlope) {
    Scene scene = rolling_on_floor(roller, 0.002);
    const double angle = 10 * std::numbers::pi / 180;
    scene.gravity = {rolling_gravity * std::sin(angle), -rolling_gravity * std::cos(angle), 0};
    World world(scene);
    roll_until(world, 1);
    // A step at a time, the way is h a t/2 longer than a t²/2.
    const double a = 2.0 / 3 * rolling_gravity * std::sin(angle);
    EXPECT_NEAR(probe_of_rolling(world, 1).x(), a, 1e-6);
    EXPECT_NEAR(probe_of_rolling(world, 0).x(), a * (1 + 0.002) / 2, 1e-6);
}

/// About a vertical axis through its apex, on the side of the cone.
TEST(Rolling, AConeRollsAroundItsApex) {
    const double radius = 0.03, height = 0.08, slant = std::hypot(radius, height),
                 half = std::atan2(radius, height);
    // Its axis is half an angle above the floor; its apex points to −x.
    const double degrees = 90 + half * 180 / std::numbers::pi;
    const double up = std::sin(half), middle = height / 2;
    Scene scene =
        rolling_on_floor(R"("shape": {"cone": {"radius": 0.03, "height": 0.08}}, "position": [0.1, 1, 0],
        "rotation": {"axis": [0, 0, 1], "degrees": 0})",
                         0.001);
    BodyDescription& cone = scene.bodies[1];
    cone.rotation.degrees = degrees;
    const double apex_x = 0;
    cone.position = {apex_x + middle * std::cos(half), middle * up, 0};
    // The generator on the floor is at rest: it turns about that.
    const double turn = 3;
    cone.angular_velocity = {-turn / std::tan(half), 0, 0};
    const Vec3 w = to_vec3(cone.angular_velocity);
    const Vec3 center(apex_x + 0.75 * height * std::cos(half), 0.75 * height * up, 0);
    const Vec3 v = w.cross(center - Vec3(apex_x, 0, 0));
    cone.velocity = {v.x(), v.y(), v.z()};
    World world(scene);
    const double energy = world.last_step().kinetic;
    roll_until(world, 1);
    const Vec3 c = probe_of_rolling(world, 0);
    EXPECT_NEAR(world.last_step().kinetic / (energy > 0 ? energy : world.last_step().kinetic), 1, 0.02);
    EXPECT_NEAR(std::hypot(c.x(), c.z()), 0.75 * height * std::cos(half), 0.05 * slant);
    EXPECT_NEAR(c.y(), 0.75 * height * up, 1e-3 * slant);
}

TEST(Rolling, ACanStandsStill) {
    for (const std::string detection : {"proximity", "continuous"}) {
        World world(rolling_on_floor(
            R"("shape": {"cylinder": {"radius": 0.03, "height": 0.12}}, "position": [0, 0.0602, 0])", 0.005,
            detection));
        roll_until(world, 1);
        const Vec3 before = probe_of_rolling(world, 0);
        roll_until(world, 6);
        EXPECT_LT((probe_of_rolling(world, 0) - before).norm(), 1e-9) << detection;
        EXPECT_LT(probe_of_rolling(world, 1).norm(), 1e-9) << detection;
    }
}

/// How far the axis is from upright in the end [rad], from how high the middle is.
double lean_at_the_end(double degrees) {
    const double radius = 0.03, half = 0.06, angle = degrees * std::numbers::pi / 180;
    Scene scene =
        rolling_on_floor(R"("shape": {"cylinder": {"radius": 0.03, "height": 0.12}}, "position": [0, 1, 0],
        "rotation": {"axis": [0, 0, 1], "degrees": 0})",
                         0.002);
    scene.bodies[1].rotation.degrees = degrees;
    scene.bodies[1].position[1] = half * std::cos(angle) + radius * std::sin(angle);
    World world(scene);
    roll_until(world, 5);
    return probe_of_rolling(world, 0).y() < 1.01 * radius + 1e-3 ? std::numbers::pi / 2 : 0;
}

TEST(Rolling, ACanTipsWhereItsMiddlePassesItsRim) {
    const double critical = std::atan(0.03 / 0.06) * 180 / std::numbers::pi;
    EXPECT_EQ(lean_at_the_end(critical - 0.2), 0);
    EXPECT_NEAR(lean_at_the_end(critical + 0.2), std::numbers::pi / 2, 1e-12);
}

/// Euler's disc.
TEST(Rolling, ACoinWobblesToRest) {
    Scene scene = rolling_on_floor(R"("shape": {"cylinder": {"radius": 0.04, "height": 0.006}},
        "rotation": {"axis": [1, 0, 0], "degrees": 25}, "position": [0, 1, 0], "angular_velocity": [0, 8.62, -18.49])",
                                   0.001);
    const double angle = 25 * std::numbers::pi / 180;
    scene.bodies[1].position[1] = 0.003 * std::cos(angle) + 0.04 * std::sin(angle);
    World world(scene);
    world.step();
    const auto energy = [&] { return world.last_step().kinetic + world.last_step().potential; };
    double least = energy(), growth = 0;
    const double whole = least;
    while (world.time() < 10) {
        world.step();
        growth = std::max(growth, energy() - least);
        least = std::min(least, energy());
    }
    EXPECT_LT(growth, 1e-3 * whole);
    EXPECT_LT(world.last_step().kinetic, 1e-12);
    // Overlap of less than 5 % of `distance`, 1 % of 80 mm, is left.
    EXPECT_NEAR(probe_of_rolling(world, 0).y(), 0.003, 0.05 * 8e-4);
}

}  // namespace
}  // namespace limpet
