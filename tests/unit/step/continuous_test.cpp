/// Continuous detection in the step: what moves by many times its own size in a step does not pass through
/// what is thinner than itself.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double bullet_step = 0.01;
constexpr double bullet_distance = 0.0002;
/// Of bullets, along their longest side. [m]
constexpr double size = 0.02;

Scene scene_of(const std::string& bodies, const std::string& detection = "continuous") {
    return parse_scene(fmt::format(
        R"({{"name": "bullets", "gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}},
        "materials": {{"rubber": {{"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {{"stiffness": 0.01}}}}}},
        "contact": {{"detection": {{"type": "{}", "distance": {}}}, "law": {{"friction": 0.3}}}},
        "solver": {{"type": "nsgs", "iterations": 200, "tolerance": 1e-8}},
        "bodies": [{}]}})",
        bullet_step, detection, bullet_distance, bodies));
}

/// A bullet `height` above the origin that flies down by `sizes` of its own size in a step.
std::string bullet(const std::string& fields, double sizes, double height = 0.05) {
    return fmt::format(
        R"({{"name": "bullet", {}, "position": [0.003, {}, -0.002], "velocity": [{}, {}, 0]}})", fields,
        height, 0.05 * sizes * size / bullet_step, -sizes * size / bullet_step);
}

const std::string thin_plate =
    R"({"name": "plate", "type": "static", "shape": {"box": [4, 0.001, 4]}, "position": [0, -0.0005, 0]})";

const char* const bullets[] = {
    R"("type": "rigid", "density": 1000, "shape": {"sphere": 0.01})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.02, 0.02]})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.02, 0.02]}, "rotation": {"axis": [1, 0, 0], "degrees": 45})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.01, 0.005]}, "rotation": {"axis": [1, 2, 0.5], "degrees": 50})",
    R"("type": "rigid", "density": 1000, "shape": {"capsule": {"radius": 0.005, "height": 0.01}}, "rotation": {"axis": [1, 0, 1], "degrees": 30})",
    R"("type": "rigid", "density": 1000, "shape": {"torus": {"radius": 0.007, "tube": 0.003}}, "surface": 0.003, "rotation": {"axis": [1, 0, 1], "degrees": 40})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.004, 0.002]}, "angular_velocity": [20, 30, 10])",
    R"("type": "soft", "material": "rubber", "shape": {"box": [0.02, 0.02, 0.02]}, "element": 0.01)",
    R"("type": "soft", "material": "rubber", "shape": {"sphere": 0.01}, "element": 0.006, "surface": 0.004)",
};

double lowest_of(const World& world, const std::string& body) {
    const std::span<const double> x = world.body(body).positions();
    double y = x[1];
    for (std::size_t i = 1; i < x.size(); i += 3) y = std::min(y, x[i]);
    return y;
}

double moving_energy(const World& world) {
    return world.last_step().kinetic + world.last_step().elastic;
}

/// Runs a few steps; nothing of the bullet may get below the plate's top by more than what stabilisation
/// takes out. No impact adds energy, and rigid bodies never have more than at the start. Bodies that were
/// made to spin by whole turns in a step may have to be held back.
void expect_stays_above(Scene scene, const std::string& what, bool may_be_held_back = false) {
    World world(std::move(scene));
    const double before = moving_energy(world);
    for (int i = 0; i < 3; ++i) {
        world.step();
        ASSERT_GT(lowest_of(world, "bullet"), -0.6 * bullet_distance) << what << ", step " << i;
        if (i == 0 || world.last_step().elastic == 0) {
            ASSERT_LE(moving_energy(world), before * (1 + 1e-9)) << what << ", step " << i;
        }
    }
    if (!may_be_held_back)
        for (const Warning& warning : world.warnings()) ADD_FAILURE() << what << ": " << warning.sentence;
}

