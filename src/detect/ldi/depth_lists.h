#pragma once

/// The surfaces along each ray, in order, and where two of them overlap.
///
/// A ray counts how often it has entered each surface, and left it. Two surfaces overlap where both counts
/// are above 0, a surface overlaps itself where its count is above 1. A ray that leaves a surface less or
/// more often than it enters it has passed through a hole: it is skipped.

#include <vector>

#include "detect/ldi/rasterise.h"

namespace limpet::ldi {

/// Part of a ray, from where an overlap begins to where it ends.
struct Interval {
    double from, to;            ///< depths [m]
    std::uint32_t entry, exit;  ///< ids of the samples there
    int column, row;
};

struct BandResult {
    std::vector<Interval> intervals;  ///< by pixel, then by depth
    int layers = 0;                   ///< most samples of a pixel
    std::int64_t samples = 0;
    std::array<std::int64_t, 2> unbalanced{};  ///< pixels, by surface
};

/// What a band needs to be sorted; kept for its memory.
struct BandMemory {
    std::vector<std::uint32_t> starts;
    std::vector<Sample> sorted;
};

/// The samples of a band in an image `width` wide, in the order of `lists`. `first_row` is that of the band;
/// `self`: of one surface with itself.
void find_intervals(const std::vector<const std::vector<Sample>*>& lists, int width, int rows, int first_row,
                    bool self, BandMemory& memory, BandResult& result);

}  // namespace limpet::ldi
