#pragma once

/// Preconditioned conjugate gradients for A x = b, A symmetric positive definite in 3×3 blocks.
///
///   stops when ‖b − A x‖ ≤ tolerance        (an absolute bound, which the caller sets from what b is made
///   of)
///
/// Preconditioner: the inverses of the 3×3 diagonal blocks (block Jacobi). Source: Saad, Iterative Methods
/// for Sparse Linear Systems, 2003, algorithm 9.1. Dot products are added up in a fixed order.

#include <vector>

#include "core/block_matrix.h"

namespace limpet {

struct CgReport {
    bool converged = false;
    int iterations = 0;
    double residual = 0;  ///< ‖b − A x‖ by the recurrence
};

class ConjugateGradient {
public:
    /// Solves into x, which comes in as the first guess.
    CgReport solve(const BlockMatrix& a, const VecX& b, double tolerance, int max_iterations, VecX& x);

private:
    void invert_diagonal(const BlockMatrix& a);

    std::vector<double> inverse_;  ///< of the diagonal blocks, 9 numbers each and one to spare
    VecX r_, z_, p_, ap_;
};

}  // namespace limpet
