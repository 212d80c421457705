#pragma once

/// How far it is from one point of a surface to another along the surface: a fold brings points near each
/// other that are far apart on it, and between parts that are not joined there is no way at all.
///
/// A way is a line through one point p of each edge that it crosses, at first the one with the least
/// |p − a| + |p − b|: that is the straight line through all that is flat, and the shortest way across one
/// crease. Of these ways the shortest is found, the most promising edge first (A*, P. Hart, N. Nilsson and
/// B. Raphael 1968, A formal basis for the heuristic determination of minimum cost paths). Then its points
/// slide along their edges to where they shorten it, one after the other. What is left is a bound of the
/// distance from above. Every way that is shorter than a limit has all its points in the ellipsoid
/// |p − a| + |p − b| < limit, so the search stays there, however large the surface.

#include <vector>

#include "shapes/meshes/collision_complex.h"

namespace limpet {

/// True if this way from a to b, both on triangles of the complex with its vertices at `x`, is shorter than
/// `limit`. [m]
bool is_nearer_along(const CollisionComplex& complex, const std::vector<Vec3>& x, const SurfacePoint& a,
                     const SurfacePoint& b, double limit);

}  // namespace limpet
