/// Viscous contact in whole steps, of volumes and of points.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"
#include "support/volume_slope.h"

namespace limpet {
namespace {

using namespace testing_support;

/// m dv/dt = −ν A v: a block that slides on oil, in large cells as in small ones.
TEST(ViscousContact, OfVolumesSlowsInProportionToSlip) {
    for (const double cell : {0.03, 0.015}) {
        Scene scene = on_slope(0, 0, multi, R"({"tolerance": 1e-12})");
        scene.contact->detection.cell = cell;
        scene.contact->law.viscosity = 80;  // of 0.01 m² and 0.4 kg: a time of 0.5 s
        scene.bodies[1].velocity = {0.4, 0, 0};
        scene.probes[0].what = ProbeQuantity::Velocity;
        World world(scene);
        EXPECT_EQ(world.probes()[0].values[0], 0.4);
        EXPECT_EQ(world.probes()[2].values[0], 0) << "nothing has pressed yet";
        double expected = 0.4;
        for (int i = 0; i < 100; ++i) {
            world.step();
            expected /= 1 + 0.005 * 80 * world.probes()[2].values[0] / 0.4;
        }
        EXPECT_NEAR(world.probes()[0].values[0], expected, 1e-3 * expected) << cell;
        EXPECT_NEAR(expected, 0.4 * std::exp(-1.0), 0.01) << cell;
        EXPECT_EQ(world.last_step().contacts > 40, cell == 0.015) << "the set-up";
    }
}

/// Viscosity is of surfaces that touch, however far detection looks.
TEST(ViscousContact, WhatDoesNotTouchFeelsNothing) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.004, "duration": 1}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
        {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
         "position": [0, 0.102, 0], "velocity": [0.1, 0, 0]}],
        "contact": {"detection": {"distance": 0.004}, "law": {"friction": 0, "viscosity": 1000}},
        "probes": [{"name": "v", "body": "cube", "what": "velocity"},
                   {"name": "force", "body": "cube", "what": "contact_force"}]})"));
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_GT(world.last_step().contacts, 0);
    EXPECT_NEAR(world.probes()[0].values[0], 0.1, 1e-12);
    EXPECT_EQ(world.probes()[1].values[0], 0);
}

/// m dv/dt = −ν A v − μ m g of points, as of volumes; the force that is read is all of it.
TEST(ViscousContact, OfPointsActsBesideFriction) {
    World world(parse_scene(R"({"time": {"step": 0.002, "duration": 1}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 1]}, "surface": 0.5},
        {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
         "position": [-1, 0.1, 0], "velocity": [1, 0, 0]}],
        "contact": {"detection": {"distance": 0.002}, "law": {"friction": 0.1},
                    "pairs": [{"bodies": ["floor", "cube"], "law": {"viscosity": 100}}]},
        "solver": {"tolerance": 1e-12},
        "probes": [{"name": "v", "body": "cube", "what": "velocity"},
                   {"name": "force", "body": "cube", "what": "contact_force"}]})"));
    double v = 1, area = 0;
    for (int i = 0; i < 100; ++i) {
        world.step();
        area = 0;
        for (const ContactFrame& c : world.contacts()) area += c.area;
        if (i == 0) {
            v = world.probes()[0].values[0];  // nothing had pressed before
            continue;
        }
        const double before = v;
        v = (v - 0.002 * 0.1 * 9.81) / (1 + 0.002 * 100 * area);
        EXPECT_NEAR(world.probes()[1].values[0], (v - before) / 0.002, 1e-6);
    }
    EXPECT_NEAR(area, 0.01, 1e-9);
    EXPECT_NEAR(world.probes()[0].values[0], v, 1e-6);
}

}  // namespace
}  // namespace limpet
