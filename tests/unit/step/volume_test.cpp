/// Volume contacts in whole steps: they carry weights, hold and slide as Coulomb says, part what lies in each
/// other without adding velocity, and take every law and solver that contacts of points take.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "core/parallel.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A block of 0.4 kg that lies one millimetre deep in a slope of the given angle [deg].
Scene on_slope(double angle, double friction, const std::string& detection, const std::string& solver) {
    Scene scene = parse_scene(R"({"name": "slope", "time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "slope", "type": "static", "shape": {"box": [2, 0.1, 1]}},
                   {"name": "block", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.04, 0.1]}}],
        "contact": {"detection": )" +
                              detection +
                              R"(, "law": {"friction": 0.5}},
        "solver": )" + solver +
                              R"(,
        "probes": [{"name": "x", "body": "block", "what": "position"},
                   {"name": "force", "body": "block", "what": "contact_force"},
                   {"name": "area", "body": "block", "what": "contact_area"}]})");
    const double a = angle * std::numbers::pi / 180;
    for (BodyDescription& body : scene.bodies) body.rotation = {{0, 0, 1}, angle};
    scene.bodies[1].position = {-0.069 * std::sin(a), 0.069 * std::cos(a), 0};
    scene.contact->law.friction = friction;
    return scene;
}

constexpr const char* mono = R"({"type": "ldi", "pixel": 0.004})";
constexpr const char* multi = R"({"type": "ldi", "pixel": 0.004, "cell": 0.03})";

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

TEST(Volume, EverySolverHoldsBelowTheAngleOfFrictionAndSlidesAbove) {
    for (const char* solver :
         {"auto", "nsgs", "block-pgs", "uzawa-local", "uzawa-global", "lemke", "interior-point"}) {
        const std::string settings = std::string(R"({"type": ")") + solver +
                                     (std::string(solver) == "lemke" ? R"(", "cone": "pyramid")" : "\"") +
                                     R"(, "tolerance": 1e-9, "iterations": 3000})";
        const double before = 0.069 * std::sin(20 * std::numbers::pi / 180);
        World holds(on_slope(20, 0.40, multi, settings));
        World slides(on_slope(20, 0.33, multi, settings));
        double held_at = 0;
        for (int i = 0; i < 60; ++i) {
            holds.step();
            slides.step();
            if (i == 30) held_at = holds.probes()[0].values[0];
        }
        EXPECT_NEAR(holds.probes()[0].values[0], held_at, 1e-6) << solver << " creeps";
        EXPECT_NEAR(holds.probes()[0].values[0], -before, 1.5e-3) << solver;
        const double a =
            9.81 * (std::sin(20 * std::numbers::pi / 180) - 0.33 * std::cos(20 * std::numbers::pi / 180));
        const double way = (-before - slides.probes()[0].values[0]) / std::cos(20 * std::numbers::pi / 180);
        if (std::string(solver) != "lemke") {
            EXPECT_NEAR(way, a * 0.3 * 0.3 / 2, 2e-3) << solver;
        }
        EXPECT_LT(slides.probes()[0].values[0], holds.probes()[0].values[0] - 2e-3) << solver;
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
    EXPECT_EQ(one.contacts, again.state().contacts);
}

TEST(Volume, TheCeilingCubeHangsAtTheGapOfItsWeight) {
    for (const char* cell : {"", R"(, "cell": 0.05)", R"(, "cell": 0.026)"}) {
        World world(parse_scene(R"({"time": {"step": 0.004, "duration": 1},
        "bodies": [{"name": "ceiling", "type": "static", "shape": {"box": [1, 0.1, 1]}},
                   {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                    "position": [0, -0.0995, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001)" +
                                std::string(cell) + R"(},
                    "law": {"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 5, "initial": 1,
                                                          "reference_gap": 0.002}}},
        "solver": {"tolerance": 1e-10, "iterations": 5000},
        "probes": [{"name": "gap", "body": "cube", "what": "gap"},
                   {"name": "force", "body": "cube", "what": "contact_force"},
                   {"name": "area", "body": "cube", "what": "bonded_area"},
                   {"name": "y", "body": "cube", "what": "position"}]})"));
        for (int i = 0; i < 1500; ++i) world.step();
        const auto probes = world.probes();
        EXPECT_NEAR(probes[0].values[0], 0.981e-3, 2e-6) << cell;
        EXPECT_NEAR(probes[3].values[1], -0.1 - 0.981e-3, 2e-6) << cell;
        EXPECT_NEAR(probes[1].values[1], 9.81, 1e-3) << cell;
        EXPECT_NEAR(probes[2].values[0], 0.01, 1e-5) << cell;
        EXPECT_EQ(world.last_step().mean_beta, 1);
    }
}

