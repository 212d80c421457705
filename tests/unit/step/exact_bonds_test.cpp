/// Bonds of bodies that collide as exact shapes: spheres, capsules, boxes and planes.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

constexpr double pi = std::numbers::pi;

void steps(World& world, int count) {
    for (int i = 0; i < count; ++i) world.step();
}

/// A ball of 0.5 kg and radius 5 cm that hangs below a ceiling by initial bonds.
Scene hanging_ball(const std::string& ceiling, double spacing) {
    Scene scene = parse_scene(R"({"time": {"step": 0.004, "duration": 1},
        "bodies": [{"name": "ceiling", "type": "static", )" +
                              ceiling + R"(},
                   {"name": "ball", "type": "rigid", "density": 954.93, "shape": {"sphere": 0.05}, "position": [0.003, -0.05, 0.002]}],
        "contact": {"law": {"adhesion": {"stiffness": 1.5e7, "energy": 100, "viscosity": 0, "initial": 1, "bonding_rate": 0, "reference_gap": 1e-3}},
                    "detection": {"distance": "3 mm"}},
        "solver": {"tolerance": 1e-9, "iterations": 1000},
        "probes": [{"name": "x", "body": "ball", "what": "position"},
                   {"name": "pull", "body": "ball", "what": "contact_force"},
                   {"name": "bonded", "body": "ball", "what": "bonded_area"}]})");
    scene.bodies[1].surface = spacing;
    return scene;
}

/// A cap of height g is bonded; at a gap δ its bonds pull with ∫ C (δ + z) 2 π R dz = 2 π R C (δ g + g²/2).
TEST(ExactBonds, ABallHangsAsItsCapSays) {
    const double stiffness = 1.5e7, radius = 0.05, cap = 1e-3;
    const std::string box = R"("shape": {"box": [1, 0.1, 1]}, "position": [0, 0.05, 0])";
    const std::string plane =
        R"("shape": {"plane": [1, 1]}, "rotation": {"axis": [1, 0, 0], "degrees": 180})";
    for (const auto& [ceiling, spacing] : {std::pair{box, 0.003},
                                           {box, 0.002},
                                           {box, 0.0015},
                                           {plane, 0.003},
                                           {box + R"(, "surface": 0.02)", 0.003}}) {
        Scene scene = hanging_ball(ceiling, spacing);
        // Heavier than what it takes to lift the ball to the ceiling.
        const double mass = 954.93 * 4 / 3 * pi * std::pow(radius, 3);
        scene.gravity = {0, -8, 0};
        World world(scene);
        EXPECT_TRUE(warnings_of(world, "mesh").empty());
        world.step();
        const double area = world.probes()[2].values[0];
        EXPECT_NEAR(area, 2 * pi * radius * cap, 0.04 * area) << spacing;
        steps(world, 200);
        const double weight = 8 * mass, gap = -0.05 - world.probes()[0].values[1];
        EXPECT_GT(gap, 2e-4) << "the set-up: it hangs";
        EXPECT_NEAR(world.probes()[1].values[1], weight, 1e-3 * weight);
        EXPECT_NEAR(2 * pi * radius * stiffness * (gap * cap + cap * cap / 2), weight, 0.04 * weight)
            << spacing;
        EXPECT_EQ(world.probes()[2].values[0], area) << "no bond is lost";
    }
}

