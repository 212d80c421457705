#pragma once

/// Block projected Gauss–Seidel: at each contact the normal impulse first, then the tangential ones within
/// the bound that the new normal impulse allows.
///
///   λn ← max(0, −(ūn + Wnt λ_T)/Wnn)
///   λ_T ← the λ_T of the section D(μ λn) for which u_T opposes it most:  λ_T = Proj_D(λ_T − ρ u_T)
///
///   D   box: |λt|, |λb| ≤ μ λn;  pyramid: |λt| + |λb| ≤ μ λn;  exact: ‖λ_T‖ ≤ μ λn
///
/// J. Gascón, J. S. Zurdo, M. A. Otaduy, Constraint-Based Simulation of Adhesive Contact (2010), §5.2,
/// with the signs of the own block mended (minus); contacts with a bond by adhesive_contact.h. Box and
/// pyramid are aligned with u⁰_T of their contact. In a box, λt and λb are projected one after the other, as
/// in the paper; a pyramid is a box turned by 45° and smaller by √2, so the same holds there; the disc of the
/// exact cone is solved by one_contact.h's search.

#include "solve/problem.h"
#include "solve/report.h"
#include "solve/residual.h"

namespace limpet {

Report solve_block_pgs(const Problem& problem, const SolveLimits& limits, Cone cone);

}  // namespace limpet
