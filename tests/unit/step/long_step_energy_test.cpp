/// Steps that are far too long jam bodies into each other: that may go wrong, with a warning, but gives no
/// energy.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

/// Twelve tori above a bin, each turned another way.
Scene tori_above_a_bin(double step) {
    Scene scene = parse_scene(R"({"time": {"step": 0.005, "duration": 1}, "contact": {}, "bodies": [
        {"name": "bottom", "type": "static", "shape": {"box": [0.3, 0.05, 0.3]}, "position": [0, -0.025, 0]},
        {"name": "west", "type": "static", "shape": {"box": [0.05, 0.3, 0.3]}, "position": [-0.125, 0.1, 0]},
        {"name": "east", "type": "static", "shape": {"box": [0.05, 0.3, 0.3]}, "position": [0.125, 0.1, 0]},
        {"name": "north", "type": "static", "shape": {"box": [0.3, 0.3, 0.05]}, "position": [0, 0.1, -0.125]},
        {"name": "south", "type": "static", "shape": {"box": [0.3, 0.3, 0.05]}, "position": [0, 0.1, 0.125]},
        {"name": "torus", "type": "rigid", "density": 1000, "shape": {"torus": {"radius": 0.03, "tube": 0.012}},
         "surface": 0.016}]})");
    scene.time.step = step;
    const BodyDescription torus = scene.bodies.back();
    scene.bodies.pop_back();
    for (int k = 0; k < 12; ++k) {
        BodyDescription one = torus;
        one.name = "torus " + std::to_string(k);
        one.position = {k % 2 ? 0.05 : -0.05, 0.06 + 0.09 * (k / 4), k / 2 % 2 ? 0.05 : -0.05};
        one.rotation = {{std::sin(3.0 * k + 1), std::sin(5.0 * k + 2), std::sin(7.0 * k + 3)},
                        static_cast<double>(40 * k % 180)};
        scene.bodies.push_back(one);
    }
    return scene;
}

TEST(LongStepEnergyLong, ToriThatJamGainNone) {
    World world(tori_above_a_bin(0.05));
    const auto energy = [&] { return world.last_step().kinetic + world.last_step().potential; };
    const double start = energy();
    double before = start;
    for (int i = 0; i < 10; ++i) {
        world.step();
        // What overlaps is lifted out of each other, by some millimetres.
        EXPECT_LT(energy() - before, 0.02 * start) << i;
        before = energy();
    }
    EXPECT_FALSE(warnings_of(world, "long-step").empty());
}

}  // namespace
}  // namespace limpet
