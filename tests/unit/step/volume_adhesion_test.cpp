/// Bonds of volume contacts while bodies turn through the cells of their grid: none is lost, none is made
/// twice, and what hangs on them hangs as on bonds of points.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// The cube of 1 kg under a ceiling that tilts about z from 0.5 s on.
Scene under_tilting_ceiling(double degrees, double seconds, const std::string& detection,
                            const std::string& bonding) {
    Scene scene = parse_scene(R"({"time": {"step": 0.004, "duration": 4},
        "bodies": [{"name": "ceiling", "type": "static", "shape": {"box": [1, 0.1, 1]}},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                    "surface": 0.02, "position": [0, -0.0995, 0]}],
        "contact": {"detection": )" +
                              detection + R"(,
                    "law": {"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 50, "initial": 1)" +
                              bonding + R"(, "viscosity": 0.1, "reference_gap": 0.005}}},
        "solver": {"tolerance": 1e-9, "iterations": 2000},
        "probes": [{"name": "x", "body": "cube", "what": "position"},
                   {"name": "area", "body": "cube", "what": "bonded_area"}]})");
    Motion motion;
    for (const double still : {0.0, 0.5}) motion.keyframes.push_back({still, {0, 0, 0}, {{0, 0, 1}, 0}});
    const int parts = static_cast<int>(std::ceil(degrees / 10));
    for (int i = 1; i <= parts; ++i)
        motion.keyframes.push_back(
            {0.5 + seconds * i / parts, {0, 0, 0}, Rotation{{0, 0, 1}, degrees * i / parts}});
    scene.bodies[0].motion.push_back(motion);
    return scene;
}

/// How far the cube's middle is from where it would touch the ceiling flat: along it and away from it [m].
std::array<double, 2> hang(const World& world, double degrees) {
    const double a = degrees * std::numbers::pi / 180;
    const auto x = world.probes()[0].values;
    return {std::cos(a) * x[0] + std::sin(a) * x[1], std::sin(a) * x[0] - std::cos(a) * x[1] - 0.1};
}

TEST(VolumeAdhesion, ATiltedCubeKeepsItsBondsAndHangsAsOnPoints) {
    for (const double degrees : {10.0, 45.0, 90.0}) {
        World volumes(under_tilting_ceiling(degrees, 1, R"({"type": "ldi", "pixel": 0.001, "cell": 0.02})",
                                            R"(, "bonding_rate": 0)"));
        World points(under_tilting_ceiling(degrees, 1, R"({"distance": 0.012})", R"(, "bonding_rate": 0)"));
        for (int i = 0; i < 625; ++i) {
            volumes.step();
            points.step();
            ASSERT_NEAR(volumes.probes()[1].values[0], 0.01, 1e-4) << degrees << " degrees, step " << i;
        }
        const auto by_volumes = hang(volumes, degrees), by_points = hang(points, degrees);
        EXPECT_NEAR(by_volumes[1], by_points[1], 3e-5) << degrees;
        EXPECT_NEAR(by_volumes[0], by_points[0], 1e-4) << degrees << ": turned a little about its edge";
        EXPECT_EQ(volumes.last_step().mean_beta, 1);
    }
}

TEST(VolumeAdhesion, AFullTurnNeitherLosesNorMakesBonds) {
    for (const char* detection : {R"({"type": "ldi", "pixel": 0.001, "cell": 0.02})",
                                  R"({"type": "ldi", "pixel": 0.002, "cell": 0.026, "at_center": true})"}) {
        World world(under_tilting_ceiling(360, 1.8, detection, ""));
        world.step();
        const int bonds = world.last_step().bonds;
        for (int i = 1; i < 825; ++i) {
            world.step();
            ASSERT_NEAR(world.probes()[1].values[0], 0.01, 1e-4) << detection << ", step " << i;
            ASSERT_EQ(world.last_step().bonds, bonds) << detection << ", step " << i;
        }
        EXPECT_NEAR(hang(world, 360)[1], 0.981e-3, 1e-5) << detection;
    }
}

TEST(VolumeAdhesion, GoesOnFromAStateAsIfNeverStopped) {
    const Scene scene = under_tilting_ceiling(60, 0.3, R"({"type": "ldi", "pixel": 0.002, "cell": 0.026})",
                                              R"(, "bonding_rate": 0.1)");
    World straight(scene), first(scene), second(scene);
    for (int i = 0; i < 200; ++i) straight.step();
    for (int i = 0; i < 160; ++i) first.step();
    second.restore(first.state());
    for (int i = 0; i < 40; ++i) second.step();
    EXPECT_GT(straight.last_step().bonds, 0);
    EXPECT_EQ(straight.state().contacts, second.state().contacts);
    EXPECT_EQ(straight.state().bodies[1].values, second.state().bodies[1].values);
}

/// Where a soft ball comes to touch a floor its bonds grow with what touches.
TEST(VolumeAdhesion, BondsWidenWithTheirContact) {
    const auto bonded = [](const std::string& detection) {
        World world(parse_scene(R"({"time": {"step": 0.004, "duration": 1},
            "materials": {"gel": {"density": 1000, "young": 2e4, "poisson": 0.4,
                                  "damping": {"mass": 0.5, "stiffness": 0.01}}},
            "bodies": [{"name": "floor", "type": "static", "shape": {"box": [2, 0.1, 1]}},
                       {"name": "ball", "type": "soft", "material": "gel", "shape": {"sphere": 0.05},
                        "element": 0.02, "surface": 0.008, "position": [0, 0.1005, 0]}],
            "contact": {"detection": )" +
                                detection + R"(, "law": {"friction": 0.5, "adhesion": {"stiffness": 1e6,
                                                 "energy": 1, "viscosity": 0.1}}},
            "probes": [{"name": "area", "body": "ball", "what": "bonded_area"}]})"));
        for (int i = 0; i < 60; ++i) world.step();
        return world.probes()[0].values[0];
    };
    const double points = bonded(R"({"distance": 0.003})");
    EXPECT_NEAR(bonded(R"({"type": "ldi", "pixel": 0.002, "cell": 0.02})"), points, 0.15 * points);
}

}  // namespace
}  // namespace limpet
