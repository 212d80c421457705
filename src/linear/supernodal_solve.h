#pragma once

/// Solves with the factor of linear/sparse_cholesky.h: L Y = B upwards along the elimination tree, Lᵀ X = Y
/// downwards.
///
/// Column i of L⁻¹ has numbers only on the path from i's supernode to the root, and row i of the downward
/// solve needs only what stands on that path (Gilbert & Liu 1993): both walk over a list of supernodes that
/// is closed under parents, and only its rows are kept.

#include "linear/supernodal_factor.h"

namespace limpet {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// L and its pattern.
struct SupernodalView {
    const SupernodalPattern& pattern;
    const SupernodalFactor& factor;
};

/// Supernodes on the way from some positions to the root, and where their rows are kept.
struct TreePaths {
    /// All supernodes.
    explicit TreePaths(const SupernodalPattern& pattern);
    TreePaths(const SupernodalPattern& pattern, const std::vector<int>& positions);

    std::vector<int> supernodes;  ///< ascending
    std::vector<int> place;       ///< of every supernode's first row, in numbers; −1 off the paths
    int rows = 0;                 ///< in numbers

    int row(const SupernodalPattern& pattern, int position) const {
        const int s = pattern.supernode_of[position];
        return place[s] + 3 * (position - pattern.first[s]);
    }

private:
    void place_rows(const SupernodalPattern& pattern);
};

/// x = A⁻¹ x for all columns; linear/supernodal_vector.h is for one.
void solve_columns(const SupernodalView& l, Eigen::Ref<MatX> x);

/// Y = L⁻¹ E, E being the unit columns of up to a panel of positions (ascending), 3 each. Rows as `paths` has
/// them.
void forward_unit_columns(const SupernodalView& l, const std::vector<int>& positions, const TreePaths& paths,
                          RowMatrix& y);
/// X = L⁻ᵀ Y on the supernodes of `wanted`, whose rows have places in `paths`.
void backward(const SupernodalView& l, const std::vector<int>& wanted, const TreePaths& paths, RowMatrix& x);

}  // namespace limpet
