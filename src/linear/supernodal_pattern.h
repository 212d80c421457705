#pragma once

/// The symbolic half of linear/sparse_cholesky.h: elimination tree, supernodes and the rows of L, from A's
/// pattern alone.
///
/// A supernode is a run of consecutive columns of L whose rows below the run are the same, so that it is kept
/// as one dense panel of columns: its diagonal block on top, its rows below. The parent of a supernode owns
/// the first of these rows. Everything here is counted in nodes (3×3 blocks), not in numbers, unless it says
/// so.
///
///   Liu (1990), The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11.
///   Ashcraft & Grimes (1989), The influence of relaxed supernode partitions, ACM TOMS 15.
///
/// We deviate in that any child may be merged with its parent, not only the last one: its columns are moved
/// next to the parent's, which changes neither the fill nor the tree.

#include <cstddef>
#include <vector>

#include "linear/block_matrix.h"

namespace limpet {

struct SupernodalPattern {
    SupernodalPattern() = default;
    /// `order[k]` is the node that is eliminated k-th; it is refined here without change to the fill.
    SupernodalPattern(const BlockPattern& a, std::vector<int> order);

    std::vector<int> order;             ///< node at each position
    std::vector<int> position;          ///< of each node
    std::vector<int> first;             ///< position where each supernode starts, and the end
    std::vector<int> supernode_of;      ///< each position
    std::vector<int> parent;            ///< of each supernode; −1: it is a root
    std::vector<int> first_descendant;  ///< the subtree of s is the supernodes first_descendant[s] … s
    std::vector<int> child_start, children;
    std::vector<int> row_start, rows;  ///< positions below each supernode's diagonal block, ascending
    std::vector<int> row_in_parent;    ///< where each of `rows` stands in the front of the parent
    std::vector<int>
        front_row;  ///< where each block of A goes in the panel of its row's supernode; −1: mirrored
    std::vector<std::size_t> panel_start;  ///< in the numbers of L, and the end

    int nodes() const { return static_cast<int>(order.size()); }
    int supernodes() const { return static_cast<int>(parent.size()); }
    int width(int s) const { return first[s + 1] - first[s]; }
    int below(int s) const { return row_start[s + 1] - row_start[s]; }
    /// Rows of a panel, in numbers.
    int height(int s) const { return 3 * (width(s) + below(s)); }
    /// Multiplications and additions of a supernode's elimination.
    double flops(int s) const;
    double flops() const;

private:
    void find_tree(const BlockPattern& a, std::vector<int>& tree) const;
    void set_order(std::vector<int> new_order);
    void find_rows(const BlockPattern& a);
    void find_places(const BlockPattern& a);
};

}  // namespace limpet
