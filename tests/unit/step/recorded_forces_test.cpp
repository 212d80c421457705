/// Contact forces that probes read are those that moved the bodies.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

TEST(RecordedForces, ExplainTheMomentumOfBodiesThatContinuousDetectionHoldsApart) {
    // A large box lands on a corner beside a small one; some rounds of continuous detection end without a
    // solve.
    World world(parse_scene(R"({
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [2.4, 0.1, 2.4]}, "position": [0, -0.05, 0]},
            {"name": "small", "type": "rigid", "shape": {"box": [0.06, 0.06, 0.06]},
             "position": [-0.00796, 0.114, 0.00664], "density": 1000},
            {"name": "large", "type": "rigid", "shape": {"box": [0.14, 0.1, 0.1]}, "position": [0, 0.304, 0],
             "rotation": {"axis": [3, -1, 1], "degrees": 155}, "density": 1000}],
        "contact": {"detection": {"type": "continuous"}, "law": {"friction": 0.5}},
        "probes": [{"name": "v", "body": "large", "what": "velocity"},
                   {"name": "f", "body": "large", "what": "contact_force"}]})"));
    const double mass = world.body("large").mass(), h = world.scene().time.step;
    auto before = world.probes()[0].values;
    while (world.time() < 0.6) {
        world.step();
        const auto v = world.probes()[0].values, f = world.probes()[1].values;
        for (int k = 0; k < 3; ++k) {
            const double weight = k == 1 ? -9.81 * mass : 0;
            EXPECT_NEAR(mass * (v[k] - before[k]), h * (weight + f[k]), 1e-7 * mass)
                << "t = " << world.time();
        }
        before = v;
    }
}

TEST(PlaneFloors, LiftWhatStartsBehindThem) {
    for (const char* type : {"rigid", "soft"}) {
        World world(parse_scene(std::string(R"({"time": {"step": 0.005, "duration": 1},
            "materials": {"m": {"density": 1000, "young": 5e5, "poisson": 0.3, "damping": {"stiffness": 0.01}}},
            "bodies": [{"name": "floor", "type": "static", "shape": {"plane": [2.4, 2.4]}},
                       {"name": "ball", "position": [0, 0.03, 0], "shape": {"sphere": 0.05}, )") +
                                (std::string(type) == "rigid"
                                     ? R"("type": "rigid", "density": 1000)"
                                     : R"("type": "soft", "material": "m", "element": 0.025)") +
                                R"(}], "contact": {}})"));
        while (world.time() < 0.5) world.step();
        EXPECT_GT(world.body("ball").center_of_mass()[1], 0.045) << type;
    }
}

}  // namespace
}  // namespace limpet
