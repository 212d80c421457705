/// What volume contact does not hold is said: bodies that have left the world, and those inside others.

#include <gtest/gtest.h>

#include "limpet/world.h"

namespace limpet {
namespace {

TEST(VolumeLeftOut, WhatLeavesTheWorldJustGoes) {
    World world(parse_scene(R"({"time": {"step": 0.1, "duration": 100}, "bodies": [
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "velocity": [1e6, 0, 0]},
        {"name": "other", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 1, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.01, "cell": 0.05}}})"));
    for (int i = 0; i < 1000; ++i) world.step();
    EXPECT_GT(world.body("ball").center_of_mass()[0], 9e7);
}

TEST(VolumeLeftOut, WhatLeavesTheWorldTogetherOrTouchesItselfIsLeftOutWithAWarning) {
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
        for (const Warning& warning : world.warnings()) all += warning.sentence + "\n";
        return all;
    };
    const std::string together = gone("false", "[449000000.15, 0, 0]"), alone = gone("true", "[0, 0, 0]");
    EXPECT_NE(together.find("\"one\" is more than about 1e+11 pixels"), std::string::npos) << together;
    EXPECT_NE(alone.find("\"one\" is more than about 1e+11 pixels"), std::string::npos) << alone;
    EXPECT_EQ(alone.find("\"two\""), std::string::npos) << alone;
}

TEST(VolumeLeftOut, ABodyInsideAnotherIsSeenAndNamed) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "bodies": [
        {"name": "stone", "type": "static", "shape": {"box": [1, 1, 1]}},
        {"name": "pea", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.01}}})"));
    world.step();
    EXPECT_NEAR(world.last_step().intersection_volume, 1e-3, 1e-4);
    ASSERT_EQ(world.warnings().size(), 1u);
    EXPECT_EQ(world.warnings()[0].code, "inside");
    EXPECT_EQ(world.warnings()[0].bodies, (std::vector<std::string>{"stone", "pea"}));
}

}  // namespace
}  // namespace limpet
