/// Tetrahedra that turn inside out are named, with what helps.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A block whose top is driven to `height` above its bottom; it is 0.1 m high.
World pressed(const std::string& model, double height) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.01, "duration": 1},
        "materials": {"m": {"density": 1000, "young": 1e4, "poisson": 0.3}}, "bodies": [
        {"name": "still", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.1, "material": "m",
         "position": [1, 0, 0]},
        {"name": "block", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.1, "material": "m",
         "model": ")" + model +
                            R"(",
         "fixed": [{"box": [[-1, -1, -1], [1, -0.049, 1]]}],
         "motion": [{"nodes": {"box": [[-1, 0.049, -1], [1, 1, 1]]},
                     "keyframes": [[0, [0, 0, 0]], [0.1, [0, )" +
                            std::to_string(height - 0.1) + R"(, 0]]]}]}]})"));
    for (int i = 0; i < 12; ++i) world.step();
    return world;
}

TEST(InvertedElements, AreNamedOnceWithTheModelsThatRecover) {
    for (const char* model : {"linear", "corotational", "stvk", "neohookean"}) {
        const World world = pressed(model, -0.02);
        const std::vector<Warning> said = warnings_of(world, "inverted");
        ASSERT_EQ(said.size(), 1u) << model;
        EXPECT_THAT(said[0].sentence,
                    AllOf(HasSubstr("tetrahedra of body \"block\" are inside out"), HasSubstr("recover")))
            << model;
    }
    EXPECT_THAT(warnings_of(pressed("stvk", -0.02), "inverted")[0].sentence,
                HasSubstr("\"corotational\" and \"neohookean\" recover"));
}

TEST(InvertedElements, AreNotMissedNorInvented) {
    EXPECT_TRUE(warnings_of(pressed("stvk", 0.03), "inverted").empty());
}

/// A soft cube between a floor and a rigid one of this mass.
World loaded(double kilograms) {
    return World(parse_scene(R"({"time": {"step": 0.005, "duration": 1},
        "materials": {"m": {"density": 1000, "young": 1e4, "poisson": 0.4, "damping": {"stiffness": 0.005}}},
        "contact": {}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [4, 0.2, 4]}, "position": [0, -0.1, 0]},
        {"name": "cube", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.025, "material": "m",
         "position": [0, 0.05, 0]},
        {"name": "load", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.15, 0],
         "density": )" + std::to_string(1000 * kilograms) +
                             "}]}"));
}

TEST(InvertedElements, BodiesThatAreCrushedToNothingEndTheRun) {
    World world = loaded(1000);
    try {
        for (int i = 0; i < 60; ++i) world.step();
        FAIL() << "a tonne has gone through a soft cube";
    } catch (const BreakdownError& error) {
        EXPECT_THAT(error.what(), AllOf(HasSubstr("body \"cube\" is crushed until nothing is left"),
                                        HasSubstr("inside out, at t = "), HasSubstr("2e+06 Pa would carry")));
    }
}

TEST(InvertedElements, BodiesThatCarryTheirLoadGoOn) {
    World world = loaded(2);
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_TRUE(warnings_of(world, "inverted").empty());
}

}  // namespace
}  // namespace limpet
