#pragma once

/// Which way two round solids face each other: the direction of the shortest way between their cores, or,
/// where these overlap, of the shortest way apart.
///
///   n = argmin |x − y|,  x in A, y in B      by E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast
///   procedure
///                                            for computing the distance between complex objects (1988)
///   n = argmax s(n),  s(n) = min_A n·x − max_B n·y        where they overlap, or the first has not converged
///
/// Nearest points of simplices are found by the sides' (simplex_distance.h), not by Johnson's determinants.

#include "detect/round/placed_solid.h"

namespace limpet {

struct FacingSolids {
    Vec3 normal;    ///< from the second to the first
    Vec3 on_first;  ///< a point of its core that is nearest
};
FacingSolids nearest_of_solids(const PlacedSolid& first, const PlacedSolid& second);

/// s(n), of the cores. [m]
double separation_along(const Vec3& n, const PlacedSolid& first, const PlacedSolid& second);

}  // namespace limpet
