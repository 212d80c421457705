/// Further solves of a step are counted, and their time is that of the stages that they repeat.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "limpet/world.h"

namespace limpet {
namespace {

/// A box hits a row of two that are 2 mm apart, far more than `distance`: the second is hit by the first
/// one's answer.
TEST(Resolves, AreCountedWhereContactsCloseByTheSolve) {
    World world(parse_scene(R"({
        "time": {"step": 0.005, "duration": 1}, "gravity": [0, 0, 0],
        "bodies": [
            {"name": "thrown", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000,
             "position": [-0.5, 0, 0], "velocity": [2, 0, 0]},
            {"name": "first", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000},
            {"name": "second", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000,
             "position": [0.102, 0, 0]}
        ],
        "contact": {"detection": {"distance": 0.0002}}
    })"));
    int most = 0;
    while (world.steps() < 60) {
        world.step();
        const StepRecord& record = world.last_step();
        if (world.steps() < 35) {
            EXPECT_EQ(record.resolves, 0) << "nothing touches yet";
        }
        most = std::max(most, record.resolves);
        EXPECT_NEAR(std::accumulate(record.ms.begin(), record.ms.end(), 0.0), record.ms_total,
                    1e-6 * record.ms_total);
    }
    EXPECT_GT(most, 0);
}

}  // namespace
}  // namespace limpet
