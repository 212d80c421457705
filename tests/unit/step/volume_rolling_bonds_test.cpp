/// Bonds of volume contacts under what rolls: a row of them behind it, as long as bonds reach.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double rolling_radius = 0.05, rolling_reference_gap = 1e-3, rolling_depth = 5e-4;

/// A ball that rolls along x, one contact with the floor, half a millimetre deep in it.
Scene rolling_ball(double pixel, double surface, double stiffness) {
    Scene scene = parse_scene(R"({"time": {"step": 0.001, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [4, 0.2, 1]}, "position": [0, -0.1, 0]},
                   {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05},
                    "position": [0, 0.0495, 0], "velocity": [0.5, 0, 0], "angular_velocity": [0, 0, -10]}],
        "contact": {"detection": {"type": "ldi"}, "law": {"friction": 0.5,
                    "adhesion": {"energy": 0.03, "viscosity": 0, "saturation": 500, "reference_gap": 1e-3, "bonding_rate": 1}}},
        "solver": {"iterations": 1000, "tolerance": 1e-9},
        "probes": [{"name": "bonded", "body": "ball", "what": "bonded_area"},
                   {"name": "x", "body": "ball", "what": "position"},
                   {"name": "pressed", "body": "ball", "what": "contact_area"}]})");
    scene.bodies[1].surface = surface;
    scene.contact->detection.pixel = pixel;
    scene.contact->law.adhesion->stiffness = stiffness;
    return scene;
}

struct Rolled {
    double bonded = 0, pressed = 0, depth = 0;  ///< means of the second tenth of a second [m²], [m]
    double energy_gained = 0;                   ///< most in a step [J]
};

Rolled rolled(const Scene& scene) {
    World world(scene);
    Rolled result;
    double before = 0;
    for (int i = 0; i < 200; ++i) {
        world.step();
        const StepRecord& s = world.last_step();
        const double energy = s.kinetic + s.potential + s.adhesive_energy;
        if (i > 1) result.energy_gained = std::max(result.energy_gained, energy - before);
        before = energy;
        if (i < 100) continue;
        result.bonded += world.probes()[0].values[0] / 100;
        result.pressed += world.probes()[2].values[0] / 100;
        result.depth += (rolling_radius - world.probes()[1].values[1]) / 100;
    }
    return result;
}

/// What was pressed within a cap of radius a, up to where its gap passes twice the reference gap:
///
///   π a²/2 + a √(b² − a²) + b² asin(a/b),   a² = 2 R δ,   b² = 2 R (2 g + δ)
double bonded_behind(double deep) {
    const double a = std::sqrt(2 * rolling_radius * deep),
                 b = std::sqrt(2 * rolling_radius * (2 * rolling_reference_gap + deep));
    return std::numbers::pi * a * a / 2 + a * std::sqrt(b * b - a * a) + b * b * std::asin(a / b);
}

TEST(VolumeRollingBonds, ABallHasTheRowOfBondsThatItsCapSweeps) {
    for (const auto& [pixel, surface] :
         {std::pair{0.002, 0.002}, {0.001, 0.002}, {0.001, 0.004}, {0.0005, 0.002}}) {
        const Rolled sticky = rolled(rolling_ball(pixel, surface, 1e5));
        const Rolled dry = rolled(rolling_ball(pixel, surface, 0));
        EXPECT_NEAR(sticky.depth, dry.depth, 0.2 * rolling_depth)
            << pixel << ": bonds neither lift nor sink it";
        const double cap = 2 * std::numbers::pi * rolling_radius * sticky.depth;
        EXPECT_NEAR(sticky.pressed, cap, 0.1 * cap) << "bonds do not press";
        const double expected = bonded_behind(sticky.depth);
        EXPECT_NEAR(sticky.bonded, expected, 0.15 * expected) << pixel << " m, triangles of " << surface;
        EXPECT_LT(sticky.energy_gained, 1e-5) << "of 0.09 J";
    }
}

