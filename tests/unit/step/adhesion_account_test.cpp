/// What bonds take, hold and give back is accounted for: forces, energies, dissipation, areas.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

double mechanical_energy(const World& world) {
    const StepRecord& r = world.last_step();
    return r.kinetic + r.elastic + r.potential + r.adhesive_energy;
}

double reading(const World& world, const std::string& name, std::size_t axis = 0) {
    for (const ProbeReading& r : world.probes())
        if (r.name == name) return r.values.at(axis);
    ADD_FAILURE() << "no probe " << name;
    return 0;
}

/// Two glued boxes tumble freely at 40 rad/s, 11° a step; their bonds do not fade.
World tumbling(double stiffness) {
    return World(parse_scene(fmt::format(
        R"({{"name": "tumble", "gravity": [0, 0, 0], "time": {{"step": 0.005, "duration": 3}}, "bodies": [
        {{"name": "a", "type": "rigid", "density": 1000, "surface": 0.015, "shape": {{"box": [0.06, 0.04, 0.03]}},
          "position": [0, 0.02, 0], "velocity": [2.2, 0, 0], "angular_velocity": [0, 0, 40]}},
        {{"name": "b", "type": "rigid", "density": 1000, "surface": 0.015, "shape": {{"box": [0.06, 0.04, 0.03]}},
          "position": [0, -0.02, 0], "velocity": [3.8, 0, 0], "angular_velocity": [0, 0, 40]}}],
        "contact": {{"detection": {{"distance": 0.0045}}, "law": {{"friction": 0.3, "adhesion": {{"stiffness": {},
                    "energy": 50, "viscosity": 0, "bonding_rate": 0, "initial": 1, "reference_gap": 0.002}}}}}}}})",
        stiffness)));
}

TEST(AdhesionAccount, BodiesThatTumbleTogetherDissipateNoMoreThanTheyLose) {
    for (const double stiffness : {1e6, 1e8}) {
        World world = tumbling(stiffness);
        const double start = mechanical_energy(world);
        double dissipated = 0;
        for (int i = 0; i < 300; ++i) {
            world.step();
            ASSERT_GE(world.last_step().adhesive_dissipation, dissipated) << "step " << i;
            dissipated = world.last_step().adhesive_dissipation;
        }
        EXPECT_EQ(world.last_step().mean_beta, 1);
        EXPECT_LE(mechanical_energy(world), start * (1 + 1e-9));
        EXPECT_LT(dissipated, 0.02 * start) << "C = " << stiffness;
    }
}

/// A block on a table whose rim slides out from under it and back, three times; nothing presses, nothing may
/// fade, and friction is none: what was bonded stays so, and all work comes back.
TEST(AdhesionAccount, ARimThatSlidesByTakesNoBondedAreaWithIt) {
    World world(parse_scene(
        R"({"name": "rim", "gravity": [0, 0, 0], "time": {"step": 0.01, "duration": 3},
        "materials": {"stiff": {"density": 1000, "young": 1e7, "poisson": 0}},
        "bodies": [{"name": "table", "type": "static", "shape": {"box": [0.1, 0.05, 0.1]}, "position": [0, -0.025, 0],
                    "motion": [[0, [0, 0, 0]], [0.5, [-0.012, 0, 0]], [1, [0, 0, 0]], [1.5, [-0.012, 0, 0]], [2, [0, 0, 0]]]},
                   {"name": "block", "type": "soft", "shape": {"box": [0.04, 0.02, 0.04]}, "material": "stiff",
                    "element": 0.01, "position": [0.03, 0.01, 0], "fixed": [{"box": [[-1, 0.0099, -1], [1, 1, 1]]}]}],
        "contact": {"detection": {"distance": 0.042}, "law": {"friction": 0, "adhesion": {"stiffness": 1e5,
                    "energy": 1000, "viscosity": 0, "bonding_rate": 0, "initial": 1, "reference_gap": 0.02}}},
        "probes": [{"name": "pull", "body": "block", "what": "adhesive_force"}]})"));
    for (int i = 0; i < 200; ++i) {
        world.step();
        ASSERT_NEAR(world.last_step().bonded_area, 16e-4, 1e-9) << "step " << i;
        if (i % 100 == 49) {
            EXPECT_NEAR(reading(world, "pull"), -1e5 * 16e-4 * 0.012, 0.01 * 1.92);
            EXPECT_NEAR(world.last_step().adhesive_force, 1e5 * 16e-4 * 0.012, 0.01 * 1.92);
        }
    }
    EXPECT_LT(world.last_step().adhesive_energy, 1e-6);
}

