#pragma once

/// Areas of vertices where the other surface ends: what of a triangle nothing faces belongs to no contact.
///
///   A_i = Σ_T ∫_{T ∩ O} w_i dA
///
///   T    triangle around vertex i                    O    what the other surface covers
///   w_i  barycentric weight of vertex i on T              [A_i] = m²
///
/// Where all of T is covered the integral is a third of T. Only triangles near a rim of the other surface are
/// looked at, those within reach of a triangle with one: an edge with one triangle alone, or beyond which
/// that surface turns away from T. There T is cut with the triangles that face it, seen along its normal and
/// within reach. What corners of T without a contact would have, those with one share in proportion; if none
/// has, the nearest contact takes it. So the areas of a patch's contacts sum up to the patch, exactly on flat
/// faces.

#include <span>
#include <utility>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Corrects the areas of `found`, sorted by its vertices, which are those of `own` and come first. `pairs`:
/// triangles of both surfaces, those of `own` first if `own_first`, among them all that are nearer than
/// `reach` [m].
void cover_areas(const DetectionSurface& own, const DetectionSurface& other,
                 std::span<const std::pair<int, int>> pairs, bool own_first, double reach,
                 std::vector<Proximity>& found);

}  // namespace limpet