/// Slip to roll as F6 of `limpet verify` has it.
TEST(ExactBonds, ABallWithSamplesRollsAsARoundOne) {
    for (const char* floor : {R"({"box": [12, 0.2, 4]})", R"({"box": [12, 0.2, 4]}, "surface": 0.05)"}) {
        Scene scene = parse_scene(R"({"time": {"step": 0.001, "duration": 1},
            "bodies": [{"name": "floor", "type": "static", "position": [0, -0.1, 0], "shape": )" +
                                  std::string(floor) + R"(},
                       {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "surface": 0.004,
                        "position": [-2, 0.1, 0], "velocity": [5, 0, 0]}],
            "contact": {"detection": {"distance": "1 mm"}, "law": {"friction": 0.3,
                        "adhesion": {"stiffness": 1e-3, "energy": 1, "reference_gap": 5e-4, "bonding_rate": 1}}},
            "solver": {"iterations": 1000, "tolerance": 1e-9},
            "probes": [{"name": "v", "body": "ball", "what": "velocity"},
                       {"name": "slip", "body": "ball", "what": "slip_velocity"},
                       {"name": "x", "body": "ball", "what": "position"}]})");
        World world(scene);
        steps(world, 480);
        EXPECT_GT(std::abs(world.probes()[1].values[0]), 0.01) << "it still slips";
        steps(world, 8);
        EXPECT_LT(std::abs(world.probes()[1].values[0]), 1e-5) << "and rolls from 0.4854 s on";
        EXPECT_NEAR(world.probes()[0].values[0], 3.5714, 0.005 * 3.5714);
        steps(world, 512);
        EXPECT_NEAR(world.probes()[0].values[0], 3.5714, 0.005 * 3.5714);
        EXPECT_NEAR(world.probes()[2].values[1], 0.1, 1e-5) << "nothing lifts it";
        EXPECT_GT(world.last_step().bonds, 15) << "the set-up: it bonds";
    }
}

/// A ball that rolls over a sticky floor.
Scene sticky_roll(double spacing, double step) {
    Scene scene = parse_scene(R"({"time": {"step": 0.001, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [4, 0.2, 1]}, "position": [0, -0.1, 0]},
                   {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05},
                    "position": [0, 0.05, 0], "velocity": [0.5, 0, 0], "angular_velocity": [0, 0, -10]}],
        "contact": {"detection": {"distance": "2.5 mm"}, "law": {"friction": 0.5,
                    "adhesion": {"stiffness": 1e6, "energy": 0.3, "viscosity": 0, "saturation": 500, "reference_gap": 1e-3,
                                 "bonding_rate": 1}}},
        "solver": {"iterations": 1000, "tolerance": 1e-9},
        "probes": [{"name": "v", "body": "ball", "what": "velocity"},
                   {"name": "bonded", "body": "ball", "what": "bonded_area"},
                   {"name": "x", "body": "ball", "what": "position"}]})");
    scene.bodies[1].surface = spacing;
    scene.time.step = step;
    return scene;
}

TEST(ExactBonds, ABallThatRollsOnBondsLosesEnergyAndGainsNone) {
    for (const double step : {0.001, 0.004}) {
        World world(sticky_roll(0.0015, step));
        const auto total = [&] {
            const StepRecord& s = world.last_step();
            return s.kinetic + s.potential + s.adhesive_energy;
        };
        world.step();
        const double start = total();
        double before = start, least = 0, most = 0, dissipated = world.last_step().adhesive_dissipation;
        while (world.time() < 0.4) {
            world.step();
            least = std::min(least, world.last_step().adhesive_dissipation - dissipated);
            dissipated = world.last_step().adhesive_dissipation;
            most = std::max(most, total() - before);
            before = total();
        }
        EXPECT_GE(least, -1e-12);
        EXPECT_LT(most, 1e-12) << step;
        EXPECT_GT(dissipated, 0);
        EXPECT_LT(total(), start);
        EXPECT_LT(world.probes()[0].values[0], 0.5) << "bonds brake it";
    }
}

TEST(ExactBonds, BondedAreaAndBrakingDoNotDependOnTheSamples) {
    std::vector<double> area, speed;
    for (const double spacing : {0.002, 0.0015, 0.001}) {
        World world(sticky_roll(spacing, 0.001));
        steps(world, 100);
        double mean = 0;
        for (int i = 0; i < 100; ++i) {
            world.step();
            mean += world.probes()[1].values[0] / 100;
        }
        area.push_back(mean);
        speed.push_back(world.probes()[0].values[0]);
    }
    for (const double a : area) EXPECT_NEAR(a, area.back(), 0.04 * area.back());
    for (const double v : speed) EXPECT_NEAR(0.5 - v, 0.5 - speed.back(), 0.1 * (0.5 - speed.back()));
}

