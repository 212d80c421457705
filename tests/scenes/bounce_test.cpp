// Soft bodies on a floor by the midpoint rule: they bounce as high as they should, give no energy, their
// momentum changes by what contacts push, and what is at rest stays there.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

const char* const bouncing_ball = R"({
  "gravity": [0, 0, 0], "time": { "step": 0.005, "duration": 0.4, "integrator": "midpoint" },
  "materials": { "soft": { "young": 1e5, "poisson": 0.4, "density": 1000 } },
  "bodies": [
    { "name": "floor", "type": "static", "shape": { "box": [1, 0.1, 1] }, "position": [0, -0.05, 0] },
    { "name": "ball", "type": "soft", "shape": { "sphere": 0.05 }, "position": [0, 0.06, 0], "material": "soft",
      "element": 0.0125, "velocity": [0, -0.5, 0] } ],
  "contact": { "law": { "friction": 0 } },
  "probes": [ { "name": "v", "body": "ball", "what": "velocity" },
              { "name": "f", "body": "ball", "what": "contact_force" } ] })";

double energy(const World& world) {
    const StepRecord& r = world.last_step();
    return r.kinetic + r.elastic + r.potential;
}

struct Bounce {
    double restitution, largest_gain, largest_momentum_error;
};

Bounce bounce(const std::string& step) {
    World world(parse_scene(bouncing_ball, ".", {"time.step=" + step}));
    const double h = world.scene().time.step, mass = world.body("ball").mass();
    const long steps = std::lround(0.4 / h);
    Bounce out{0, 0, 0};
    double last = energy(world), before = -0.5;
    const double start = last;
    for (long i = 0; i < steps; ++i) {
        world.step();
        out.largest_gain = std::max(out.largest_gain, (energy(world) - last) / start);
        last = energy(world);
        const std::vector<ProbeReading> probes = world.probes();
        const double now = probes[0].values[1], force = probes[1].values[1];
        out.largest_momentum_error =
            std::max(out.largest_momentum_error, std::abs(mass * (now - before) - h * force) / (mass * 0.5));
        before = now;
    }
    out.restitution = before / 0.5;
    return out;
}

TEST(Bounce, ASoftBallComesBackAsFast) {
    for (const auto& [step, least] : {std::pair("0.005", 0.9), std::pair("0.001", 0.97)}) {
        const Bounce found = bounce(step);
        EXPECT_GE(found.restitution, least) << step;
        EXPECT_LE(found.restitution, 1) << step;
        EXPECT_LT(found.largest_gain, 1e-6) << step;
        EXPECT_LT(found.largest_momentum_error, 1e-9) << step;
    }
}

TEST(Bounce, WhatIsPutDownComesToRest) {
    World world(parse_scene(R"({
      "time": { "step": 0.005, "duration": 6, "integrator": "midpoint" },
      "materials": { "soft": { "young": 1e5, "poisson": 0.3, "density": 1000, "damping": { "stiffness": 0.01 } } },
      "bodies": [
        { "name": "floor", "type": "static", "shape": { "box": [1, 0.1, 1] }, "position": [0, -0.05, 0] },
        { "name": "box", "type": "soft", "shape": { "box": [0.1, 0.1, 0.1] }, "position": [0, 0.051, 0],
          "material": "soft", "element": 0.025 } ],
      "contact": { "law": { "friction": 0.4 } }, "solver": { "iterations": 2000, "tolerance": 1e-10 },
      "probes": [ { "name": "f", "body": "box", "what": "contact_force" } ] })"));
    for (int i = 0; i < 1200; ++i) world.step();
    double speed = 0;
    for (const double v : world.body("box").velocities()) speed = std::max(speed, std::abs(v));
    EXPECT_LT(speed, 1e-7);
    EXPECT_NEAR(world.probes()[0].values[1] / (9.81 * world.body("box").mass()), 1, 1e-5);
}

}  // namespace
}  // namespace limpet
