#pragma once

/// The same scene seen otherwise: shifted, turned, mirrored, listed in another order, or with half the step.

#include <optional>
#include <string>

#include "core/types.h"
#include "limpet/scene.h"

namespace limpet::physics_fuzz {

struct SceneVariant {
    std::string name;
    Scene scene;
    Mat3 turn = Mat3::Identity();  ///< x' = turn x + shift, of points of the scene
    Vec3 shift = Vec3::Zero();     ///< [m]
    int steps_ratio = 1;           ///< steps of the variant per step of the scene
    bool same_meshes = true;       ///< bodies have the same vertices, turned and shifted, at the same times
};

constexpr int variant_count = 5;

/// Whether all bodies are static or rigid.
bool is_rigid_world(const Scene& scene);

/// Nothing if this scene has no such variant: meshes of soft bodies and of the zoo have no mirror image of
/// the same triangles, and what deforms depends on the step.
std::optional<SceneVariant> scene_variant(const Scene& scene, int which);

}  // namespace limpet::physics_fuzz
