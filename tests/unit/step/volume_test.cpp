/// Volume contacts in whole steps: they carry weights, part what lies in each other without adding velocity,
/// keep momentum, and have the same bytes however a run is made.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/parallel.h"
#include "limpet/world.h"
#include "support/volume_slope.h"

namespace limpet {
namespace {

using namespace testing_support;

TEST(Volume, ABlockOnAFloorIsCarriedByItsWeight) {
    for (const char* detection : {mono, multi}) {
        World world(on_slope(0, 0.5, detection, R"({"tolerance": 1e-10})"));
        double kinetic = 0, force = 0;
        for (int i = 0; i < 200; ++i) {
            world.step();
            if (i < 100) continue;
            kinetic = std::max(kinetic, world.last_step().kinetic);
            force += world.probes()[1].values[1] / 100;
        }
        const auto probes = world.probes();
        // One contact holds no moment: the block may rock, by no more than a fall of a hundredth of a pixel.
        const bool rocks = detection == mono;
        EXPECT_NEAR(force, 0.4 * 9.81, rocks ? 0.005 : 1e-8) << detection;
        EXPECT_NEAR(probes[2].values[0], 0.01, (rocks ? 0.1 : 0.01) * 0.01) << detection;
        EXPECT_LT(kinetic, rocks ? 0.4 * 9.81 * 0.01 * 0.004 : 1e-20);
        EXPECT_NEAR(world.last_step().intersection_volume / probes[2].values[0],
                    world.last_step().penetration, 1e-9);
        EXPECT_LT(world.last_step().penetration, 0.75 * 0.004) << "about half a pixel deep";
    }
}

/// Without friction a floor pushes straight up, whatever dips into it.
TEST(Volume, ATiltedBlockIsNotPushedAsideByAFloorWithoutFriction) {
    for (const char* detection :
         {R"({"type": "ldi", "pixel": 0.001})", R"({"type": "ldi", "pixel": 0.001, "cell": 0.02})"}) {
        Scene scene = on_slope(0, 0, detection, R"({"tolerance": 1e-10})");
        scene.bodies[1].rotation = {{0, 0, 1}, 25};
        scene.bodies[1].position = {0, 0.0895, 0};
        scene.bodies[1].velocity = {0, -1, 0};
        const double x = scene.bodies[1].position[0];
        World world(std::move(scene));
        bool touched = false;
        for (int i = 0; i < 10; ++i) {
            world.step();
            touched |= world.probes()[1].values[1] > 0;
        }
        EXPECT_TRUE(touched);
        // A hundredth of the speed it fell with, over 50 ms; walls of cells may cut the overlap.
        EXPECT_NEAR(world.probes()[0].values[0], x, 0.01 * 0.05) << detection;
    }
}

TEST(Volume, WhatStartsDeepInEachOtherPartsWithoutVelocity) {
    Scene scene = parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "a", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}},
                   {"name": "b", "type": "rigid", "density": 500, "shape": {"sphere": 0.05},
                    "position": [0.08, 0.01, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.004, "cell": 0.02}}})");
    World world(scene);
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_LT(world.last_step().penetration, 0.75 * 0.004);
    EXPECT_EQ(world.last_step().kinetic, 0);
    const Vector3 a = world.body("a").center_of_mass(), b = world.body("b").center_of_mass();
    const double ma = world.body("a").mass(), mb = world.body("b").mass();
    EXPECT_NEAR((ma * a[0] + mb * b[0]) / (ma + mb), 0.08 * mb / (ma + mb), 1e-12) << "neither is preferred";
}

