/// What is gripped is held, with the solver's default limits.

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "limpet/world.h"
#include "verify/scenes.h"

namespace limpet {
namespace {

using namespace verification;

struct Gripped {
    std::string element, shape;
    int least_contacts;
};

void PrintTo(const Gripped& gripped, std::ostream* out) {
    *out << gripped.shape << " " << gripped.element;
}

/// A rigid capsule of 45 g, or a bar, between soft pads, friction 0.7: more contacts than degrees of freedom.
/// The table is gone after 2 s; half a second later nothing moves any more.
class Grip : public testing::TestWithParam<Gripped> {};

TEST_P(Grip, DoesNotCreepByDefault) {
    const Gripped& gripped = GetParam();
    Scene scene = load_scene(
        "verify_pinch", {"bodies.left.element=" + gripped.element, "bodies.right.element=" + gripped.element,
                         "bodies.capsule.shape=" + gripped.shape});
    scene.solver = {};
    World world(std::move(scene));
    run_until(world, 2.5);
    const std::vector<double> before = vertices_of(world, "capsule");
    double residual = 0;
    while (world.time() < 3.5) {
        world.step();
        residual = std::max(residual, world.last_step().residual);
    }
    EXPECT_GE(world.last_step().contacts, gripped.least_contacts) << "the set-up";
    EXPECT_LE(residual, 1e-6);
    EXPECT_LT(furthest(world.body("capsule").positions(), before), 1e-10) << "0.1 nm in a second";
}

constexpr const char* capsule = R"({"capsule": {"radius": "4 mm", "height": "60 mm"}})";
constexpr const char* bar = R"({"box": ["8 mm", "60 mm", "8 mm"]})";

/// Up to 50 contacts and more: those that are polished always, and those that are polished where bodies rest.
/// A capsule in pads of fine elements lies on their vertices alone.
INSTANTIATE_TEST_SUITE_P(CoarseAndFine, Grip,
                         testing::Values(Gripped{"5 mm", capsule, 41}, Gripped{"2.5 mm", capsule, 18},
                                         Gripped{"4 mm", bar, 51}));

}  // namespace
}  // namespace limpet