/// A ball, a capsule, and a small ball on a large one, pressed by their weight: bonds grow as far as the film
/// reaches, which a sphere on a plane has as 2 π R g, one of radius R on one of radius S as 2 π R g S/(R +
/// S).
TEST(ExactBonds, BondsGrowAsFarAsTheReferenceGap) {
    const auto bonded = [](const std::string& shape, const std::string& below, double height,
                           double spacing) {
        Scene scene = parse_scene(R"({"time": {"step": 0.004, "duration": 1},
            "bodies": [{"name": "below", "type": "static", )" +
                                  below + R"(},
                       {"name": "above", "type": "rigid", "density": 1000, "rotation": {"axis": [0, 0, 1], "degrees": 90},
                        "shape": )" +
                                  shape + R"(}],
            "contact": {"law": {"adhesion": {"stiffness": 1e5, "energy": 100, "saturation": 1e-3, "bonding_rate": 1e4, "reference_gap": 1e-3}},
                        "detection": {"distance": "3 mm"}},
            "probes": [{"name": "bonded", "body": "above", "what": "bonded_area"}]})");
        scene.bodies[1].position = {0, height, 0};
        scene.bodies[1].surface = spacing;
        World world(scene);
        steps(world, 25);
        EXPECT_GT(world.last_step().mean_beta, 0.2);
        return world.probes()[0].values[0];
    };
    const std::string plane = R"("shape": {"plane": [1, 1]})",
                      ball = R"("shape": {"sphere": 0.1}, "position": [0, -0.1, 0])";
    for (const double spacing : {0.002, 0.0015, 0.001}) {
        const double on_plane = bonded(R"({"sphere": 0.05})", plane, 0.05, spacing);
        EXPECT_NEAR(on_plane, 2 * pi * 0.05 * 1e-3, 0.06 * on_plane) << spacing;
        const double on_ball = bonded(R"({"sphere": 0.05})", ball, 0.05, spacing);
        EXPECT_NEAR(on_ball, 2 * pi * 0.05 * 1e-3 * 2 / 3, 0.08 * on_ball) << spacing;
    }
    // A strip of half width √(2 R g) along the core, and half a cap at each end.
    const double lying = bonded(R"({"capsule": {"radius": 0.02, "height": 0.1}})", plane, 0.02, 0.002);
    const double strip = 2 * 0.02 * std::acos(1 - 1e-3 / 0.02) * 0.1;
    EXPECT_NEAR(lying, strip + 2 * pi * 0.02 * 1e-3, 0.05 * lying);
}

/// P = F/A in the mean, in a film that is parabolic under a ball: twice the mean in the middle.
TEST(ExactBonds, TheFilmCarriesTheWeight) {
    World world(sticky_roll(0.001, 0.002));
    steps(world, 3);
    double force = 0, most = 0, area = 0;
    for (const ContactFrame& c : world.contacts()) {
        if (!(c.area > 0) || !(c.traction[1] < 0)) continue;
        force -= c.area * c.traction[1];
        most = std::max(most, -c.traction[1]);
        area += c.area;
    }
    const double weight = 1000 * 4 / 3.0 * pi * std::pow(0.05, 3) * 9.81;
    EXPECT_NEAR(force, weight, 0.05 * weight) << "but for what bonds pull by now";
    EXPECT_NEAR(most, 2 * weight / area, 0.1 * most);
}