/// Soft bodies are not squeezed by it either: they part as wholes.
TEST(Volume, SoftBodiesThatStartDeepInEachOtherPartWithoutVelocity) {
    for (const char* model : {"corotational", "neohookean", "linear"}) {
        World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
            "materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.4}},
            "bodies": [{"name": "a", "type": "soft", "material": "gel", "shape": {"sphere": 0.05}, "model": ")" +
                                std::string(model) + R"(", "element": 0.02, "surface": 0.008},
                       {"name": "b", "type": "soft", "material": "gel", "shape": {"sphere": 0.05}, "model": ")" +
                                std::string(model) + R"(", "element": 0.02, "surface": 0.008,
                        "position": [0.06, 0.004, 0.003]}],
            "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.02}}})"));
        const double a = world.body("a").mass(), b = world.body("b").mass();
        const auto middle = [&] {
            return (a * world.body("a").center_of_mass()[0] + b * world.body("b").center_of_mass()[0]) /
                   (a + b);
        };
        const double before = middle();
        double elastic = 0;
        for (int i = 0; i < 30; ++i) {
            world.step();
            elastic = std::max(elastic, world.last_step().elastic);
        }
        EXPECT_LT(world.last_step().penetration, 0.75 * 0.001) << model;
        // As fast as both would be if all that was stored in them had become motion: 0.3 m/s before.
        const double speed = std::sqrt(2 * (elastic + world.last_step().kinetic) / (a + b));
        EXPECT_LT(speed, 0.02) << model;
        EXPECT_NEAR(middle(), before, 1e-9) << model << ": neither is preferred";
    }
}

Scene two_soft(const std::string& more) {
    return parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.004, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.4}},
        "bodies": [{"name": "a", "type": "soft", "material": "gel", "shape": {"sphere": 0.05},
                    "element": 0.025, "surface": 0.012, "velocity": [0.3, 0, 0]},
                   {"name": "b", "type": "soft", "material": "gel", "shape": {"sphere": 0.05},
                    "element": 0.025, "position": [0.103, 0.02, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.003, "cell": 0.02)" +
                       more +
                       R"(}, "law": {"friction": 0.4}}, "solver": {"tolerance": 1e-10, "iterations": 2000},
        "probes": [{"name": "a", "body": "a", "what": "velocity"},
                   {"name": "b", "body": "b", "what": "velocity"}]})");
}

TEST(Volume, SoftBodiesThatMeetKeepTheirMomentum) {
    for (const char* more : {"", R"(, "at_center": true)"}) {
        World world(two_soft(more));
        const double mass = world.body("a").mass();
        bool touched = false;
        for (int i = 0; i < 60; ++i) {
            world.step();
            touched = touched || world.last_step().contacts > 0;
            const auto v = world.probes();
            const double other = world.body("b").mass();
            ASSERT_NEAR(mass * v[0].values[0] + other * v[1].values[0], 0.3 * mass, 1e-9 * mass) << i;
            ASSERT_NEAR(mass * v[0].values[1] + other * v[1].values[1], 0, 1e-9 * mass) << i;
        }
        EXPECT_TRUE(touched);
        EXPECT_GT(world.probes()[1].values[0], 0.05);
    }
}

TEST(Volume, BytesAreTheSameForAnyNumberOfThreadsAndAfterRestoring) {
    const auto run = [](int threads) {
        set_threads(threads);
        World world(two_soft(""));
        for (int i = 0; i < 30; ++i) world.step();
        return world.state();
    };
    const WorldState one = run(1), two = run(2), four = run(4);
    World resumed(two_soft(""));
    for (int i = 0; i < 20; ++i) resumed.step();
    World again(two_soft(""));
    again.restore(resumed.state());
    for (int i = 0; i < 10; ++i) again.step();
    set_threads(0);
    for (std::size_t b = 0; b < one.bodies.size(); ++b) {
        EXPECT_EQ(one.bodies[b].values, two.bodies[b].values);
        EXPECT_EQ(one.bodies[b].values, four.bodies[b].values);
        EXPECT_EQ(one.bodies[b].values, again.state().bodies[b].values);
    }
    EXPECT_EQ(one.contacts, two.contacts);
    EXPECT_EQ(one.contacts, four.contacts);
    EXPECT_EQ(one.contacts, again.state().contacts);
}

}  // namespace
}  // namespace limpet
