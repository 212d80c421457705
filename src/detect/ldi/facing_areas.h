#pragma once

/// Areas of an overlap's vertices along which its two surfaces push each other: equal and opposite.
///
///   S_i = Σ_{k on i} a_k     n = unit of w_2 S_2 − w_1 S_1     G = Σ_{k on 2} g_k = − Σ_{k on 1} g_k
///   S = A n                  A = n·G + b ‖G − (n·G) n‖²/(n·G)        b = 4 w_1 w_2/(w_1 + w_2)²
///   a_k ← a_k + (± S − S_i) p_k/P_i
///
///   a_k  area of a vertex by its triangles' normals (VertexGradient) [m²]      g_k  its ∂V/∂p by images [m²]
///   S_i  vector area of patch i [m²]     p_k  a vertex' part of its patch, P_i their sum [m²]
///   w_i  how flat the surface is (facing_weights.h)      b  1 if both have as much to say, 0 if one says all
///
/// The patches of two surfaces together close the overlap, so that S_1 + S_2 = 0 by Gauss' theorem and a_k is
/// ∂V/∂p_k: what this adds is only what pixels at the rim miss. In a cell that is not so: its walls close the
/// overlap, too. There the flatter surface says the direction: what dips into a floor, be it a corner, an
/// edge, or a box with its side walls, is pushed along the floor's normal. J. Allard, F. Faure et al. (2010),
/// eq. 12, take a component from each image instead, G; where an overlap is half a pixel deep and a cell ten
/// pixels wide its direction differs by degrees from cell to cell, and what should slide over them gets
/// caught.
///
/// Its length is good: rays give as much to both surfaces. In S_i rays across the push count for all cells
/// that they run through, so that the middle of a deep lens has too much of it. Of a plane that says all
/// n·G is the area in the cell; where n is between two slopes, A is such that the volume changes along G as G
/// says. What is missing on a side is spread over the patch like a pressure, by p_k, which does not depend
/// on how fine the mesh is. Forces are then equal and opposite, but not on one line: in a cell that cuts a
/// deep overlap they are a couple (docs/volume.md, Limits).

#include "detect/ldi/overlap_volumes.h"

namespace limpet {

struct FacingAreas {
    Vec3 net;  ///< S: towards the first surface; zero if there is no direction, or on one surface alone [m²]
    std::vector<Vec3> on_first, on_second;  ///< in the overlap's order; they sum to zero [m²]
};

/// `weights`: of facing_weights().
FacingAreas facing_areas(const OverlapVolume& overlap, const std::array<double, 2>& weights);

}  // namespace limpet
