/// What is gripped is held, with the solver's default limits.

#include <gtest/gtest.h>

#include <algorithm>

#include "limpet/world.h"
#include "verify/scenes.h"

namespace limpet {
namespace {

using namespace verification;

/// A rigid capsule of 45 g between soft pads, friction 0.7: more contacts than degrees of freedom. The table
/// is gone after 2 s; half a second later nothing moves any more.
class Grip : public testing::TestWithParam<const char*> {};

TEST_P(Grip, DoesNotCreepByDefault) {
    const std::string element = GetParam();
    Scene scene =
        load_scene("verify_pinch", {"bodies.left.element=" + element, "bodies.right.element=" + element});
    scene.solver = {};
    World world(std::move(scene));
    run_until(world, 2.5);
    const std::vector<double> before = vertices_of(world, "capsule");
    double residual = 0;
    while (world.time() < 3.5) {
        world.step();
        residual = std::max(residual, world.last_step().residual);
    }
    EXPECT_GT(world.last_step().contacts, 40) << "the set-up";
    EXPECT_LE(residual, 1e-6);
    EXPECT_LT(furthest(world.body("capsule").positions(), before), 1e-10) << "0.1 nm in a second";
}

/// 46 and 86 contacts: those that are polished always, and those that are polished where bodies rest.
INSTANTIATE_TEST_SUITE_P(CoarseAndFine, Grip, testing::Values("5 mm", "2.5 mm"));

}  // namespace
}  // namespace limpet
