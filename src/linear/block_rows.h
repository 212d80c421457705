#pragma once

/// The innermost loop of everything that is done with a BlockMatrix.

#include "core/lanes.h"
#include "linear/block_matrix.h"

namespace limpet {

/// Σ of blocks [begin, end) of a row times their columns' part of x. The fourth lane is a next block's and
/// means nothing.
inline Lanes block_row_sum(const BlockMatrix& a, int begin, int end, const double* x) {
    const int* column = a.pattern().column.data();
    Lanes sum0{}, sum1{}, sum2{};
    for (int k = begin; k < end; ++k) {
        const double* b = a.block(k);
        const double* xj = x + 3 * static_cast<std::size_t>(column[k]);
        sum0 += load_lanes(b) * xj[0];
        sum1 += load_lanes(b + 3) * xj[1];
        sum2 += load_lanes(b + 6) * xj[2];
    }
    return sum0 + sum1 + sum2;
}

/// B y for one block given by its 9 numbers (and one more that may be read).
inline Lanes block_times(const double* b, Lanes y) {
    return load_lanes(b) * y[0] + load_lanes(b + 3) * y[1] + load_lanes(b + 6) * y[2];
}

inline Lanes load_node(const double* x, int node) {
    const double* at = x + 3 * static_cast<std::size_t>(node);
    return Lanes{at[0], at[1], at[2], 0.0};
}
inline void store_node(double* x, int node, Lanes value) {
    for (int r = 0; r < 3; ++r) x[3 * static_cast<std::size_t>(node) + r] = value[r];
}
inline double dot3(Lanes a, Lanes b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

}  // namespace limpet
