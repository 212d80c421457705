#pragma once

#include "limpet/audit.h"
#include "limpet/scene.h"

namespace limpet::physics_fuzz {

/// How far facets of a body that deforms may lie in a round shape, as chords of the dent that it presses
/// (docs/contact.md, `proximity` without adhesion) [m]; 0 for other pairs.
///
///   sag = e² / (6 R)
///
/// | e | longest edge of the facets now | m |
/// | R | radius of the exact sphere or capsule | m |
///
/// The smallest circle around a triangle has a radius r ≤ e/√3, and a ball through that circle rises above
/// its plane by r²/(2R).
double facet_sag(const Scene& scene, const Frame& frame, const Overlap& pair);

}  // namespace limpet::physics_fuzz
