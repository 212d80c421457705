#pragma once

/// 3×3 blocks of A⁻¹ between some nodes: those that were asked for keep theirs, and get a slot.

#include <span>
#include <vector>

#include "linear/sparse_cholesky.h"

namespace limpet {

class InverseBlocks {
public:
    /// Makes sure that blocks between all of these nodes (rows of A) are there.
    void ensure(const std::vector<int>& nodes, const SparseCholesky& factor);
    /// Drops them all.
    void clear();
    /// The same nodes, in the same batches, by the factor of another matrix with so many rows: of states,
    /// too, which know the nodes alone.
    void remake(int rows, const SparseCholesky& factor);

    /// Of a node that was asked for: its place in `inverse()`.
    int slot(int node) const { return slot_of_[node]; }
    int slots() const { return static_cast<int>(nodes_.size()); }
    /// A⁻¹ between slots, 3 rows and columns each.
    Eigen::Ref<const MatX> inverse() const {
        return inverse_.topLeftCorner(3 * Eigen::Index(slots()), 3 * Eigen::Index(slots()));
    }

    void append_state(std::vector<double>& values) const;
    /// Reads from the front of `values`; false if they do not fit. Blocks are not there before remake().
    [[nodiscard]] bool take_state(std::span<const double>& values, int free_nodes);

private:
    void add_batch(const std::vector<int>& nodes, const SparseCholesky& factor);

    std::vector<int> nodes_;  ///< of each slot
    /// Slots in the order they were made: made again, they have the same bytes.
    std::vector<int> batch_sizes_;
    std::vector<int> slot_of_;  ///< of each row of A; −1: none
    MatX inverse_;              ///< with room for more slots: it is long to copy
};

}  // namespace limpet
