#include "linear/block_matrix.h"

#include <algorithm>
#include <functional>

#include "core/parallel.h"
#include "linear/block_rows.h"

namespace limpet {
namespace {

constexpr int product_rows_per_task = 256;

}  // namespace

int BlockPattern::find(int row, int wanted) const {
    const auto begin = column.begin() + row_start[row], end = column.begin() + row_start[row + 1];
    const auto at = std::lower_bound(begin, end, wanted);
    return at != end && *at == wanted ? static_cast<int>(at - column.begin()) : -1;
}

BlockMatrix::BlockMatrix(BlockPattern pattern)
    : pattern_(std::move(pattern)), values_(9 * static_cast<std::size_t>(pattern_.blocks()) + 1, 0.0) {}

void BlockMatrix::add(const BlockMatrix& other) {
    std::transform(values_.begin(), values_.end(), other.values_.begin(), values_.begin(), std::plus());
}

void BlockMatrix::scale(double factor) {
    for (double& value : values_) value *= factor;
}

void BlockMatrix::multiply_rows(int begin, int end, const double* x, double* y) const {
    for (int row = begin; row < end; ++row) {
        const Lanes sum = block_row_sum(*this, pattern_.row_start[row], pattern_.row_start[row + 1], x);
        store_node(y, row, sum);
    }
}

void BlockMatrix::subtract_rows(int begin, int end, const double* x, double* y) const {
    for (int row = begin; row < end; ++row) {
        const Lanes sum = block_row_sum(*this, pattern_.row_start[row], pattern_.row_start[row + 1], x);
        store_node(y, row, load_node(y, row) - sum);
    }
}

void BlockMatrix::multiply(const double* x, double* y) const {
    parallel_blocks(rows(), product_rows_per_task,
                    [&](int begin, int end) { multiply_rows(begin, end, x, y); });
}

}  // namespace limpet
