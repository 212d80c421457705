/// Newton's law of impact against closed forms: bounces, head-on and oblique hits, and what it may not do.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "core/types.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double bounce_gravity = 9.81;

Scene bounce_scene(const std::string& bodies, const std::string& law, double step,
                   const std::string& gravity) {
    return parse_scene(R"({"name": "bounce", "time": {"step": )" + std::to_string(step) +
                       R"(, "duration": 100}, "gravity": )" + gravity + R"(, "bodies": [)" + bodies +
                       R"(], "contact": {"detection": {"distance": "1 mm"}, "law": )" + law +
                       R"(}, "solver": {"iterations": 1000, "tolerance": 1e-10}})");
}

const std::string bounce_floor =
    R"({"name": "floor", "type": "static", "shape": {"box": [40, 1, 40]}, "position": [0, -0.5, 0]}, )";

Vec3 bounce_velocity(const World& world, const std::string& body) {
    return Eigen::Map<const Vec3>(world.body(body).velocities().data());
}

/// Heights between bounces of a ball that is let fall from 1 m, by its energy while it flies.
std::vector<double> bounce_heights(double e, double step, int bounces) {
    Scene scene = bounce_scene(
        bounce_floor +
            R"({"name": "ball", "type": "rigid", "density": 700, "shape": {"sphere": 0.05}, "position": [0, 1.05, 0]})",
        R"({"friction": 0.5, "restitution": )" + std::to_string(e) + "}", step, "[0, -9.81, 0]");
    scene.probes.push_back({"x", "ball", ProbeQuantity::Position, {}, {}});
    scene.probes.push_back({"v", "ball", ProbeQuantity::Velocity, {}, {}});
    World world(scene);
    std::vector<double> heights;
    double before = 0;
    while (static_cast<int>(heights.size()) < bounces && world.time() < 60) {
        world.step();
        const double y = world.probes()[0].values[1] - 0.05, v = world.probes()[1].values[1];
        // The step's velocity is that of half a step earlier.
        const double now = v - bounce_gravity * step / 2;
        if (before < 0 && v > 0) heights.push_back(y + now * now / (2 * bounce_gravity));
        before = v;
    }
    return heights;
}

TEST(Restitution, ABallBouncesToItsSquare) {
    for (const double e : {0.5, 0.8, 0.95})
        for (const double step : {0.001, 0.005, 0.01}) {
            const std::vector<double> heights = bounce_heights(e, step, 3);
            ASSERT_EQ(heights.size(), 3u);
            for (int k = 0; k < 3; ++k)
                EXPECT_NEAR(heights[k] / std::pow(e, 2 * (k + 1)), 1, 1e-3) << e << " " << step << " " << k;
        }
}

TEST(Restitution, OneKeepsTheEnergyOverTwentyBounces) {
    for (const double step : {0.002, 0.005}) {
        const std::vector<double> heights = bounce_heights(1, step, 20);
        ASSERT_EQ(heights.size(), 20u);
        // The velocity at the start is that of half a step earlier, too.
        EXPECT_NEAR(heights.back(), 1 + bounce_gravity * step * step / 8, 1e-9) << step;
    }
}

TEST(Restitution, WhatLiesStill) {
    for (const char* shape :
         {R"("shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.0501, 0])",
          R"("shape": {"sphere": 0.05}, "position": [0, 0.0501, 0])",
          R"("shape": {"cylinder": {"radius": 0.05, "height": 0.1}}, "position": [0, 0.0501, 0])"}) {
        World world(
            bounce_scene(bounce_floor + R"({"name": "body", "type": "rigid", "density": 700, )" + shape + "}",
                         R"({"friction": 0.5, "restitution": 0.9})", 0.005, "[0, -9.81, 0]"));
        while (world.time() < 2) world.step();
        EXPECT_LT(world.last_step().kinetic, 1e-18) << shape;
        const double height = world.last_step().potential;
        while (world.time() < 4) world.step();
        EXPECT_NEAR(world.last_step().potential, height, 1e-12) << shape;
    }
}

/// v₁⁺ = (m₁ − e m₂) v/(m₁ + m₂),  v₂⁺ = (1 + e) m₁ v/(m₁ + m₂)
TEST(Restitution, BallsMeetHeadOn) {
    for (const double ratio : {0.1, 1.0, 10.0})
        for (const double e : {0.0, 0.5, 1.0}) {
            World world(bounce_scene(
                R"({"name": "a", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [-0.2, 0, 0], "velocity": [2, 0, 0]},
                   {"name": "b", "type": "rigid", "density": )" +
                    std::to_string(1000 * ratio) + R"(, "shape": {"sphere": 0.05}})",
                R"({"friction": 0.5, "restitution": )" + std::to_string(e) + "}", 0.003, "[0, 0, 0]"));
            while (world.time() < 0.2) world.step();
            EXPECT_NEAR(bounce_velocity(world, "a").x(), 2 * (1 - e * ratio) / (1 + ratio), 1e-9)
                << ratio << e;
            EXPECT_NEAR(bounce_velocity(world, "b").x(), 2 * (1 + e) / (1 + ratio), 1e-9) << ratio << e;
        }
}