/// Without viscosity β is never above W/(C g²), at time 0 neither, whatever the step.
TEST(AdhesionAccount, InitialBondsAreNoStrongerThanTheirGapAllows) {
    for (const double step : {0.01, 0.001}) {
        World world(parse_scene(fmt::format(
            R"({{"name": "apart", "gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}}, "bodies": [
            {{"name": "ceiling", "type": "static", "shape": {{"box": [0.6, 0.02, 0.3]}}, "position": [0, 0.06, 0]}},
            {{"name": "cube", "type": "rigid", "shape": {{"box": [0.1, 0.1, 0.1]}}, "density": 1000, "surface": 0.025,
              "position": [0, -0.0019, 0]}}],
            "contact": {{"detection": {{"distance": 0.0045}}, "law": {{"friction": 0.3, "adhesion": {{"stiffness": 1e6,
                        "energy": 1, "viscosity": 0, "bonding_rate": 0, "initial": 1, "reference_gap": 0.002}}}}}},
            "probes": [{{"name": "pull", "body": "cube", "what": "adhesive_force"}},
                       {{"name": "heat", "body": "cube", "what": "adhesive_dissipation"}}]}})",
            step)));
        world.step();
        const double gap = 1.9e-3, beta = 1 / (1e6 * gap * gap);
        EXPECT_NEAR(world.last_step().mean_beta, beta, 1e-6);
        const double spring = 1e6 * beta * beta * 0.01;  // of 1 kg, which the implicit step draws nearer
        EXPECT_NEAR(reading(world, "pull", 1), spring * gap / (1 + step * step * spring), 1e-6);
        EXPECT_EQ(reading(world, "heat"), world.last_step().adhesive_dissipation);
    }
}

/// A plate of 1 kg on a wall hangs by what its bonds hold sideways.
TEST(AdhesionAccount, WhatBondsHoldSidewaysIsAForceToo) {
    World world(parse_scene(
        R"({"name": "hang", "time": {"step": 0.005, "duration": 3}, "bodies": [
        {"name": "wall", "type": "static", "shape": {"box": [0.02, 0.4, 0.4]}, "position": [-0.06, 0, 0]},
        {"name": "plate", "type": "rigid", "shape": {"box": [0.002, 0.1, 0.1]}, "density": 50000, "surface": 0.0251,
         "position": [-0.049, 0, 0]}],
        "contact": {"detection": {"distance": 0.0045}, "law": {"friction": 0, "adhesion": {"stiffness": 1e6, "energy": 50,
                    "viscosity": 0, "bonding_rate": 0, "initial": 1, "reference_gap": 0.002}}},
        "probes": [{"name": "pull", "body": "plate", "what": "adhesive_force"}]})"));
    for (int i = 0; i < 600; ++i) world.step();
    EXPECT_NEAR(reading(world, "pull", 1), 9.81, 0.01);
    EXPECT_GE(world.last_step().adhesive_force, 9.8);
    Vector3 sum{};
    for (const ContactFrame& c : world.contacts())
        for (int k = 0; k < 3; ++k) sum[k] += c.pull[k];
    EXPECT_NEAR(std::abs(sum[1]), 9.81, 0.01);
}

}  // namespace
}  // namespace limpet
