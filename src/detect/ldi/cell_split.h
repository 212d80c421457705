#pragma once

/// Intervals of overlap, cut at the walls of the grid's cells.
///
/// In a cell the overlap reaches from W⁻ to W⁺, which are walls or the surfaces' own depths z⁻ and z⁺. A wall
/// pixel counts for both surfaces by where it lies between them (eq. 22–24),
///
///   W⁺ = α z⁺ + (1 − α) z⁻,   W⁻ = β z⁺ + (1 − β) z⁻
///   ∂V/∂p = a (∂W⁺ − ∂W⁻) = a (α − β) (∂z⁺ − ∂z⁻),     α − β = (W⁺ − W⁻)/(z⁺ − z⁻)
///
/// so that a cell takes the share of the interval's gradient that it has of its length, and its gradients sum
/// to zero like the interval's.

#include <algorithm>
#include <array>
#include <cmath>

#include "detect/ldi/depth_lists.h"

namespace limpet::ldi {

using Cell = std::array<int, 3>;

/// An interval's part within a cell.
struct Piece {
    Cell cell;
    double from, to;  ///< W⁻, W⁺ [m]
    double share;     ///< α − β
};

/// Where the cell of a coordinate starts, in cells; far outside a cell's number is clamped.
int cell_of(double x, double cell);

/// Calls visit(piece) for each cell that an interval runs through; the column's cell is that of the pixel's
/// centre. `cell` 0: there is one cell.
template <class Visit>
void split_at_cells(const Interval& interval, const PixelBox& pixels, int axis, double cell, Visit&& visit) {
    if (cell == 0) {
        visit(Piece{{0, 0, 0}, interval.from, interval.to, 1.0});
        return;
    }
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    Cell where{};
    where[u] = cell_of(pixels.center(interval.column, u), cell);
    where[v] = cell_of(pixels.center(interval.row, v), cell);
    const int last = cell_of(interval.to, cell);
    const double length = interval.to - interval.from;
    double from = interval.from;
    for (int k = cell_of(interval.from, cell); k <= last; ++k) {
        const double to = k == last ? interval.to : std::min(interval.to, (k + 1) * cell);
        where[axis] = k;
        if (to > from) visit(Piece{where, from, to, (to - from) / length});
        from = std::max(from, to);
    }
}

}  // namespace limpet::ldi
