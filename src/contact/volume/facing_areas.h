#pragma once

/// Areas of an overlap's vertices along which its two surfaces push each other: equal and opposite.
///
///   S_i = Σ_{k on i} a_k              S = (w_2 S_2 − w_1 S_1)/(w_1 + w_2)
///   κ_i = ‖S_i‖/P_i                   w_i = 1/(1 − κ_i + ε)
///   a_k ← a_k + (± S − S_i) ‖a_k‖/Σ_{l on i} ‖a_l‖
///
///   a_k  area of a vertex by its triangles' normals (VertexGradient) [m²]      S_i  vector area of patch i
///   [m²] P_i  area of patch i [m²]        κ_i  how flat it is: 1 for a plane
///
/// The patches of two surfaces together close the overlap, so that S_1 + S_2 = 0 by Gauss' theorem and a_k is
/// ∂V/∂p_k: what this adds is only what pixels at the rim miss. In a cell that is not so: its walls close the
/// overlap, too. There the flatter patch says the direction: what dips into a floor, be it a corner, an edge,
/// or a box with its side walls, is pushed along the floor's normal. J. Allard, F. Faure et al. (2010), eq.
/// 12, take a component from each image instead; where an overlap is half a pixel deep and a cell ten pixels
/// wide their normals differ by degrees from cell to cell, and what should slide over them gets caught.

#include "detect/ldi/overlap_volumes.h"

namespace limpet {

struct FacingAreas {
    Vec3 net;  ///< S: towards the first surface; zero if there is no direction, or on one surface alone [m²]
    std::vector<Vec3> on_first, on_second;  ///< in the overlap's order; they sum to zero [m²]
};

FacingAreas facing_areas(const OverlapVolume& overlap);

}  // namespace limpet
