#pragma once

/// How far it is from one point of a surface to another along the surface: a fold brings points near each
/// other that are far apart on it, and between parts that are not joined there is no way at all.
///
/// A way is a line through one point p of each edge that it crosses, the one with the least |p − a| + |p −
/// b|: the straight line through all that is flat, and the shortest way across one crease. Elsewhere it is a
/// little longer than the shortest: it is then a bound of the distance from above. Every way from a to b that
/// is shorter than a limit has all its points in the ellipsoid |p − a| + |p − b| < limit, so the search stays
/// there, however large the surface; it takes the most promising edge first (A*, P. Hart, N. Nilsson and
/// B. Raphael 1968, A formal basis for the heuristic determination of minimum cost paths).

#include <vector>

#include "shapes/collision_complex.h"

namespace limpet {

/// True if there is such a way from a to b, both on triangles of the complex, that is shorter than `limit`
/// [m], with its vertices at `x`.
bool is_nearer_along(const CollisionComplex& complex, const std::vector<Vec3>& x, const SurfacePoint& a,
                     const SurfacePoint& b, double limit);

}  // namespace limpet
