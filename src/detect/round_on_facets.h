#pragma once

/// A round shape on a surface that deforms: how far the chords of a dent may lie in it.
///
/// Facets stand for a smooth surface through their vertices. In a dent that fits a ball they are chords:
/// where the vertices touch the ball, the facets between them lie in it by their sag, and the smooth surface
/// does not. If all facets had to stay outside, there would be twice as many constraints as vertices to
/// fulfil them, each at a nearest point that runs over its facet by the ball's radius for a radian of tilt:
/// which facets touch, and where, would change from step to step for good. So what the smooth surface rises
/// above a facet is allowed as overlap, and a little early, so that facets let go before they carry much:
///
///   gap ← (gap + a) / (1 + m),     a = min(sag, γ bulge⁺)
///   sag = Σ w_i g_i − g,     bulge = ½ Σ_{i<j} w_i w_j (n_i − n_j)·(x_j − x_i)
///
///   g    gap at the facet's nearest point [m]           w_i  barycentric weights of that point [-]
///   g_i  gaps at the facet's corners [m]                x_i  corners [m]
///   n_i  unit normals of the surface at the corners     γ    early release [-]
///   a    allowed overlap [m]                            m    ∂a/∂x, x the facet's way back [-]
///
/// A step's problem takes gaps to change as fast as points move; this one also changes by its allowance, so
/// that it is divided by its slope. Where a corner pressed in the last step, the bend to all sides of the
/// corners takes the bulge's place. A bend of less than a twentieth of the round shape's curvature does not
/// count. Where the sag is allowed in full, the gap is Σ w_i g_i: the vertices' own contacts say as much, and
/// the facet's is left out. The vertices' gaps are smooth functions of the motion. On a flat face the bulge
/// is 0 and all is exact: a ball rolls over it as over a plane.

#include <functional>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Corrects the gaps of what two surfaces found of each other, if one is round and the other a solid that
/// deforms. `presses`: did this vertex of the latter press on the round shape in the last step?
void allow_for_chords(const DetectionSurface& first, const DetectionSurface& second,
                      const std::function<bool(int)>& presses, std::vector<Proximity>& found);

}  // namespace limpet
