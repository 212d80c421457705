#pragma once

/// Solves with the factor of linear/sparse_cholesky.h for one right-hand side, which take as long as reading
/// L twice.
///
///   L y = P b   upwards: a supernode's columns are eliminated, its rows below get −L21 y
///   Lᵀ P x = y  downwards
///
/// Subtrees of the elimination tree that hold little of L are done by one thread each, the supernodes above
/// them one by one, those on different branches in parallel. What a subtree or such a supernode gives to rows
/// above itself stands in the rows below its root alone; it is collected there and taken by its parent in the
/// order of the children, so that the bytes do not depend on the number of threads. Columns whose part of the
/// right-hand side is zero are left out on the way up.
///
/// In single precision L is half as long to read; as a preconditioner that is all that is needed.

#include "linear/supernodal_factor.h"

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

    void give_place(const SupernodalPattern& pattern, int s);

    std::vector<int> roots_;       ///< supernodes without a parent
    std::vector<char> is_shared_;  ///< supernodes above the subtrees that one thread does alone
    /// Where each of the pattern's `rows` stands on the way up in a vector of all rows and, behind these, of
    /// what subtrees and shared supernodes give to rows above themselves. In numbers.
    std::vector<int> place_;
    std::vector<int> given_start_;  ///< of each of these, in that vector; −1: none
    int size_ = 0;                  ///< of that vector
    int highest_ = 0;               ///< panel, in numbers
};

}  // namespace limpet
