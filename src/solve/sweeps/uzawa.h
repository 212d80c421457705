#pragma once

/// Uzawa's iterations on the bi-potential form of contact with friction.
///
///   predict   r* = r − ρ (u + μ‖u_T‖ n)          u = W r + ū, the velocity at this contact
///   correct   r ← Proj_K(r*)                     K: the exact cone ‖r_T‖ ≤ μ r_n
///   ρ = min 1/W_ii over all rows                 [kg]
///
/// *Local*: at each contact of a Gauss–Seidel sweep until ‖change of r‖/ρ, a velocity, is small. *Global*:
/// one predictor–corrector step at each contact and sweep.
///
/// A. Talbi, P. Joli, Z.-Q. Feng, A. Kheddar, HapCo: Real time simulation of interaction between deformable
/// objects with haptic feedback for solving friction multiple contacts (2008), §3.2–3.3. We deviate: the
/// paper ends when ‖change of r‖/ρ of a sweep is below a velocity; here that is one reason to look at the
/// natural-map error, and the error decides (sweeps.h). Inner iterations start from the last r and are
/// bounded.
///
/// ρ is one number for all contacts: contacts much stiffer than others converge slowly, and where rows of a
/// contact couple strongly the global iteration can swing up, as the paper reports. Then the best r that was
/// seen is returned. nsgs (nsgs.h) has neither trouble; these are here because the paper's comparisons are.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

Report solve_uzawa_local(const Problem& problem, const SolveLimits& limits);
Report solve_uzawa_global(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