/// A ball that is rolled over a soft slab, by volumes and by points: it pushes and drags alike. The mean of
/// two places, half an element apart: by points, drag differs by a sixth between them.
TEST(VolumeRollingBonds, OnASoftSlabAsWithPoints) {
    const auto roll_at = [](const std::string& detection, double z) {
        Scene scene = parse_scene(R"({"time": {"step": 0.001, "duration": 0.12},
            "materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.4, "damping": {"mass": 1, "stiffness": 0.01}}},
            "bodies": [{"name": "slab", "type": "soft", "material": "gel", "shape": {"box": [0.12, 0.02, 0.05]}, "element": 0.005,
                        "surface": 0.0025, "position": [0, -0.01, 0], "fixed": [{"box": [[-1, -1, -1], [1, -0.0099, 1]]}]},
                       {"name": "ball", "type": "static", "shape": {"sphere": 0.05}, "surface": 0.0025, "position": [0, 0.049, 0]}],
            "contact": {"detection": )" +
                                  detection + R"(, "law": {"friction": 0.5,
                        "adhesion": {"stiffness": 1e6, "energy": 0.3, "viscosity": 0, "saturation": 50, "reference_gap": 1e-3, "bonding_rate": 1}}},
            "probes": [{"name": "push", "body": "ball", "what": "contact_force"},
                       {"name": "bonded", "body": "ball", "what": "bonded_area"}]})");
        scene.bodies[1].position[2] = z;
        Motion roll;
        for (int i = 0; i <= 12; ++i) {
            const double x = 0.005 * (i - 6);
            roll.keyframes.push_back(
                {0.01 * i, {x, 0, 0}, Rotation{{0, 0, 1}, -x / rolling_radius * 180 / std::numbers::pi}});
        }
        scene.bodies[1].motion.push_back(roll);
        World world(scene);
        std::array<double, 3> mean = {};
        for (int i = 0; i < 114; ++i) {
            world.step();
            if (i < 59) continue;
            const std::vector<double> push = world.probes()[0].values;
            mean[0] += push[0] / 55;
            mean[1] += push[1] / 55;
            mean[2] += world.probes()[1].values[0] / 55;
        }
        return mean;
    };
    const auto run = [&](const std::string& detection) {
        const auto here = roll_at(detection, 0), beside = roll_at(detection, 0.0025);
        return std::array{(here[0] + beside[0]) / 2, (here[1] + beside[1]) / 2, (here[2] + beside[2]) / 2};
    };
    const auto points = run(R"({"distance": 0.0025})");
    for (const char* detection : {R"({"type": "ldi", "pixel": 0.001, "cell": 0.02})",
                                  R"({"type": "ldi", "pixel": 0.002, "cell": 0.01})"}) {
        const auto volumes = run(detection);
        EXPECT_NEAR(volumes[0], points[0], 0.15 * std::abs(points[0])) << detection;
        EXPECT_NEAR(volumes[1], points[1], 0.12 * points[1]) << detection;
        EXPECT_NEAR(volumes[2], points[2], 0.25 * points[2]) << detection;
    }
}

TEST(VolumeRollingBonds, GoOnFromAStateAsIfNeverStopped) {
    const Scene scene = rolling_ball(0.001, 0.004, 1e5);
    World straight(scene), first(scene), second(scene);
    for (int i = 0; i < 80; ++i) straight.step();
    for (int i = 0; i < 61; ++i) first.step();
    second.restore(first.state());
    for (int i = 61; i < 80; ++i) second.step();
    EXPECT_GT(straight.last_step().bonds, 3) << "the set-up";
    EXPECT_EQ(straight.state().contacts, second.state().contacts);
    EXPECT_EQ(straight.state().bodies[1].values, second.state().bodies[1].values);
}

}  // namespace
}  // namespace limpet
