#pragma once

/// Conjugate gradients for A x = b with a preconditioner M⁻¹ that the caller has, such as an older
/// factorisation of A.
///
///   stops when ‖b − A x‖ ≤ tolerance
///   p = z + β p,   z = M⁻¹ r,   β = z·(r − r_before)/(z·r)_before,   α = z·r/(p·A p)
///
/// β in the form of Polak and Ribière forgives a preconditioner that rounds differently each time (Golub & Ye
/// 1999, Inexact preconditioned conjugate gradient method with inner–outer iteration, SIAM J. Sci. Comput.
/// 21). Sums are added in a fixed order: same bytes for any thread count.

#include <functional>

#include "linear/conjugate_gradient.h"

namespace limpet {

/// Solves into x, which comes in as the first guess; `precondition(r, z)` sets z = M⁻¹ r. `known`: b − A x of
/// the guess, if the caller has it.
CgReport preconditioned_cg(const BlockMatrix& a, const VecX& b,
                           const std::function<void(const VecX& r, VecX& z)>& precondition, double tolerance,
                           int max_iterations, VecX& x, const VecX* known = nullptr);

}  // namespace limpet
