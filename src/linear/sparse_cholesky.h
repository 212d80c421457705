#pragma once

/// Sparse Cholesky factorisation of a symmetric positive definite matrix in 3×3 blocks.
///
///   P A Pᵀ = L Lᵀ
///
///   A  matrix; P  order of the nodes that keeps the fill of L low (linear/graph_ordering.h)
///   L  lower triangle, kept as dense panels of columns with the same rows: supernodes
///
/// Supernodal and multifrontal: the elimination tree of the permuted nodes tells which columns depend on
/// which (linear/supernodal_pattern.h); each supernode is eliminated as a dense matrix
/// (linear/supernodal_front.h), from the leaves of the tree to its root (linear/supernodal_factor.h). Order,
/// tree and rows are found once and reused as long as A's pattern stays. Everything symbolic works on nodes,
/// not on numbers: nine times less of it.
///
///   George (1973), Nested dissection of a regular finite element mesh, SIAM J. Numer. Anal. 10.
///   Liu (1992), The multifrontal method for sparse matrix solution: theory and practice, SIAM Review 34.
///   Amestoy, Davis & Duff (1996), An approximate minimum degree ordering algorithm, SIAM J. Matrix Anal.
///   Appl. 17.
///
/// Results have the same bytes for any number of threads.

#include <memory>
#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

class SparseCholesky {
public:
    SparseCholesky();
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    /// Order, tree and rows of L, for all matrices with this pattern. factorise() calls it when it is the
    /// first.
    void analyse(const BlockPattern& pattern);
    /// Factorises A; false if it is not positive definite. Patterns must be the same in every call.
    [[nodiscard]] bool factorise(const BlockMatrix& a);
    bool ready() const;
    /// x = A⁻¹ b for the A last factorised.
    void solve(const VecX& b, VecX& x) const;
    /// Keeps L in single precision too, until the next factorisation; x ≈ A⁻¹ b with that: a preconditioner.
    void keep_single_precision();
    void solve_roughly(const VecX& b, VecX& x) const;
    /// X = A⁻¹ X, all columns.
    void solve(Eigen::Ref<MatX> x) const;
    /// out = the blocks of A⁻¹ in the rows of `wanted_nodes` and the columns of `nodes`: 3 numbers each, in
    /// the order given. Nodes may come twice.
    void inverse_columns(const std::vector<int>& nodes, const std::vector<int>& wanted_nodes,
                         MatX& out) const;
    /// Numbers in L, those that are kept for the sake of dense panels included.
    long fill() const;
    /// Multiplications and additions of a factorisation.
    double flops() const;

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace limpet
