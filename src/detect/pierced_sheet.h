#pragma once

/// Which way a sheet leaves a solid that it passes through.
///
/// Detection follows a sheet into a solid by its thickness alone: a vertex of the solid, or an edge, that is
/// farther through the sheet may as well lie before its other side (vertex_proximity.cpp,
/// edge_proximity.cpp). Of a sheet whose vertices are all outside, as where the rim of a box goes through
/// large triangles, nothing is left then. Here what of the sheet's triangles is inside the solid says it:
///
///   t(d) = max over points p of x(p, d),     d* = the candidate with the smallest t(d)
///
///   p        of each triangle's part inside the solid: its corners and their mean
///   d        direction in which the sheet would part from the solid
///   x(p, d)  how far p is inside the solid along d [m]
///
/// Along a part inside a convex solid, x is concave: its mean tells at least a third of the largest x, so
/// that t is found by repetition. Candidates are the normals of sheet and solid where they pass through each
/// other.

#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Of a sheet and a solid, in either order, of which one is through the other by more than `tolerance` [m]:
/// appends proximities along d*, and drops those that overlap and point elsewhere. False if there are none.
bool settle_pierced_sheet(const DetectionSurface& first, const DetectionSurface& second, double tolerance,
                          std::vector<Proximity>& proximities);

}  // namespace limpet