/// Two beams that cross: no corner of either is on the other.
TEST(ExactBonds, CrossedBeamsBondWhereTheyCover) {
    World world(parse_scene(R"({"time": {"step": 0.004, "duration": 1},
        "bodies": [{"name": "lower", "type": "static", "shape": {"box": [1, 0.1, 0.1]}, "position": [0, -0.05, 0]},
                   {"name": "upper", "type": "rigid", "density": 1000, "shape": {"box": [0.08, 0.1, 0.9]}, "position": [0.013, 0.05, 0]}],
        "contact": {"law": {"adhesion": {"saturation": 100, "reference_gap": 1e-3}}},
        "probes": [{"name": "bonded", "body": "upper", "what": "bonded_area"}]})"));
    steps(world, 20);
    EXPECT_NEAR(world.probes()[0].values[0], 0.08 * 0.1, 1e-9);
    EXPECT_GT(world.last_step().mean_beta, 0.5);
}

/// Balls and capsules together, with and without `surface`; each pair's bonds once.
Scene pile() {
    return parse_scene(R"({"time": {"step": 0.004, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"plane": [1, 1]}},
                   {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.03}, "position": [0, 0.03, 0]},
                   {"name": "small", "type": "rigid", "density": 1000, "shape": {"sphere": 0.02}, "surface": 0.002, "position": [0.055, 0.02, 0.01]},
                   {"name": "rod", "type": "rigid", "density": 500, "shape": {"capsule": {"radius": 0.015, "height": 0.1}}, "surface": 0.002,
                    "rotation": {"axis": [0, 0, 1], "degrees": 80}, "position": [0.01, 0.09, 0]},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.04, 0.04, 0.04]}, "surface": 0.01, "position": [-0.05, 0.021, 0]}],
        "contact": {"law": {"friction": 0.4, "adhesion": {"stiffness": 1e6, "energy": 1, "saturation": 200, "reference_gap": 5e-4}}}})");
}

TEST(ExactBonds, SameBytesAfterSaveAndRestore) {
    World a(pile()), b(pile());
    steps(a, 40);
    EXPECT_GT(a.last_step().bonds, 50);
    b.restore(a.state());
    steps(a, 40);
    steps(b, 40);
    EXPECT_EQ(a.last_step().adhesive_dissipation, b.last_step().adhesive_dissipation);
    EXPECT_EQ(a.last_step().bonded_area, b.last_step().bonded_area);
    for (std::size_t i = 0; i < a.body_count(); ++i)
        EXPECT_EQ(a.body(i).center_of_mass(), b.body(i).center_of_mass()) << i;
}

TEST(ExactBonds, APileGainsNoEnergy) {
    World world(pile());
    world.step();
    double least = 0;
    const auto total = [&] {
        return world.last_step().kinetic + world.last_step().potential + world.last_step().adhesive_energy;
    };
    const double start = total();
    for (int i = 0; i < 250; ++i) {
        const double before = world.last_step().adhesive_dissipation;
        world.step();
        least = std::min(least, world.last_step().adhesive_dissipation - before);
        EXPECT_LT(total(), start + 1e-4);
    }
    EXPECT_GE(least, -1e-12);
    EXPECT_GT(world.last_step().adhesive_dissipation, 1e-4) << "the set-up: bonds break";
    EXPECT_TRUE(warnings_of_steps(world).empty());
}

/// With continuous detection, too.
TEST(ExactBonds, AFastBallSticks) {
    Scene scene = sticky_roll(0.0015, 0.002);
    scene.contact->detection.type = DetectionType::Continuous;
    scene.bodies[1].position = {0, 0.3, 0};
    scene.bodies[1].velocity = {0, -20, 0};
    scene.bodies[1].angular_velocity = {0, 0, 0};
    World world(scene);
    steps(world, 60);
    EXPECT_GT(world.last_step().bonds, 20);
    EXPECT_NEAR(world.probes()[2].values[1], 0.05, 2e-4);
}

}  // namespace
}  // namespace limpet
