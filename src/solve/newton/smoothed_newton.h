#pragma once

/// Newton's method on laws that are smoothed less and less (smooth_laws.h): for singular W and bonds.
///
///   J_θ Δλ = −F_σθ(λ),    λ ← λ + Δλ, θ ← σ θ    with the smallest σ of a few for which ‖F_σθ‖ ≤ β σ θ √(3n)
///   after it otherwise             λ ← λ + t Δλ with σ = 1 and the longest t = 1, ½, ¼ … for which ‖F_θ‖
///   falls
///
///   θ   smoothing; begins at a tenth of the velocities that there are   [m/s]
///   J   A + B W (law_system.h)
///
/// One factorisation serves all σ; σ = 0 is tried every time, since it ends the walk where contacts do not
/// change any more what they do. Without full rank many λ solve a problem, and Newton steps on the laws
/// themselves (law_rows.h) or sweeps lead to the border of these, where contacts change all the time; the
/// smoothed laws have one λ, which moves as θ falls to somewhere in the middle. J. Burke, S. Xu, The global
/// linear convergence of a noninterior path-following algorithm for linear complementarity problems (1998),
/// have the scheme for problems without friction; for Coulomb's law and bonds nobody promises that it ends.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// The best λ of all that were looked at. An iteration is a factorisation. The problem has been checked
/// (problem_check.h).
Report solve_smoothed_newton(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
