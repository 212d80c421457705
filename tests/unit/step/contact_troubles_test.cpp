/// Contact where the input is not nice: finite answers, and a word where something is not as it should be.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string scene_text(const std::string& bodies, const std::string& contact = R"("law": {"friction": 0})") {
    return R"({"name": "trouble", "time": {"step": 0.005, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.005}}},
        "contact": {)" +
           contact + R"(}, "bodies": [)" + bodies + "]}";
}

double fastest(const World& world) {
    double speed = 0;
    for (std::size_t i = 0; i < world.body_count(); ++i)
        for (const double v : world.body(i).velocities()) speed = std::max(speed, std::abs(v));
    return speed;
}

const char* small_floor_text =
    R"({"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]})";

TEST(ContactTroubles, OverlapAtTheStartIsResolvedWithoutExplosion) {
    for (
        const char* box :
        {R"({"name": "box", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.045, 0]})",
         R"({"name": "box", "type": "soft", "material": "rubber", "element": 0.025, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.045, 0]})"}) {
        World world(parse_scene(scene_text(std::string(small_floor_text) + "," + box,
                                           R"("law": {"friction": 0}, "detection": {"distance": "2 mm"})")));
        double speed = 0;
        for (int i = 0; i < 100; ++i) {
            world.step();
            speed = std::max(speed, fastest(world));
        }
        // Velocities stay those of a small settling, far below overlap / h = 1 m/s.
        EXPECT_LT(speed, 0.3) << box;
        EXPECT_LT(world.last_step().penetration, 1e-4);
        EXPECT_NEAR(world.body("box").center_of_mass()[1], 0.05, 1e-3);
        EXPECT_THAT(sentences(world),
                    Contains(AllOf(HasSubstr("\"floor\""), HasSubstr("\"box\""), HasSubstr("overlap"))));
    }
}

TEST(ContactTroubles, TwoRigidBoxesInEachOtherPartWithoutSpeed) {
    World world(parse_scene(R"({"name": "apart", "gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "contact": {"law": {"friction": 0}, "detection": {"distance": 0.005}}, "bodies": [
        {"name": "a", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}},
        {"name": "b", "type": "rigid", "density": 1000, "shape": {"box": [0.08, 0.08, 0.08]}, "position": [0.003, 0.085, 0]}]})"));
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_LT(world.last_step().kinetic, 1e-20);
    EXPECT_LT(world.last_step().penetration, 1e-5);
    const double apart = world.body("b").center_of_mass()[1] - world.body("a").center_of_mass()[1];
    EXPECT_NEAR(apart, 0.09, 1e-5);
}

/// A box in the cone's place is far from the exact cone where it slides aslant, however well it is solved.
TEST(ContactTroubles, AnotherConeIsNoBadSolution) {
    World world(
        parse_scene(R"({"name": "aslant", "gravity": [3, -9.81, 1], "time": {"step": 0.005, "duration": 1},
        "contact": {"law": {"friction": 0.2, "adhesion": {"energy": 5, "viscosity": 0.01, "initial": 1,
                    "reference_gap": 0.0005}}, "detection": {"distance": "2 mm"}},
        "solver": {"type": "block-pgs", "cone": "box", "tolerance": 1e-12, "iterations": 5000}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 4]}},
        {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "surface": 0.05,
         "position": [0, 0.1, 0]}]})"));
    double worst = 0;
    for (int i = 0; i < 100; ++i) {
        world.step();
        worst = std::max(worst, world.last_step().residual);
    }
    EXPECT_GT(worst, 0.01) << "the set-up: by the exact cone";
    EXPECT_TRUE(warnings_of_steps(world).empty()) << warnings_of_steps(world).front().sentence;
    Scene hasty = world.scene();
    hasty.solver.iterations = 1;
    World rough(hasty);
    for (int i = 0; i < 100; ++i) rough.step();
    EXPECT_THAT(sentences(rough), Contains(HasSubstr("raise solver.iterations"))) << "by its own law";
}

TEST(ContactTroubles, BodiesOfVeryDifferentSize) {
    World world(parse_scene(scene_text(
        std::string(small_floor_text) +
        R"(, {"name": "speck", "type": "rigid", "density": 1000, "shape": {"sphere": 1e-6}, "position": [0.1, 2e-6, 0.1]})")));
    for (int i = 0; i < 100; ++i) world.step();
    EXPECT_NEAR(world.body("speck").center_of_mass()[1], 1e-6, 1e-8);
    EXPECT_LT(fastest(world), 1e-9);
}

TEST(ContactTroubles, HeldBodiesDrivenThroughEachOtherAreNamed) {
    World world(parse_scene(scene_text(
        std::string(small_floor_text) +
            R"(, {"name": "press", "type": "soft", "material": "rubber", "element": 0.05, "shape": {"box": [0.1, 0.1, 0.1]},
             "position": [0, 0.06, 0], "fixed": {"box": [[-1, 0.04, -1], [1, 1, 1]]},
             "motion": [{"nodes": {"box": [[-1, -1, -1], [1, 0.01, 1]]},
                         "keyframes": [[0, [0, 0, 0]], [0.2, [0, -0.05, 0]]]}]})",
        R"("law": {"friction": 0}, "detection": {"distance": "2 mm"})")));
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_TRUE(std::isfinite(fastest(world)));
    EXPECT_THAT(sentences(world),
                Contains(AllOf(HasSubstr("\"floor\""), HasSubstr("\"press\""), HasSubstr("give way"))));
}

TEST(ContactTroubles, ASoftBodyPressedFlatStaysFinite) {
    World world(parse_scene(scene_text(
        std::string(small_floor_text) +
            R"(, {"name": "cube", "type": "soft", "material": "rubber", "element": 0.03, "shape": {"box": [0.06, 0.06, 0.06]}, "position": [0, 0.0301, 0]},
            {"name": "plate", "type": "static", "shape": {"box": [0.3, 0.02, 0.3]}, "position": [0, 0.0705, 0],
             "motion": [{"keyframes": [[0, [0, 0, 0]], [0.3, [0, -0.058, 0]]]}]})",
        R"("law": {"friction": 0}, "detection": {"distance": "1 mm"})")));
    for (int i = 0; i < 80; ++i) {
        world.step();
        ASSERT_TRUE(std::isfinite(fastest(world)));
    }
}

TEST(ContactTroubles, NoContactsAreNoTrouble) {
    World world(parse_scene(
        scene_text(R"({"name": "alone", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}})")));
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_EQ(world.last_step().contacts, 0);
    EXPECT_EQ(world.last_step().residual, 0);
    EXPECT_TRUE(world.warnings().empty());
}

TEST(ContactTroubles, FastBallIsStoppedByAThinPlate) {
    World world(parse_scene(R"({"name": "fast", "gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "contact": {"law": {"friction": 0}}, "bodies": [
        {"name": "plate", "type": "static", "shape": {"box": [1, 0.02, 1]}},
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [0, 0.21, 0], "velocity": [0, -8, 0]}]})"));
    for (int i = 0; i < 30; ++i) world.step();
    EXPECT_NEAR(world.body("ball").center_of_mass()[1], 0.06, 1e-3);
}

}  // namespace
}  // namespace limpet
