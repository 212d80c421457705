#pragma once

/// Preconditioned conjugate gradients for A x = b, A symmetric positive definite in 3×3 blocks.
///
///   stops when ‖b − A x‖ ≤ tolerance        (an absolute bound, which the caller sets from what b is made
///   of)
///
/// Preconditioner: symmetric Gauss–Seidel in 3×3 blocks, M = C D⁻¹ Cᵀ with C = D + L, inside fixed ranges of
/// rows; couplings R between ranges are left out of M, so that ranges can be swept in parallel. Eisenstat's
/// trick (Eisenstat 1981; Saad, Iterative Methods for Sparse Linear Systems, 2003, §9.2.2): with r̂ = C⁻¹r and
/// p̂ = Cᵀp
///   p = C⁻ᵀp̂,   C⁻¹A p = p + C⁻¹(Lᵀp + R p),   p·A p = p̂·C⁻¹A p,   r·M⁻¹r = r̂·D r̂
/// so that an iteration touches every block of A once, as without a preconditioner. We deviate by R, which is
/// not there in the sources. As r itself is not at hand, ‖r‖ is estimated from r·M⁻¹r and computed before it
/// is believed. Ranges depend on the number of rows alone and sums are added in their order: same bytes for
/// any thread count.

#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

struct CgReport {
    bool converged = false;
    int iterations = 0;
    double residual = 0;  ///< ‖b − A x‖, computed from x
};

class ConjugateGradient {
public:
    /// Solves into x, which comes in as the first guess.
    CgReport solve(const BlockMatrix& a, const VecX& b, double tolerance, int max_iterations, VecX& x);

private:
    /// Where in a row's blocks the row's own range begins, its diagonal is, and the range ends.
    struct Split {
        int first, diagonal, last;
    };
    struct Iteration;

    void prepare(const BlockMatrix& a);
    /// r = b − A x; its norm.
    double residual(const BlockMatrix& a, const VecX& b, const VecX& x);

    int rows_per_range_ = 1;
    std::vector<Split> split_;
    std::vector<double> inverse_;  ///< of the diagonal blocks, 9 numbers each and one to spare
    VecX r_, p_, q_, s_, above_, dr_;
};

}  // namespace limpet