/// m dv/dt = −ν A v: a block that slides on oil.
TEST(Volume, ViscousContactSlowsInProportionToSlip) {
    Scene scene = on_slope(0, 0, multi, R"({"tolerance": 1e-12})");
    scene.contact->law.viscosity = 80;  // of 0.01 m² and 0.4 kg: a time of 0.5 s
    scene.bodies[1].velocity = {0.4, 0, 0};
    scene.probes[0].what = ProbeQuantity::Velocity;
    World world(scene);
    const double before = world.probes()[0].values[0];
    const double area = world.probes()[2].values[0];
    EXPECT_EQ(before, 0.4);
    EXPECT_EQ(area, 0) << "nothing has pressed yet";
    double expected = 0.4;
    for (int i = 0; i < 100; ++i) {
        world.step();
        expected /= 1 + 0.005 * 80 * world.probes()[2].values[0] / 0.4;
    }
    EXPECT_NEAR(world.probes()[0].values[0], expected, 1e-3 * expected);
    EXPECT_NEAR(expected, 0.4 * std::exp(-1.0), 0.01);
}

std::string refusal(const std::string& detection, const std::string& body = R"({"sphere": 0.1})") {
    try {
        World world(parse_scene(R"({"bodies": [
            {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 1, 0]},
            {"name": "ground", "type": "static", "shape": )" +
                                body + R"(}], "contact": {"detection": )" + detection + "}}"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(Volume, SettingsThatCannotWorkAreRefusedWithTheReason) {
    EXPECT_EQ(refusal(R"({"type": "ldi", "pixel": 0.01})"), "");
    EXPECT_NE(refusal(R"({"type": "ldi", "pixel": 0.3})").find("contact.detection.pixel"), std::string::npos);
    EXPECT_NE(refusal(R"({"type": "ldi", "pixel": 0.3})").find("ball"), std::string::npos);
    const std::string huge = refusal(R"({"type": "ldi", "pixel": 1e-6, "self": true})");
    EXPECT_NE(huge.find("GB"), std::string::npos) << huge;
}

TEST(Volume, ATiltedPlateThinnerThanAPixelIsRefused) {
    for (const char* degrees : {"0", "45"}) {
        const std::string refused =
            refusal(R"({"type": "ldi", "pixel": 0.005})",
                    R"({"box": [0.5, 0.001, 0.5]}, "rotation": {"axis": [0, 0, 1], "degrees": )" +
                        std::string(degrees) + "}");
        EXPECT_NE(refused.find("0.005 m is larger than \"ground\""), std::string::npos) << refused;
    }
}

TEST(Volume, MoreContactsThanMemoryHoldsEndTheRunWithASentence) {
    World world(parse_scene(R"({"bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
        {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
         "position": [0.003, 0.0995, 0.001]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.001}}})"));
    try {
        world.step();
        FAIL() << "10 000 contacts of one body";
    } catch (const BreakdownError& error) {
        EXPECT_NE(std::string(error.what()).find("\"cube\" has 10"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("GB"), std::string::npos) << error.what();
    }
}

TEST(Volume, OpenSurfacesAreNamedOrRefused) {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "limpet_open_box.obj";
    std::ofstream(file)
        << "v -1 -1 -1\nv 1 -1 -1\nv 1 -1 1\nv -1 -1 1\nv -1 1 -1\nv 1 1 -1\nv 1 1 1\nv -1 1 1\n"
           "f 1 2 3\nf 1 3 4\nf 1 5 6\nf 1 6 2\nf 2 6 7\nf 2 7 3\nf 3 7 8\nf 3 8 4\nf 4 8 5\nf 4 5 1\n";
    const std::string body = R"({"file": ")" + file.string() + R"(", "scale": 1})";
    const std::string refused = refusal(R"({"type": "ldi", "pixel": 0.05, "open_surfaces": "refuse"})", body);
    EXPECT_NE(refused.find("1 hole"), std::string::npos) << refused;
    EXPECT_NE(refused.find("ground"), std::string::npos) << refused;
    World world(parse_scene(R"({"bodies": [
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 0.5, 0]},
        {"name": "ground", "type": "static", "shape": )" +
                            body + R"(}], "contact": {"detection": {"type": "ldi", "pixel": 0.05}}})"));
    ASSERT_FALSE(world.warnings().empty());
    EXPECT_NE(world.warnings().front().find("1 hole"), std::string::npos);
    EXPECT_EQ(world.warnings().size(), 1u);
    world.step();
    // Rays downwards through the ball miss the lid, no others do: 4 × 4 pixels without their corners.
    // Skipped, they leave it inside without a way out, as another warning says.
    const std::vector<std::string> said = world.warnings();
    EXPECT_EQ(std::count_if(said.begin(), said.end(),
                            [](const std::string& warning) {
                                return warning.starts_with(
                                    "rays through holes in body \"ground\" were left out: 12 of 36 ");
                            }),
              1)
        << said.back();
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_EQ(world.warnings().size(), said.size()) << "each is said once";
    std::filesystem::remove(file);
}

TEST(Volume, AStaticSurfaceThatIsInsideOutIsTurnedRoundWithAWarning) {
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "limpet_inside_out.obj";
    std::ofstream(file)
        << "v -1 -1 -1\nv 1 -1 -1\nv 1 -1 1\nv -1 -1 1\nv -1 1 -1\nv 1 1 -1\nv 1 1 1\nv -1 1 1\n"
           "f 1 3 2\nf 1 4 3\nf 1 6 5\nf 1 2 6\nf 2 7 6\nf 2 3 7\n"
           "f 3 8 7\nf 3 4 8\nf 4 5 8\nf 4 1 5\nf 5 6 7\nf 5 7 8\n";
    World world(parse_scene(R"({"time": {"step": 0.005, "duration": 1}, "bodies": [
        {"name": "box", "type": "static", "shape": {"file": ")" +
                            file.string() + R"(", "scale": 0.1}, "position": [0, -0.1, 0]},
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 1000,
         "position": [0, 0.06, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": "2 mm", "cell": "20 mm"}}})"));
    ASSERT_EQ(world.warnings().size(), 1u);
    EXPECT_NE(world.warnings()[0].find("\"box\": the surface was inside out"), std::string::npos)
        << world.warnings()[0];
    for (int i = 0; i < 80; ++i) world.step();
    EXPECT_NEAR(world.body("ball").center_of_mass()[1], 0.05, 0.002);
    std::filesystem::remove(file);
}

TEST(Volume, WhatLeavesTheWorldJustGoes) {
    World world(parse_scene(R"({"time": {"step": 0.1, "duration": 100}, "bodies": [
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "velocity": [1e6, 0, 0]},
        {"name": "other", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 1, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.01, "cell": 0.05}}})"));
    for (int i = 0; i < 1000; ++i) world.step();
    EXPECT_GT(world.body("ball").center_of_mass()[0], 9e7);
}

