#pragma once

/// Sparse Cholesky factorisation of a symmetric positive definite matrix in 3×3 blocks: P A Pᵀ = L Lᵀ, or L D
/// Lᵀ.
///
/// Fill is kept low by an approximate minimum degree ordering (Amestoy, Davis & Duff 1996) of the nodes'
/// graph; the ordering and the pattern of L are found once and reused as long as A's pattern stays. Eigen's
/// own simplicial LDLᵀ by default; CHOLMOD's supernodal LLᵀ in a build with LIMPET_CHOLMOD.

#include <memory>

#include "core/block_matrix.h"

namespace limpet {

class SparseCholesky {
public:
    SparseCholesky();
    ~SparseCholesky();
    SparseCholesky(SparseCholesky&&) noexcept;
    SparseCholesky& operator=(SparseCholesky&&) noexcept;

    /// Factorises A; false if it is not positive definite. Patterns must be the same in every call.
    [[nodiscard]] bool factorise(const BlockMatrix& a);
    bool ready() const;
    /// x = A⁻¹ b for the A last factorised.
    void solve(const VecX& b, VecX& x) const;
    /// The columns of A⁻¹ that belong to `nodes`, at the rows of `wanted`: 3 · wanted rows, 3 · nodes
    /// columns.
    void inverse_columns(const std::vector<int>& nodes, const std::vector<int>& wanted, MatX& out) const;
    /// Numbers in L.
    long fill() const;

private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace limpet