TEST(Continuous, BulletsDoNotPassAThinPlate) {
    for (const char* const one : bullets)
        for (const double sizes : {1.0, 3.7, 30.0, 1000.0})
            expect_stays_above(scene_of(thin_plate + "," + bullet(one, sizes)),
                               fmt::format("{} at {} sizes a step", one, sizes), sizes >= 30);
}

TEST(Continuous, ByProximityAloneTheyPass) {
    World world(scene_of(thin_plate + "," + bullet(bullets[1], 30), "proximity"));
    for (int i = 0; i < 4; ++i) world.step();
    EXPECT_LT(lowest_of(world, "bullet"), -1);
}

/// Facing up; a rectangle without any thickness.
TEST(Continuous, BulletsDoNotPassAPlane) {
    const std::string plane = R"({"name": "plate", "type": "static", "shape": {"plane": [4, 4]}})";
    for (const char* const one : bullets)
        for (const double sizes : {2.0, 100.0})
            expect_stays_above(scene_of(plane + "," + bullet(one, sizes)),
                               fmt::format("{} at {} sizes a step", one, sizes), sizes >= 30);
}

/// Clamped along its rim, 2 mm thick; much slower bodies would go through it by proximity.
TEST(ContinuousLong, BulletsDoNotPassASoftPlate) {
    const std::string plate = R"({"name": "plate", "type": "soft", "material": "rubber",
        "shape": {"box": [0.1, 0.002, 0.1]}, "element": 0.02, "position": [0, -0.001, 0],
        "fixed": [{"box": [[-1, -1, -1], [-0.049, 1, 1]]}, {"box": [[0.049, -1, -1], [1, 1, 1]]}]})";
    for (const int one : {0, 1, 7})
        for (const double sizes : {2.0, 20.0}) {
            World world(scene_of(plate + "," + bullet(bullets[one], sizes, 0.03)));
            const double before = moving_energy(world);
            world.step();
            // At 20 sizes the step would bend it by more than it is wide, which no linear step can.
            if (sizes < 10) {
                EXPECT_LE(moving_energy(world), before) << bullets[one] << sizes;
            }
            for (int i = 0; i < 2; ++i) world.step();
            // The plate gives way; what counts is that its middle is still below the bullet.
            EXPECT_GT(world.body("bullet").center_of_mass()[1], lowest_of(world, "plate"))
                << bullets[one] << sizes;
        }
}

/// Head on: in the step in which they meet, neither gets behind the other. (Later they may go past each
/// other, since they do not hit each other centrally.)
void expect_stop_each_other(const char* one, double sizes) {
    const double v = sizes * size / bullet_step;
    World world(
        scene_of(fmt::format(R"({{"name": "a", {}, "position": [0, -0.03, 0], "velocity": [0, {}, 0]}},
                   {{"name": "b", {}, "position": [0.002, 0.03, 0.001], "velocity": [0, {}, 0]}})",
                             one, v, bullets[1], -v)));
    const double before = moving_energy(world);
    world.step();
    EXPECT_GT(world.body("b").center_of_mass()[1], world.body("a").center_of_mass()[1]) << one << sizes;
    EXPECT_LE(moving_energy(world), before) << one << sizes;
}

TEST(Continuous, BulletsDoNotPassEachOther) {
    for (const char* const one : bullets) expect_stop_each_other(one, 5);
    // What is hit far from its centre at such a speed turns many times in the step, and may get past.
    for (const int one : {0, 1, 2, 7, 8}) expect_stop_each_other(bullets[one], 50);
}

/// Two bars that cross at right angles: only edges meet.
TEST(Continuous, EdgesDoNotPassEachOther) {
    const std::string bar =
        R"("type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.002, 0.002]}, "rotation": )";
    World world(scene_of(R"({"name": "a", )" + bar +
                         R"({"axis": [1, 0, 0], "degrees": 45}, "velocity": [0, 20, 0]}, {"name": "b", )" +
                         bar + R"({"axis": [0, 1, 0], "degrees": 90}, "position": [0.001, 0.05, 0.002]})"));
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_GT(world.body("b").center_of_mass()[1], world.body("a").center_of_mass()[1]);
    EXPECT_NEAR(world.body("b").velocities()[1] + world.body("a").velocities()[1], 20, 10);
}

