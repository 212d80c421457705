#pragma once

/// From elements to nodes: forces, and the matrix of a step in 3×3 blocks.
///
///   A = diag(mass) + stiffness · K,  rows and columns of free nodes; those of held nodes stand in a matrix
///   of their own, so that what is prescribed goes to the right-hand side: A_ff x_f = b_f − A_fc x_c.
///
/// Who adds what to which block off the diagonal is listed once. Every block is then summed by one thread in
/// the list's order, so that the result does not depend on the number of threads. K does not feel
/// translations, so that a block on the diagonal is minus the sum of its row: that reads the matrix once
/// more, instead of as many blocks of elements again.

#include <vector>

#include "bodies/elastic/elastic_elements.h"
#include "linear/block_matrix.h"

namespace limpet {

class Assembly {
public:
    Assembly() = default;
    /// `held[node]`: the node's motion is prescribed.
    Assembly(const ElasticElements& elements, int nodes, const std::vector<char>& held);

    /// In the order of the matrix' rows.
    const std::vector<int>& free_nodes() const { return free_nodes_; }
    /// A node's row in the matrix; −1 if it is held.
    int row_of(int node) const { return is_held_[node] ? -1 : index_[node]; }
    /// A held node's column in the held matrix.
    int column_of(int node) const { return index_[node]; }
    /// Is there a block for the two nodes in the matrices, as far as one of them is free?
    bool are_coupled(int first, int second) const;
    /// Ascending.
    const std::vector<int>& held_nodes() const { return held_nodes_; }
    /// An empty matrix that assemble() fills; rows are free nodes, columns free or held ones.
    BlockMatrix free_matrix() const { return BlockMatrix(free_pattern_); }
    BlockMatrix held_matrix() const { return BlockMatrix(held_pattern_); }

    /// f_node = Σ element forces, for all nodes.
    void gather_forces(const ElasticElements& elements, std::vector<Vec3>& forces) const;
    /// diag(mass_factor · mass) + stiffness_factor · K from the elements' blocks, added to the matrices if
    /// `add`.
    void assemble(const ElasticElements& elements, const std::vector<double>& mass, double mass_factor,
                  double stiffness_factor, BlockMatrix& free, BlockMatrix& held, bool add = false) const;

private:
    struct Contribution {
        int element;
        int pair;  ///< of the element's blocks
    };
    /// A block to be summed, and where it goes: to `target` and, transposed, to `mirror`.
    struct Target {
        int target;
        int mirror;  ///< −1: the block is in the held matrix
        int first;   ///< of its contributions
        int turned;  ///< from here on they are transposed
        bool held;
    };
    void list_neighbours(const ElasticElements& elements);
    void list_contributions(const ElasticElements& elements);

    std::vector<int> free_nodes_, held_nodes_;
    std::vector<int> index_;  ///< of each node among the free or held ones
    std::vector<char> is_held_;
    BlockPattern free_pattern_, held_pattern_;
    std::vector<Target> targets_;  ///< and a last one that closes the list
    std::vector<Contribution> contributions_;
    std::vector<int> diagonal_;                ///< block of each row of the free matrix
    std::vector<int> corner_start_, corners_;  ///< of each node: corners · element + corner
};

}  // namespace limpet
