#pragma once

#include "physics_fuzz/judge_scene.h"

namespace limpet::physics_fuzz {

/// A smaller scene with the same silent violation: fewer bodies, plainer shapes and settings, shorter.
Scene shrink(const Scene& scene, const Judgement& judgement, const std::string& folder);

}  // namespace limpet::physics_fuzz
