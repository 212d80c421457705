#pragma once

/// Solves with the factor of core/sparse_cholesky.h for one right-hand side, which take as long as reading L
/// twice.
///
///   L y = P b   upwards: a supernode's columns are eliminated, its rows below get −L21 y
///   Lᵀ P x = y  downwards
///
/// Subtrees of the elimination tree that hold little of L are done by one thread each. What such a subtree
/// gives to rows above itself stands in the rows below its root alone; it is collected there and added in the
/// order of the subtrees, so that the bytes do not depend on the number of threads. Columns whose part of the
/// right-hand side is zero are left out on the way up.
///
/// In single precision L is half as long to read; as a preconditioner that is all that is needed.

#include "core/supernodal_factor.h"

namespace limpet {

class SupernodalVectorSolve {
public:
    /// The pattern is the caller's: the same one in every call.
    void prepare(const SupernodalPattern& pattern);
    /// x = A⁻¹ b; `numbers` are those of L, panel by panel as the pattern has them.
    template <class Scalar>
    void solve(const SupernodalPattern& pattern, const Scalar* numbers, const VecX& b, VecX& x) const;

private:
    template <class Scalar>
    struct Sweep;

    std::vector<int> tasks_;   ///< roots of subtrees that one thread does alone, ascending
    std::vector<int> shared_;  ///< all supernodes above these, ascending
    /// Where each of the pattern's `rows` stands in a vector of all rows and, behind these, of what subtrees
    /// give to rows above themselves. In numbers.
    std::vector<int> place_;
    std::vector<int> given_start_;  ///< of each task, in that vector
    int size_ = 0;                  ///< of that vector
    int highest_ = 0;               ///< panel, in numbers
};

}  // namespace limpet
