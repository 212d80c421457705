#pragma once

/// Weight of each of two surfaces in the direction in which the cells of their overlap push.
///
///   w_i = Π_s (1 − κ_i,s + ε)^(−1/4)           κ_i,s = ‖Σ_s S_i‖/Σ_s P_i
///
///   S_i  vector area of surface i in a cell [m²]      P_i  its area [m²]
///   κ    how flat it is: 1 for a plane      s  two sums: over a cell and those about it; over all cells
///
/// A cap whose normals are up to θ apart has 1 − κ ~ θ²: w ~ 1/θ, and in every cell of the lens of two balls,
/// whose normals lean to opposite sides by r/R_1 and r/R_2, the mean is the lens' axis, whatever their radii.
/// A plane has 1 − κ = 0 and says all. A cell alone does not tell: in it a facet of a ball, or the side wall
/// of a box, is as flat as the floor that it is in. Nor does the whole: the floor of a tray, with its rims,
/// is not flatter than a ball that lies in its corner. J. Allard, F. Faure et al. (2010) have no such
/// weights, see facing_areas.h.

#include "detect/ldi/overlap_volumes.h"

namespace limpet {

/// Of the first and the second surface of each overlap; 1 on one surface alone.
std::vector<std::array<double, 2>> facing_weights(const std::vector<OverlapVolume>& overlaps);

}  // namespace limpet
