/// Bodies that leave: a word about each, once, and about nobody else.

#include <gtest/gtest.h>

#include <algorithm>

#include "limpet/world.h"

namespace limpet {
namespace {

int count(const World& world, const std::string& text) {
    const auto& all = world.warnings();
    return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const Warning& warning) {
        return warning.sentence.find(text) != std::string::npos;
    }));
}

/// Two boxes beside a table of 1 m fall for ever, one on the other; a third stays on it.
Scene beside_a_table(const std::string& detection, const std::string& table) {
    return parse_scene(R"({"time": {"step": 0.01, "duration": 4}, "bodies": [)" + table + R"(
        {"name": "lost", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0.7, 0, 0]},
        {"name": "with it", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0.7, 0.1, 0]},
        {"name": "stays", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.0999, 0]}],
        "contact": {"detection": )" +
                       detection + "}}");
}

TEST(LeftScene, WhatFallsBesideTheTableIsNamedOnce) {
    const std::string table = R"({"name": "table", "type": "static", "shape": {"box": [1, 0.1, 0.5]}},)";
    for (const char* detection :
         {R"({"distance": 0.002})", R"({"type": "ldi", "pixel": 0.002, "cell": 0.05})",
          R"({"type": "continuous", "distance": 0.002})"}) {
        World world(beside_a_table(detection, table));
        // Their size, 0.17 m, below the table after 0.24 and 0.28 s.
        for (int i = 0; i < 20; ++i) world.step();
        EXPECT_EQ(count(world, "has left the scene"), 0) << detection;
        for (int i = 20; i < 100; ++i) world.step();
        EXPECT_EQ(count(world, "has left the scene"), 2) << detection;
        EXPECT_EQ(count(world, "\"lost\" has left the scene"), 1) << detection;
        EXPECT_EQ(count(world, "\"with it\" has left the scene"), 1) << detection;
    }
}

TEST(LeftScene, WhatFallsTogetherHasNotLeftWhereNothingIsStatic) {
    World world(beside_a_table(R"({"distance": 0.002})", ""));
    for (int i = 0; i < 400; ++i) world.step();
    EXPECT_TRUE(world.warnings().empty());
}

/// Where vertices cannot be told apart: so far away are pixels of 1 mm after 1e8 m.
TEST(LeftScene, WhatImagesCannotTellApartIsNamed) {
    World world(parse_scene(R"({"time": {"step": 0.01, "duration": 1}, "gravity": [0, 0, 0], "bodies": [
        {"name": "a", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "velocity": [1e9, 0, 0]},
        {"name": "b", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.099, 0], "velocity": [1e9, 0, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001}}})"));
    world.step();
    EXPECT_TRUE(world.warnings().empty());
    for (int i = 0; i < 15; ++i) world.step();
    EXPECT_EQ(count(world, "its contacts are no longer looked for"), 2);
    EXPECT_EQ(count(world, "has left the scene"), 0) << "they are near each other";
}

}  // namespace
}  // namespace limpet
