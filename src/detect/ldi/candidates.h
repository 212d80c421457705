#pragma once

/// Which pixel centres lie in the boxes of which triangles, and which pixels a surface may cover at all. A
/// ray matters only if both surfaces may meet it, so that the exact test of rasterise.h is left to pixels
/// that both have marked.

#include <vector>

#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/vertex_codes.h"

namespace limpet::ldi {

/// What lies beside the pixel box on a ray and is left out. A closed surface is left as often as it is
/// entered, so that one of the two sides of the box is enough to know how often a ray is inside.
struct Skipped {
    std::array<bool, 3> below{}, above{};  ///< by axis
};

/// Pixels that a surface may cover, by axis: 1 or 0.
struct PixelMarks {
    std::array<std::vector<std::uint8_t>, 3> images;

    void clear(const PixelBox& pixels) {
        for (int axis = 0; axis < 3; ++axis) {
            const auto [columns, rows] = pixels.image(axis);
            images[axis].assign(static_cast<std::size_t>(columns) * rows, 0);
        }
    }
};

/// A pixel centre in the box of a small triangle, below 2²⁵ steps.
struct Probe {
    int triangle;
    std::int16_t column, row;
};

/// Pixels of an image, by column and row.
struct PixelRange {
    int column, row, columns, rows;
};

/// A triangle whose box holds many pixel centres, or reaches out of the pixel box.
struct LargeTriangle {
    int triangle;
    PixelRange range;
};

/// Of an image and a block of triangles.
struct Candidates {
    std::vector<Probe> probes;
    std::size_t used = 0;  ///< of the probes
    std::vector<LargeTriangle> large;
};
using CandidateLists = std::array<Candidates, 3>;  ///< by axis

/// Those of triangles [begin, end) of a surface whose vertices have these codes. Marks may be shared with
/// other threads.
void find_candidates(const PixelBox& pixels, const LdiSurface& surface, const Skipped& skipped,
                     const Codes* codes, int begin, int end, CandidateLists& candidates, PixelMarks& marks);

}  // namespace limpet::ldi
