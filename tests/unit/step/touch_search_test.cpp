/// What virtual adhesives look for within a step, by what it keeps bodies from.

#include "step/touch_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "limpet/audit.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

double lowest_of(const World& world, const char* body) {
    const auto x = world.body(body).positions();
    double lowest = x[1];
    for (std::size_t k = 1; k < x.size(); k += 3) lowest = std::min(lowest, x[k]);
    return lowest;
}

/// A law that lets go of nearly all lets nothing through: soft bodies fall on a floor and crumple.
class WeakLaws : public testing::TestWithParam<const char*> {};

TEST_P(WeakLaws, LetNothingThroughAFloor) {
    for (const char* shape :
         {R"({"cylinder": {"radius": 0.04, "height": 0.08}})", R"({"box": [0.08, 0.1, 0.08]})"}) {
        World world(parse_scene(R"({"time": {"step": 0.005}, "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [2, 0.1, 2]}, "position": [0, -0.05, 0]},
            {"name": "cell", "type": "particles", "shape": )" +
                                std::string(shape) + R"(, "surface": 0.02, "mass": 0.2, "shape_memory": 0.6,
             "damping": 2, "position": [0, 0.1, 0], "rotation": {"axis": [1, 2, 3], "degrees": 40}}],
            "contact": {"detection": {"distance": 0.001}, "response": "virtual-adhesive", )" +
                                GetParam() + "}}"));
        for (int i = 0; i < 80; ++i) {
            world.step();
            ASSERT_GT(lowest_of(world, "cell"), -1e-9) << shape << " at step " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, WeakLaws,
                         testing::Values(R"("kappa": 1e-7)", R"("kappa": 1e-5)", R"("strength": 1)",
                                         R"("strength": 200)"));

/// Balls in a row, so that zones stop those in the middle, which free motion does not foresee. Where they are
/// a little elsewhere, they crumple in another way.
class TurnedAside : public testing::TestWithParam<int> {};

TEST_P(TurnedAside, BodiesDoNotOverlap) {
    std::string bodies;
    for (int i = 0; i < 5; ++i)
        bodies += std::string(i ? "," : "") + R"({"name": "c)" + std::to_string(i) +
                  R"(", "type": "particles", "shape": {"sphere": 0.05}, "surface": 0.03, "density": 1000,
                     "shape_memory": 20, "position": [)" +
                  std::to_string(0.11 * i) + ", " +
                  std::to_string((i % 2 ? 0.02 : -0.02) + 1e-6 * GetParam() * (i + 1)) +
                  R"(, 0], "velocity": [)" + std::to_string(6 - 3 * i) + ", 0, 0]}";
    World world(
        parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.001}, "bodies": [)" + bodies +
                    R"(], "contact": {"detection": {"distance": 0.001}, "response": "virtual-adhesive",
                                "strength": 500}})"));
    OverlapAudit audit(0.01 * 0.05);
    for (int i = 0; i < 100; ++i) {
        world.step();
        for (const Overlap& overlap : audit.check(world.frame()))
            ADD_FAILURE() << overlap.first << " " << overlap.second << " " << overlap.depth << " at step "
                          << i;
    }
    EXPECT_GT(world.last_step().colliding_particles, 10);
}

INSTANTIATE_TEST_SUITE_P(TouchSearch, TurnedAside, testing::Values(0, 7, 13));

}  // namespace
}  // namespace limpet
