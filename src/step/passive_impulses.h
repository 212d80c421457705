#pragma once

/// Impulses that a solver has not finished may give bodies energy that nothing has.
///
///   ΔE = λᵀ(u⁰ + u)/2 = λᵀu − ½ λᵀWλ      energy that contacts give, beyond what driven bodies do [J]
///   α = −λᵀu⁰ / λᵀWλ, cut to [0, 1]        the part of λ that leaves least energy
///
/// Signorini's and Coulomb's laws have λᵀu ≤ 0, so that ΔE < 0. Where many bodies jam, λ is large though W λ
/// is small, and a residual that is small against s‖λ‖ can still be more than ½ λᵀWλ. α λ is as good by the
/// cones and gives no energy; bodies that it does not keep apart overlap, which stabilisation takes out.

#include "solve/problem.h"

namespace limpet {

/// α; 1 where λ gives no energy, or bonds, which store some, act. Otherwise λ and u = W λ + u⁰ are changed.
double make_passive(const Problem& problem, VecX& lambda, VecX& u);

}  // namespace limpet
