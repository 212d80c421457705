/// Parts of a cloth that keyframes drive into each other: what hangs between held and free nodes must not be
/// thrown about.

#include <gtest/gtest.h>

#include <algorithm>

#include "limpet/world.h"

namespace limpet {
namespace {

/// A curtain that hangs from three pieces of its upper edge, each three nodes wide, is drawn together until
/// they lie beside each other, at 0.5 m/s at most.
const char* const drawn_curtain = R"({
    "time": {"step": "5 ms", "duration": "0.7 s"},
    "materials": {"cotton": {"density": 300, "young": "100 kPa", "poisson": 0.2,
                             "damping": {"mass": 0.1, "stiffness": "1 ms"}}},
    "bodies": [
        {"name": "curtain", "type": "cloth", "material": "cotton", "shape": {"plane": [0.4, 0.2]},
         "surface": 0.025, "thickness": "2 mm", "stretch": "200 N/m", "shear": "8 N/m", "bend": 8e-06,
         "rotation": {"axis": [1, 0, 0], "degrees": 90},
         "motion": [
            {"nodes": {"box": [[-0.21, -1, -0.11], [-0.14, 1, -0.099]]},
             "keyframes": [[0, [0, 0, 0]], [0.5, [0, 0, 0]]]},
            {"nodes": {"box": [[-0.03, -1, -0.11], [0.03, 1, -0.099]]},
             "keyframes": [[0, [0, 0, 0]], [0.5, [-0.125, 0, 0]]]},
            {"nodes": {"box": [[0.14, -1, -0.11], [0.21, 1, -0.099]]},
             "keyframes": [[0, [0, 0, 0]], [0.5, [-0.25, 0, 0]]]}
         ]}
    ],
    "contact": {"detection": {"type": "continuous", "distance": "1 mm", "self": true}, "law": {"friction": 0.3}},
    "solver": {"type": "nsgs", "iterations": 60, "tolerance": 0.0001}
})";

TEST(HeldContacts, ACurtainThatIsDrawnTogetherIsNotThrownAbout) {
    World world(parse_scene(drawn_curtain));
    const double mass = world.body("curtain").mass(), fastest = 0.5;
    double most = 0;
    while (world.time() < 0.7) {
        world.step();
        most = std::max(most, world.last_step().kinetic);
    }
    // Falling folds are faster than what draws them, but not by much.
    EXPECT_LT(most, 4 * 0.5 * mass * fastest * fastest);
    EXPECT_GT(most, 0);
}

}  // namespace
}  // namespace limpet
