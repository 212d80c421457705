#include "core/block_matrix.h"

#include <algorithm>

#include "core/lanes.h"
#include "core/parallel.h"

namespace limpet {
namespace {

constexpr int kRowsPerTask = 256;

/// Σ over the blocks of a row; the fourth lane is the next block's and is dropped.
inline Lanes row_product(const BlockPattern& pattern, const double* values, int row, const double* x) {
    Lanes sum0{}, sum1{}, sum2{};
    const int end = pattern.row_start[row + 1];
    for (int k = pattern.row_start[row]; k < end; ++k) {
        const double* b = values + 9 * static_cast<std::size_t>(k);
        const double* xj = x + 3 * static_cast<std::size_t>(pattern.column[k]);
        sum0 += load_lanes(b) * xj[0];
        sum1 += load_lanes(b + 3) * xj[1];
        sum2 += load_lanes(b + 6) * xj[2];
    }
    return sum0 + sum1 + sum2;
}

}  // namespace

int BlockPattern::find(int row, int wanted) const {
    const auto begin = column.begin() + row_start[row], end = column.begin() + row_start[row + 1];
    const auto at = std::lower_bound(begin, end, wanted);
    return at != end && *at == wanted ? static_cast<int>(at - column.begin()) : -1;
}

BlockMatrix::BlockMatrix(BlockPattern pattern)
    : pattern_(std::move(pattern)), values_(9 * static_cast<std::size_t>(pattern_.blocks()) + 1, 0.0) {}

void BlockMatrix::multiply_rows(int begin, int end, const double* x, double* y) const {
    for (int row = begin; row < end; ++row) {
        const Lanes sum = row_product(pattern_, values_.data(), row, x);
        for (int r = 0; r < 3; ++r) y[3 * static_cast<std::size_t>(row) + r] = sum[r];
    }
}

void BlockMatrix::subtract_rows(int begin, int end, const double* x, double* y) const {
    for (int row = begin; row < end; ++row) {
        const Lanes sum = row_product(pattern_, values_.data(), row, x);
        for (int r = 0; r < 3; ++r) y[3 * static_cast<std::size_t>(row) + r] -= sum[r];
    }
}

void BlockMatrix::multiply(const double* x, double* y) const {
    parallel_blocks(rows(), kRowsPerTask, [&](int begin, int end) { multiply_rows(begin, end, x, y); });
}

}  // namespace limpet
