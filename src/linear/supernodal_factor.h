#pragma once

/// The numerical half of linear/sparse_cholesky.h: the numbers of L, by fronts.
///
/// The front of a supernode is A's part in its columns plus the update matrices U of its children, added
/// where their rows stand; eliminating its columns leaves its own U for its parent (multifrontal method: Duff
/// & Reid 1983; Liu 1992). Subtrees are independent of each other, so that threads take them one by one; a
/// front adds its children in a fixed order, so that the bytes do not depend on who came first.

#include "linear/supernodal_pattern.h"

namespace limpet {

class SupernodalFactor {
public:
    /// The pattern is the caller's: the same one in every call.
    void prepare(const SupernodalPattern& pattern);
    /// False: A is not positive definite, and L is of no use.
    [[nodiscard]] bool factorise(const SupernodalPattern& pattern, const BlockMatrix& a);

    /// Columns of [L11; L21] of a supernode. Above L11's diagonal stands anything.
    const double* panel(const SupernodalPattern& pattern, int s) const {
        return numbers_.data() + pattern.panel_start[s];
    }

private:
    bool eliminate(const SupernodalPattern& pattern, const BlockMatrix& a, int s);
    void place_updates(const SupernodalPattern& pattern);

    VecX numbers_;
    VecX updates_;  ///< room for update matrices
    std::vector<std::size_t> update_start_;
    std::vector<int> tasks_;       ///< supernodes: subtrees that one thread does alone
    std::vector<char> is_shared_;  ///< supernodes above those subtrees
};

}  // namespace limpet
