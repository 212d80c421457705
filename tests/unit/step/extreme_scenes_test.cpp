/// Scenes at the edge of what steps, materials and masses allow: they hold, or a warning says why not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const char* large_floor_text =
    R"({"name": "floor", "type": "static", "shape": {"box": [4, 0.2, 4]}, "position": [0, -0.1, 0]})";

Scene extreme_scene(const std::string& bodies, double step) {
    return parse_scene(R"({"name": "extreme", "time": {"step": )" + std::to_string(step) +
                       R"(, "duration": 1}, "contact": {},
        "materials": {"jelly": {"density": 1000, "young": 1e4, "poisson": 0.4}}, "bodies": [)" +
                       large_floor_text + "," + bodies + "]}");
}

std::string box_at(const std::string& name, double density, double y) {
    return R"({"name": ")" + name + R"(", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": )" +
           std::to_string(density) + R"(, "position": [0, )" + std::to_string(y) + ", 0]}";
}

TEST(ExtremeScenes, AMillionTimesHeavierBoxRestsOnALightOne) {
    for (const double ratio : {1e3, 1e6, 1e8}) {
        World world(extreme_scene(box_at("light", 1, 0.05) + "," + box_at("heavy", ratio, 0.15), 0.005));
        double deepest = 0;
        for (int i = 0; i < 100; ++i) {
            world.step();
            deepest = std::max(deepest, world.last_step().penetration);
        }
        EXPECT_NEAR(world.body("heavy").center_of_mass()[1], 0.15, 1e-6) << ratio;
        EXPECT_NEAR(world.body("light").center_of_mass()[1], 0.05, 1e-6) << ratio;
        EXPECT_LT(deepest, 1e-6) << ratio;
        EXPECT_TRUE(world.warnings().empty()) << ratio;
    }
}

TEST(ExtremeScenes, AStepThatIsTooLongIsNamedWithOneThatWouldDo) {
    const std::string ball =
        R"({"name": "ball", "type": "rigid", "shape": {"sphere": 0.01}, "density": 1000, "position": [0, 0.05, 0],
            "velocity": [0, -5, 0]})";
    World world(extreme_scene(ball, 0.02));
    world.step();
    const std::vector<Warning> said = warnings_of(world, "long-step");
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].bodies, (std::vector<std::string>{"floor", "ball"}));
    // 5.2 m/s over 0.02 s are 0.104 m, and the ball of 0.02 m is 0.01 m thick in the mean of its box.
    EXPECT_THAT(said[0].sentence,
                AllOf(HasSubstr("up to 0.104 m"), HasSubstr("a time.step of 0.002 s would do")));
    World shorter(extreme_scene(ball, 0.002));
    for (int i = 0; i < 20; ++i) shorter.step();
    EXPECT_TRUE(warnings_of(shorter, "long-step").empty());
    EXPECT_NEAR(shorter.body("ball").center_of_mass()[1], 0.01, 1e-3);
}

TEST(ExtremeScenes, ABodyThatItsOwnWeightCrushesIsNamed) {
    const std::string cube =
        R"({"name": "cube", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.05, "material": "jelly",
            "position": [0, 0.05, 0]})";
    Scene scene = extreme_scene(cube, 0.005);
    EXPECT_TRUE(warnings_of(World(scene), "too-soft").empty());
    scene.materials.at("jelly").young = 100;
    const World world(scene);
    const std::vector<Warning> said = warnings_of(world, "too-soft");
    ASSERT_EQ(said.size(), 1u);
    EXPECT_THAT(said[0].sentence,
                AllOf(HasSubstr("\"cube\""), HasSubstr("981 Pa"), HasSubstr("young of 2e+03 Pa")));
}

TEST(ExtremeScenes, WhatFallsThroughAllIsSaidToHaveLeft) {
    World world(extreme_scene(R"({"name": "grain", "type": "rigid", "shape": {"box": [0.001, 0.001, 0.001]},
        "density": 1000, "position": [0, -0.25, 0]})",
                              0.005));
    for (int i = 0; i < 40; ++i) world.step();
    const std::vector<Warning> said = warnings_of(world, "left-scene");
    ASSERT_EQ(said.size(), 1u);
    EXPECT_THAT(said[0].sentence, HasSubstr("\"grain\" has left the scene: it is 0.0"));
}

}  // namespace
}  // namespace limpet
