/// Piles that are far from each other know nothing of each other: to the byte, each falls as it does alone,
/// however often the other one has to be solved again.

#include <gtest/gtest.h>

#include <string>

#include "limpet/world.h"

namespace limpet {
namespace {

const char* const floor_body =
    R"({"name": "floor", "type": "static", "shape": {"box": [100, 0.1, 4]}, "position": [0, -0.05, 0]})";

/// A flush stack of three boxes and one that hits it from the side.
const char* const stack = R"(,
    {"name": "a", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0, 0.06, 0]},
    {"name": "b", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0.02, 0.18, 0]},
    {"name": "c", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0, 0.31, 0.01]},
    {"name": "d", "type": "rigid", "shape": {"box": [0.1, 0.05, 0.1]}, "density": 1000, "position": [0.3, 0.2, 0],
     "velocity": [-2, 0, 0]})";

/// Bodies that fall on each other later, so that their contacts close in other steps.
const char* const far_pile = R"(,
    {"name": "e", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [40, 0.2, 0]},
    {"name": "f", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [40.03, 0.33, 0],
     "rotation": {"axis": [1, 0.3, 0], "degrees": 30}},
    {"name": "g", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.05, "material": "gum",
     "position": [39.98, 0.55, 0.01]})";

std::vector<std::vector<double>> stack_after(int steps, const std::string& more, const std::string& contact) {
    World world(parse_scene(R"({"time": {"step": 0.005, "duration": 1},
        "materials": {"gum": {"density": 1000, "young": 1e5}}, "bodies": [)" +
                            std::string(floor_body) + stack + more + R"(], "contact": )" + contact + "}"));
    for (int i = 0; i < steps; ++i) world.step();
    std::vector<std::vector<double>> states;
    for (const WorldState::BodyState& body : world.state().bodies)
        if (body.name <= "d") states.push_back(body.values);
    return states;
}

class FarApart : public testing::TestWithParam<const char*> {};

TEST_P(FarApart, APileFallsAsItDoesAlone) {
    const auto alone = stack_after(100, "", GetParam());
    ASSERT_EQ(alone.size(), 4u);
    EXPECT_EQ(stack_after(100, far_pile, GetParam()), alone);
}

INSTANTIATE_TEST_SUITE_P(All, FarApart,
                         testing::Values(R"({"detection": {"distance": 0.001}, "law": {"friction": 0.5}})",
                                         R"({"detection": {"type": "continuous", "distance": 0.001}})"));

}  // namespace
}  // namespace limpet
