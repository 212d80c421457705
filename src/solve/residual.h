#pragma once

/// How good a λ is, whatever solver it comes from: the natural map of the cone problem, free of units.
///
///   F_i = s λ_i − Proj_K(s λ_i − (u_i + μ_i ‖u_iT‖ n)),   u = W λ + u⁰,   s = mean diagonal of W
///   error = ‖F‖ / max(‖u⁰‖, s ‖λ‖, ‖u‖),   0/0 = 0
///
///   K      the cone ‖λT‖ ≤ μ λn; for μ = 0 the half-line λn ≥ 0, and of that contact only the normal row
///   counts
///
/// V. Acary, M. Brémond, O. Huber, On solving contact problems with Coulomb friction: formulations and
/// numerical comparisons (2018); ours is free of units.

#include "solve/problem.h"

namespace limpet {

/// The point of the cone ‖r_T‖ ≤ μ r_n nearest to r.
Vec3 project_on_cone(const Vec3& r, double friction);

double natural_map_error(const Problem& problem, const VecX& lambda);

}  // namespace limpet
