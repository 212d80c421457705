#pragma once

/// What must hold of every run, whatever the scene. Each invariant is a file; each limit stands there with
/// its reason.

#include <string>
#include <vector>

#include "physics_fuzz/run_scene.h"
#include "physics_fuzz/scene_variants.h"

namespace limpet::physics_fuzz {

struct Violation {
    std::string invariant;
    std::vector<std::string> bodies;  ///< that a warning has to name
    double value = 0, limit = 0;      ///< of the invariant's measure; units in `unit`
    std::string unit;
    double time = 0;  ///< of the worst [s]
    std::string text() const;
};

using Violations = std::vector<Violation>;

/// No two bodies in each other deeper than by design.
Violations check_overlap(const SceneRun& run);
/// No body in itself deeper than by design, where `self` asks for it.
Violations check_self_overlap(const SceneRun& run);
/// Nothing below the body named "floor".
Violations check_floor(const SceneRun& run);
/// Kinetic, elastic, potential and bond energy do not grow without work from outside.
Violations check_energy(const SceneRun& run);
/// Linear and angular momentum of what nothing acts on from outside.
Violations check_momentum(const SceneRun& run);
/// The change of each body's momentum is what gravity and contacts give; at rest: contacts carry the weight.
Violations check_forces(const SceneRun& run);
/// What starts in equilibrium stays.
Violations check_rest(const SceneRun& run);
/// What rolls on a level floor without slipping goes on.
Violations check_rolling(const SceneRun& run);
/// A shifted, turned, mirrored or reordered scene, or one with half the step, moves alike until the first
/// contact. `other` is a run of the variant.
Violations check_symmetry(const SceneRun& run, const SceneVariant& variant, const SceneRun& other);

/// A touched world does not notice a body that comes and goes far away, nor that another world goes on from
/// its state: all states are the same to the byte. Runs the scene again.
Violations check_bystander(const SceneRun& run, const std::string& text, const std::string& folder);

/// Bodies of particles keep their volumes.
Violations check_volume(const SceneRun& run);

/// All but symmetry and bystanders.
Violations check_all(const SceneRun& run);

/// Whether a warning that tells of such a violation names its bodies.
bool is_spoken(const Violation& violation, const std::vector<Warning>& warnings);

}  // namespace limpet::physics_fuzz
