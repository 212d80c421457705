#pragma once

/// Sparse LU factorisation of a matrix in 3×3 blocks that is not symmetric, though its pattern is.
///
///   P A Pᵀ = L U,     rows exchanged within supernodes
///
///     | F11  F12 |     F11 = Π L11 U11,   U12 = L11⁻¹ Πᵀ F12,   L21 = F21 U11⁻¹,   F22 ← F22 − L21 U12
///     | F21  F22 |
///
/// The multifrontal method on the tree of linear/supernodal_pattern.h (Duff & Reid 1984, The multifrontal
/// solution of unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5). We deviate: pivots are
/// sought within the supernode alone, which never delays a column. That is enough for matrices with a strong
/// block diagonal, and factorise() says when it was not. One thread.

#include <vector>

#include "linear/supernodal_pattern.h"

namespace limpet {

class SparseLu {
public:
    /// Order, tree and rows, for all matrices with this pattern, which must be symmetric.
    void analyse(const BlockPattern& pattern);
    /// False: a pivot is zero or not a number, and the factors are of no use.
    [[nodiscard]] bool factorise(const BlockMatrix& a);
    /// x = A⁻¹ b for the A last factorised.
    void solve(const VecX& b, VecX& x) const;
    /// Sign of the determinant of the A last factorised: 1 or −1.
    int determinant_sign() const { return determinant_sign_; }
    /// Multiplications and additions of a factorisation.
    double flops() const { return 2 * pattern_.flops(); }

private:
    void assemble(const BlockMatrix& a, int s, MatX& front) const;
    bool eliminate(int s, MatX& front);

    SupernodalPattern pattern_;
    std::vector<int> transposed_;  ///< of each block (i, j) of A, the index of (j, i)
    struct Panel {
        MatX left;   ///< [L11 and U11; L21]
        MatX right;  ///< U12
        Eigen::VectorXi exchanges;
        MatX update;
    };
    std::vector<Panel> panels_;
    int determinant_sign_ = 0;
};

/// The smallest symmetric pattern that holds `pattern`, its whole diagonal included.
BlockPattern symmetric_pattern(const BlockPattern& pattern);
/// The same matrix on that pattern.
BlockMatrix on_symmetric_pattern(const BlockMatrix& a);

}  // namespace limpet
