#pragma once

/// Runs for tests of what judges them.

#include "physics_fuzz/run_scene.h"

namespace limpet::physics_fuzz {

/// A run without moments, of a rigid body of 2 kg and 0.1 m without gravity, in steps of 10 ms.
inline SceneRun run_of_one_body(const std::string& scene) {
    SceneRun run;
    run.scene.name = scene;
    run.scene.gravity = {0, 0, 0};
    run.scene.time.step = 0.01;
    BodyDescription description;
    description.name = "body";
    run.scene.bodies = {description};
    run.bodies = {{"body", BodyType::Rigid, 2, 0.1, 0, 0, false}};
    run.tolerance = 0.001;
    return run;
}

}  // namespace limpet::physics_fuzz
