/// Scenes with contact as the command takes them.

#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing_support::run_limpet;
using testing_support::ScratchFolder;

const char* const ball_on_floor = R"({
  "time": { "step": 0.01, "duration": 0.05 },
  "contact": { "law": { "friction": 0 } },
  "bodies": [
    { "name": "ball", "type": "rigid", "shape": { "sphere": 0.1 }, "density": 1000, "position": [0, 1, 0] },
    { "name": "floor", "type": "static", "shape": { "box": [2, 0.1, 2] } }
  ]
})";

TEST(ContactCommand, AFrictionlessSceneIsGood) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor);
    const auto checked = run_limpet({"check", scene});
    EXPECT_EQ(checked.exit_code, 0) << checked.output;
    const auto changed = run_limpet({"check", scene, "--set", "contact.detection.self=true", "--set",
                                     "contact.detection.distance=5 mm", "--set", "solver.iterations=50"});
    EXPECT_EQ(changed.exit_code, 0) << changed.output;
}

TEST(ContactCommand, FrictionWithASolverThatKnowsNoneIsRefused) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor);
    for (const char* command : {"check", "run"}) {
        const auto result =
            run_limpet({command, scene, "--set", "contact.law.friction=0.3", "--set", "solver.type=pgs"});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_NE(result.output.find("--set: solver.type: found \"pgs\", which knows no friction"),
                  std::string::npos)
            << result.output;
    }
}

}  // namespace
}  // namespace limpet
