#pragma once

/// Soft bodies that their own weight crushes.
///
///   ρ g L / E      stress at the bottom of a free body of height L along gravity g, over Young's modulus
///
/// From about 1 on, elastic laws of small or moderate strain have no equilibrium that is not inside out:
/// tetrahedra at the bottom invert, and the surface passes through itself and through the floor.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"
#include "limpet/warning.h"

namespace limpet {

/// Of bodies as they are at time 0. Appends user warnings.
void warn_of_own_weight(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies,
                        std::vector<Warning>& warnings);

}  // namespace limpet