TEST(Volume, WhatLeavesTheWorldTogetherOrTouchesItselfIsLeftOutWithAWarning) {
    const auto gone = [](const std::string& self, const std::string& second) {
        World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.1, "duration": 20},
            "materials": {"gel": {"density": 1000, "young": 1e5, "poisson": 0.3}},
            "bodies": [
                {"name": "one", "type": "soft", "material": "gel", "shape": {"sphere": 0.1}, "element": 0.08,
                 "position": [4.49e8, 0, 0], "velocity": [1e6, 0, 0]},
                {"name": "two", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1},
                 "position": )" +
                                second + R"(, "velocity": [1e6, 0, 0]}],
            "contact": {"detection": {"type": "ldi", "pixel": 0.005, "cell": 0.05, "self": )" +
                                self + "}}}"));
        for (int i = 0; i < 30; ++i) world.step();
        EXPECT_GT(world.body("one").center_of_mass()[0], 4.51e8);
        std::string all;
        for (const std::string& warning : world.warnings()) all += warning + "\n";
        return all;
    };
    const std::string together = gone("false", "[449000000.15, 0, 0]"), alone = gone("true", "[0, 0, 0]");
    EXPECT_NE(together.find("\"one\" is more than about 1e+11 pixels"), std::string::npos) << together;
    EXPECT_NE(alone.find("\"one\" is more than about 1e+11 pixels"), std::string::npos) << alone;
    EXPECT_EQ(alone.find("\"two\""), std::string::npos) << alone;
}

TEST(Volume, ABodyInsideAnotherIsSeenAndNamed) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "bodies": [
        {"name": "stone", "type": "static", "shape": {"box": [1, 1, 1]}},
        {"name": "pea", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.01}}})"));
    world.step();
    EXPECT_NEAR(world.last_step().intersection_volume, 1e-3, 1e-4);
    ASSERT_EQ(world.warnings().size(), 1u);
    EXPECT_NE(world.warnings()[0].find("\"stone\" and \"pea\""), std::string::npos) << world.warnings()[0];
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
