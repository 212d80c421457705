#pragma once

#include <string>

#include "limpet/scene.h"

namespace limpet::physics_fuzz {

/// A scene as the text of its file. Covers what the fuzzer makes; fields with their default are left out.
std::string scene_text(const Scene& scene);

}  // namespace limpet::physics_fuzz
