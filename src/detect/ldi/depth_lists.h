#pragma once

/// The surfaces along each ray, in order, and where two of them overlap.
///
/// A ray counts how often it has entered each surface, and left it. Two surfaces overlap where both counts
/// are above 0, a surface overlaps itself where its count is above 1. A ray that leaves a surface less or
/// more often than it enters it has passed through a hole: it is skipped. On a closed surface there are no
/// such rays; so what lies before the depths of interest may be left out, and a ray starts with the count
/// that lets it end with 0; or what lies behind them is (depth_window.h).

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
    std::vector<Interval> intervals;           ///< by pixel, then by depth
    int layers = 0;                            ///< most samples of a pixel that met both surfaces
    std::int64_t samples = 0;                  ///< in such pixels
    std::int64_t rays = 0;                     ///< such pixels
    std::array<std::int64_t, 2> unbalanced{};  ///< pixels, by surface
};

/// What a band needs to be sorted; kept for its memory.
struct BandMemory {
    std::vector<std::uint32_t> starts;
    std::vector<Sample> sorted;
};

/// A band of an image.
struct Band {
    int width, rows, first_row;
    const TileMarks& marks;      ///< numbered
    bool self;                   ///< of one surface with itself
    std::array<bool, 2> closed;  ///< by surface: what it is left too often, it was entered outside
    double first_center, pixel;  ///< of the pixel centres along the rays, which depths' codes count [m]
};

/// The samples of a band, in the order of `lists`: the first surface's before the second one's. No list is
/// empty.
void find_intervals(const std::vector<const SampleList*>& lists, const Band& band, BandMemory& memory,
                    BandResult& result);

}  // namespace limpet::ldi
