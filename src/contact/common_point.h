#pragma once

/// Where a pair of impulses acts on rigid bodies.
///
///   ΔL = (x₁ − x₂) × λ        of both bodies together
///
/// | x₁, x₂ | where the impulses λ and −λ act | m |
/// | ΔL | change of angular momentum, which should be 0 | kg m²/s |
///
/// The two points of a contact are apart by its gap, and two points that meet on their way also along its
/// plane: that is a lever, as long as bodies move in a step. So rigid bodies are pushed where the other one
/// is pushed, halfway if both are rigid. What deforms is pushed at its own surface, since its rows are
/// weights of vertices: a pair of those keeps its levers.

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "contact/contact.h"

namespace limpet {

/// Where both bodies can move and are not the same.
void push_at_common_point(Contact& contact, const std::vector<std::unique_ptr<Body>>& bodies);

}  // namespace limpet
