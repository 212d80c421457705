#pragma once

/// A sparse matrix of 3×3 blocks in rows (block CSR): one block for every pair of nodes that share an
/// element.

#include <vector>

#include "core/types.h"

namespace limpet {

/// Which blocks of a BlockMatrix are there. Columns of a row are sorted.
struct BlockPattern {
    int rows = 0, columns = 0;   ///< in blocks
    std::vector<int> row_start;  ///< rows + 1 of them
    std::vector<int> column;     ///< of each block

    int blocks() const { return static_cast<int>(column.size()); }
    /// Index of block (row, column), or −1.
    int find(int row, int column) const;
};

class BlockMatrix {
public:
    BlockMatrix() = default;
    explicit BlockMatrix(BlockPattern pattern);

    const BlockPattern& pattern() const { return pattern_; }
    int rows() const { return pattern_.rows; }
    /// Columns of block `index` one after the other: 9 numbers.
    double* block(int index) { return values_.data() + 9 * static_cast<std::size_t>(index); }
    const double* block(int index) const { return values_.data() + 9 * static_cast<std::size_t>(index); }

    /// A += B, which has the same pattern.
    void add(const BlockMatrix& other);
    /// A *= factor.
    void scale(double factor);
    /// Rows [begin, end) of y = A x, or of y −= A x. 3 numbers a node.
    void multiply_rows(int begin, int end, const double* x, double* y) const;
    void subtract_rows(int begin, int end, const double* x, double* y) const;
    /// y = A x in parallel.
    void multiply(const double* x, double* y) const;

private:
    BlockPattern pattern_;
    std::vector<double>
        values_;  ///< one number longer than its blocks: blocks are read four numbers at a time
};

}  // namespace limpet
