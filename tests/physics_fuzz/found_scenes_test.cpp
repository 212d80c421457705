/// What random scenes found, each a small scene with a name. docs/physics-fuzz.md has causes and remedies.

#include <gtest/gtest.h>

#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/scene_kit.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

/// The violations of a scene, silent or not, as lines; empty: none.
std::string violations_of(const std::string& scene) {
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    const SceneRun run = run_scene(scene, scratch.path().string());
    EXPECT_EQ(run.end, RunEnd::Done) << run.message;
    std::string lines;
    for (const Violation& v : check_all(run)) lines += v.text() + "\n";
    return lines;
}

/// Contacts that the last round of continuous detection gave new frames, but did not solve.
TEST(FoundScenes, ContinuousRecordsTheForcesThatMovedTheBodies) {
    EXPECT_EQ(violations_of(R"({
        "name": "pile 1-194",
        "time": {"step": 0.005, "duration": 0.265},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [2.4, 0.1, 2.4]}, "position": [0, -0.05, 0]},
            {"name": "body_1", "type": "rigid", "shape": {"box": [0.06, 0.06, 0.06]},
             "position": [-0.00796, 0.114, 0.00664], "density": 1000},
            {"name": "body_2", "type": "rigid", "shape": {"box": [0.14, 0.1, 0.1]}, "position": [0, 0.304, 0],
             "rotation": {"axis": [3, -1, 1], "degrees": 155}, "density": 1000}
        ],
        "contact": {"detection": {"type": "continuous"}, "law": {"friction": 0.5}}
    })"),
              "");
}

}  // namespace
}  // namespace limpet::physics_fuzz
