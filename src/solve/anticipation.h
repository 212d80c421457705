#pragma once

/// Iterative constraint anticipation: contact without W. Two relaxations, one in the other: over the bodies'
/// own equations, and, in each of its iterations, over the contacts.
///
/// With the equations of node_problem.h,
///
///   λ  ←  the law with u = B λ + J v̄ + c,   B = J D⁻¹ Jᵀ,   v̄ = y + D⁻¹ (b − A y)
///   v  ←  v̄ + D⁻¹ Jᵀ λ,                     y = v + θ (v − v_before)
///
///   D   diagonal blocks of A, times a number that makes D ≥ A   [kg]
///
/// M. A. Otaduy, R. Tamstorf, D. Steinemann, M. Gross, Implicit contact handling for deformable objects
/// (2009), §5. There D are the diagonal blocks, and θ = 0. We deviate: D is scaled so that every iteration is
/// a step of the projected gradient in the metric of D, which cannot diverge, and y looks ahead as Y.
/// Nesterov (1983) does, starting over where that points back (B. O'Donoghue, E. Candès 2015).
///
/// The error is the largest of three, both free of units: the natural map of (λ, u) as residual.h has it,
/// with s of B; what is left of the bodies' equations, ‖D⁻¹ r‖ over ‖v‖ or ‖D⁻¹ b‖, the larger, with r = b +
/// Jᵀ λ − A v; and what is left of a body's momentum, |(Σ A)⁻¹ Σ r| over the fastest node's speed, with sums
/// over all nodes of the body. Whole bodies settle last, where D is far larger than their mass.

#include "solve/node_problem.h"

namespace limpet {

/// Iterations of its report are the outer ones.
NodeSolution solve_anticipation(const NodeProblem& problem, const SolveLimits& limits);

}  // namespace limpet
