#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bodies/body.h"
#include "limpet/scene.h"

namespace limpet {

/// Bonds live at vertices. A sphere or a capsule that collides as what it is has none on its surface, and an
/// exact box or plane only its corners. A sentence about the pairs of such bodies whose law would let them
/// bond; empty if there are none.
std::string pairs_without_bond_samples(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
