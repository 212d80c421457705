/// Soft bodies that start in each other are moved apart without energy.

#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

class StartOverlap : public testing::TestWithParam<const char*> {};

World two_bodies(const std::string& detection, const std::string& shape, const std::string& at) {
    const std::string body = R"("type": "soft", "material": "gel", "element": 0.025, "shape": )" + shape;
    return World(
        parse_scene(R"({"name": "start", "gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 5e4, "poisson": 0.35}},
        "contact": {"detection": {"type": ")" +
                    detection + R"(", "distance": 0.001}},
        "bodies": [{"name": "a", )" +
                    body + R"(}, {"name": "b", "position": )" + at + ", " + body + "}]}"));
}

TEST_P(StartOverlap, OfSoftBodiesPartsWithoutEnergy) {
    for (const char* shape : {R"({"sphere": 0.05})", R"({"box": [0.1, 0.1, 0.1]})"}) {
        World world = two_bodies(GetParam(), shape, "[0.004, 0.092, 0.003]");
        double most = 0;
        for (int i = 0; i < 20; ++i) {
            world.step();
            most = std::max(most, world.last_step().kinetic + world.last_step().elastic);
        }
        EXPECT_LT(most, 1e-6) << shape;
        EXPECT_LT(world.last_step().penetration, 1e-4) << shape;
        ASSERT_EQ(warnings_of(world, "start-overlap").size(), 1u) << shape;
        EXPECT_EQ(warnings_of(world, "start-overlap")[0].bodies, (std::vector<std::string>{"a", "b"}));
    }
}

INSTANTIATE_TEST_SUITE_P(Detections, StartOverlap, testing::Values("proximity", "continuous"));

/// Less overlap than `distance` is left to stabilisation, as before.
TEST(StartOverlapOfLittle, MovesNothing) {
    World world = two_bodies("proximity", R"({"box": [0.1, 0.1, 0.1]})", "[0.02, 0.0995, 0.01]");
    world.step();
    EXPECT_TRUE(warnings_of(world, "start-overlap").empty());
}

}  // namespace
}  // namespace limpet
