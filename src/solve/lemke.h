#pragma once

/// Lemke's pivots on the linear complementarity problem of Coulomb's law with a four-sided pyramid.
///
///   0 ≤ λn ⊥ un ≥ 0
///   0 ≤ β  ⊥ T u_T + σ e ≥ 0        λ_T = Tᵀ β,   T: the directions t, −t, b, −b,   e = (1, 1, 1, 1)
///   0 ≤ σ  ⊥ μ λn − eᵀ β ≥ 0        σ: slip speed   [m/s]
///
/// with u = W λ + u⁰, or w = M z + q for all of them, 0 ≤ z ⊥ w ≥ 0; t is along u⁰_T of its contact.
///
/// J. Allard et al., Volume Contact Constraints at Arbitrary Resolution (2010), eq. 9–10 (with plus in eq.
/// 10, and T rather than its transpose); R. W. Cottle, J.-S. Pang, R. E. Stone, The Linear Complementarity
/// Problem (1992), algorithm 4.4.5, ties by the lexicographic rule, so that no basis occurs twice.
///
/// Direct: the number of pivots does not depend on the tolerance. All of M is stored, and a pivot touches all
/// of it: for small problems. Above `lemke_most_rows` rows (6 for a contact with friction, 1 without) it
/// refuses. It ends with a solution, on a ray (no solution within reach, which `reason` says), or, if
/// rounding leads it astray, at a bound on the pivots. Where that is no solution, the result is the best of
/// what it found, the start and nothing, by the size of the natural map.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

inline constexpr int lemke_most_rows = 600;

/// `iterations` of the report are pivots; of the limits only the tolerance counts.
Report solve_lemke(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
