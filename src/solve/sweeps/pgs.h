#pragma once

/// Projected Gauss–Seidel on the normal rows: the linear complementarity problem of Signorini's law.
///
///   0 ≤ λn ⊥ Wnn λn + u⁰n ≥ 0          one contact at a time: λi ← max(0, λi − ui / Wii)
///
/// C. Duriez, C. Andriot, A. Kheddar, Signorini's contact model for deformable objects in haptic simulations
/// (2004), the listing of the Gauss–Seidel solver. It wants no inverse of W: more contacts than ranks and
/// contacts that occur twice do no harm. We deviate: what contacts ask for is kept up to date by columns of
/// W, so that contacts that do not change cost little; sweeps end when the natural-map error is within the
/// tolerance, not when λ stops changing; and λ starts from the problem's.

#include "solve/problem.h"
#include "solve/report.h"

namespace limpet {

/// λ has no tangential part: friction is not looked at.
Report solve_pgs(const Problem& problem, const SolveLimits& limits);

}  // namespace limpet
