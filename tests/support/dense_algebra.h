#pragma once

/// Dense solves and eigenvalues for the slow twins of tests. Eigen's decompositions take seconds to compile,
/// so they are instantiated in one file.

#include "core/types.h"

namespace limpet {

/// A⁻¹ B of a symmetric positive definite A.
MatX solve_dense(const MatX& a, const MatX& b);
/// A⁻¹ of any A.
MatX inverse_dense(const MatX& a);
/// In ascending order.
VecX symmetric_eigenvalues(const MatX& a);

struct Modes {
    VecX values;   ///< λ of K x = λ M x, in ascending order
    MatX vectors;  ///< xᵀ M x = 1, one per column
};
Modes modes_of(const MatX& k, const MatX& m);

}  // namespace limpet
