/// Overlap that stabilisation takes out of soft bodies under pressure must not strain them: what strains
/// them comes back as motion.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "limpet/world.h"

namespace limpet {
namespace {

/// A soft ring falls on a floor, and a rigid ring and a box on it.
const char* const energy_heap_text = R"({"name": "heap", "time": {"step": 0.01, "duration": 0.3},
    "materials": {"m": {"density": 1000, "young": 3e5, "poisson": 0.35}},
    "contact": {"detection": {"type": "ldi"}, "law": {"friction": 0}},
    "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [2, 0.2, 2]}, "position": [0, -0.1, 0]},
    {"name": "soft ring", "type": "soft", "material": "m", "element": 0.021, "shape": {"torus": {"radius": 0.057, "tube": 0.02}},
     "position": [-0.001, 0.15, 0.029], "rotation": {"axis": [-1.747, 0.73, -1.444], "degrees": 29.761}, "velocity": [0.247, -0.932, -0.061]},
    {"name": "ring", "type": "rigid", "density": 1000, "shape": {"torus": {"radius": 0.07, "tube": 0.023}},
     "position": [0.019, 0.32, 0.007], "rotation": {"axis": [1.391, -0.503, -0.218], "degrees": 100.136}, "velocity": [-0.207, -1.466, -0.044]},
    {"name": "box", "type": "rigid", "density": 1000, "shape": {"box": [0.094, 0.106, 0.101]},
     "position": [-0.016, 0.49, 0.024], "rotation": {"axis": [-0.267, 1.464, -0.138], "degrees": 82.37}, "velocity": [-0.288, -0.971, 0.07]}]})";

TEST(VolumeEnergy, DoesNotGrowByStabilisation) {
    World world(parse_scene(energy_heap_text));
    double least = std::numeric_limits<double>::infinity(), kinetic = 0, rise = 0;
    for (int i = 0; i < 30; ++i) {
        world.step();
        const StepRecord& step = world.last_step();
        const double energy = step.kinetic + step.elastic + step.potential;
        least = std::min(least, energy);
        rise = std::max(rise, energy - least);
        kinetic = std::max(kinetic, step.kinetic);
    }
    EXPECT_LT(rise, 0.01 * kinetic);
}

}  // namespace
}  // namespace limpet