/// A ball without spin on a floor: it slides through the impact below tan α = 7/2 μ (1 + e), and sticks
/// above.
TEST(Restitution, ObliqueHitsRubAsCoulombSays) {
    const double mu = 0.2, e = 0.6, down = 2;
    for (const double along : {0.3, 1.0, 3.0}) {
        Scene scene = bounce_scene(
            bounce_floor +
                R"({"name": "ball", "type": "rigid", "density": 700, "shape": {"sphere": 0.05}, "position": [0, 0.3, 0]})",
            R"({"friction": 0.2, "restitution": 0.6})", 0.002, "[0, 0, 0]");
        scene.bodies[1].velocity = {along, -down, 0};
        scene.probes.push_back({"v", "ball", ProbeQuantity::Velocity, {}, {}});
        World world(scene);
        while (world.time() < 0.3) world.step();
        const std::vector<double> v = world.probes()[0].values;
        EXPECT_NEAR(v[1], e * down, 1e-9);
        EXPECT_NEAR(v[0], std::max(5.0 / 7 * along, along - mu * (1 + e) * down), 1e-9) << along;
    }
}

/// A rod that hits the floor askew with friction: Newton's and Coulomb's laws together give it energy for
/// some angles (Kane), which must not be.
TEST(Restitution, FrictionAndImpactNeverGiveEnergy) {
    for (int angle = 5; angle < 90; angle += 5)
        for (const double along : {-2.0, -0.5, 0.5, 2.0}) {
            Scene scene = bounce_scene(
                bounce_floor +
                    R"({"name": "rod", "type": "rigid", "density": 700, "shape": {"box": [0.4, 0.02, 0.02]},
                    "position": [0, 0.3, 0], "rotation": {"axis": [0, 0, 1], "degrees": 0}, "angular_velocity": [0, 0, 3]})",
                R"({"friction": 0.9, "restitution": 0.9})", 0.001, "[0, 0, 0]");
            scene.bodies[1].rotation.degrees = angle;
            scene.bodies[1].velocity = {along, -2, 0};
            World world(scene);
            world.step();
            double before = world.last_step().kinetic;
            while (world.time() < 0.4) {
                world.step();
                EXPECT_LE(world.last_step().kinetic, before * (1 + 1e-9)) << angle << " " << along;
                before = world.last_step().kinetic;
            }
        }
}

TEST(Restitution, BallsInARowWithGapsPassTheImpactOn) {
    std::string row;
    for (int i = 0; i < 4; ++i)
        row += (i ? ", " : "") +
               (R"({"name": "b)" + std::to_string(i) +
                R"(", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [)" +
                std::to_string(0.11 * i) + (i == 0 ? ", 0, 0], \"velocity\": [1, 0, 0]}" : ", 0, 0]}"));
    World world(bounce_scene(row, R"({"restitution": 1})", 0.002, "[0, 0, 0]"));
    while (world.time() < 0.2) world.step();
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(bounce_velocity(world, "b" + std::to_string(i)).x(), 0, 1e-9);
    EXPECT_NEAR(bounce_velocity(world, "b3").x(), 1, 1e-9);
}

TEST(Restitution, PairsAndBodiesHaveTheirOwn) {
    const auto speed = [](const std::string& law, const std::string& pairs, const std::string& own) {
        Scene scene = bounce_scene(
            bounce_floor +
                R"({"name": "ball", "type": "rigid", "density": 700, "shape": {"sphere": 0.05}, "position": [0, 0.1, 0], "velocity": [0, -1, 0])" +
                own + "}",
            law + pairs, 0.002, "[0, 0, 0]");
        World world(scene);
        while (world.time() < 0.2) world.step();
        return bounce_velocity(world, "ball").y();
    };
    const std::string pair = R"(, "pairs": [{"bodies": ["ball", "floor"], "law": {"restitution": 0.7}}])";
    EXPECT_NEAR(speed(R"({"restitution": 0.3})", "", ""), 0.3, 1e-9);
    EXPECT_NEAR(speed(R"({"restitution": 0.3})", "", R"(, "restitution": 0.5)"), 0.5, 1e-9);
    EXPECT_NEAR(speed(R"({"restitution": 0.3})", pair, R"(, "restitution": 0.5)"), 0.7, 1e-9);
    EXPECT_NEAR(speed(R"({"restitution": 0.3, "restitution_threshold": 2})", "", ""), 0, 1e-9);
}

TEST(Restitution, IsLive) {
    World world(bounce_scene(
        bounce_floor +
            R"({"name": "ball", "type": "rigid", "density": 700, "shape": {"sphere": 0.05}, "position": [0, 0.1, 0], "velocity": [0, -1, 0]})",
        "{}", 0.002, "[0, 0, 0]"));
    world.step();
    world.set("contact.law.restitution", 0.5);
    while (world.time() < 0.2) world.step();
    EXPECT_NEAR(bounce_velocity(world, "ball").y(), 0.5, 1e-9);
}

TEST(Restitution, WhatDeformsHasNone) {
    const std::string soft =
        R"({"name": "block", "type": "soft", "material": "m", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.1, "position": [0, 0.06, 0])";
    const auto text = [&](const std::string& own, const std::string& contact) {
        return R"({"name": "s", "materials": {"m": {"young": 1e5}}, "bodies": [)" + bounce_floor + soft +
               own + R"(}], "contact": )" + contact + "}";
    };
    EXPECT_NO_THROW(parse_scene(text("", R"({"law": {"restitution": 0.5}})")));
    EXPECT_THROW(parse_scene(text(R"(, "restitution": 0.5)", "{}")), InputError);
    EXPECT_THROW(
        parse_scene(text("", R"({"pairs": [{"bodies": ["block", "floor"], "law": {"restitution": 0.5}}]})")),
        InputError);
}

}  // namespace
}  // namespace limpet