/// A static wall that is driven over a body in a step pushes it along.
TEST(Continuous, AWallThatMovesTakesBodiesAlong) {
    World world(scene_of(
        R"({"name": "wall", "type": "static", "shape": {"box": [0.002, 1, 1]}, "position": [-0.1, 0, 0],
          "motion": [{"keyframes": [[0, [0, 0, 0]], [0.05, [1, 0, 0]]]}]},
          {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.01}},
          {"name": "box", "type": "soft", "material": "rubber", "shape": {"box": [0.02, 0.02, 0.02]}, "element": 0.01, "position": [0, 0.1, 0]})"));
    for (int i = 0; i < 4; ++i) {
        world.step();
        const double wall = -0.099 + 0.2 * (i + 1);
        EXPECT_GT(world.body("ball").center_of_mass()[0], wall) << i;
        EXPECT_GT(world.body("box").center_of_mass()[0], wall) << i;
    }
}

Scene crowd() {
    std::string bodies = thin_plate;
    for (int i = 0; i < 9; ++i)
        bodies +=
            fmt::format(R"(, {{"name": "b{}", {}, "position": [{}, {}, 0.002], "velocity": [{}, {}, 0]}})", i,
                        bullets[i], 0.03 * (i % 3), 0.03 + 0.03 * (i / 3), i - 4, -10 - 7 * i);
    return scene_of(bodies);
}

TEST(Continuous, SameBytesForAnyNumberOfThreads) {
    const auto after = [](int threads) {
        set_threads(threads);
        World world(crowd());
        for (int i = 0; i < 2; ++i) world.step();
        set_threads(0);
        return world.state();
    };
    const WorldState one = after(1);
    for (const int threads : {2, 4}) {
        const WorldState other = after(threads);
        for (std::size_t i = 0; i < one.bodies.size(); ++i)
            EXPECT_EQ(one.bodies[i].values, other.bodies[i].values) << one.bodies[i].name << ", " << threads;
        EXPECT_EQ(one.contacts, other.contacts);
    }
}

TEST(Continuous, SameBytesAfterGoingOn) {
    World straight(crowd()), first(crowd()), second(crowd());
    for (int i = 0; i < 3; ++i) straight.step();
    first.step();
    second.restore(first.state());
    for (int i = 1; i < 3; ++i) second.step();
    for (std::size_t i = 0; i < straight.body_count(); ++i)
        EXPECT_EQ(straight.state().bodies[i].values, second.state().bodies[i].values) << i;
    EXPECT_EQ(straight.state().contacts, second.state().contacts);
}

/// What is slow is the same as by proximity, byte by byte: continuous detection only adds.
TEST(Continuous, SlowBodiesAreAsByProximity) {
    const auto after = [](const char* detection) {
        Scene scene = scene_of(thin_plate + "," + bullet(bullets[3], 0.2, 0.012) + R"(,
            {"name": "soft", "type": "soft", "material": "rubber", "shape": {"box": [0.02, 0.02, 0.02]}, "element": 0.01, "position": [0.1, 0.0101, 0]})",
                               detection);
        scene.gravity = {0, -9.81, 0};
        World world(std::move(scene));
        for (int i = 0; i < 40; ++i) world.step();
        return world.state();
    };
    const WorldState one = after("proximity"), other = after("continuous");
    for (std::size_t i = 0; i < one.bodies.size(); ++i)
        EXPECT_EQ(one.bodies[i].values, other.bodies[i].values) << one.bodies[i].name;
}

}  // namespace
}  // namespace limpet
