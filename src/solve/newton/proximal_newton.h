#pragma once

/// Proximal steps: what Newton's method cannot solve at once, it solves with some of s added to W.
///
///   λ ← the λ' with   u = W λ' + u⁰ + ε s (λ' − λ)   and Coulomb's law,     s = mean diagonal of W
///
///   ε   falls while Newton's method converges, and grows where it does not [-]
///
/// (R. T. Rockafellar, Monotone operators and the proximal point algorithm, 1976.) Where λ' = λ the law
/// itself is solved. W may be singular, as in walls and piles, where many λ give the same u. Newton's method
/// is that of law_rows.h with a sparse factorisation, on the way to whose step ‖F‖ has to fall.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// Iterations are Newton steps, each with one factorisation. For problems without bonds. Starts from the
/// problem's start, which should be a good one.
Report solve_proximal_newton(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
