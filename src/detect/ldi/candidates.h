#pragma once

/// Which pixel centres lie in the boxes of which triangles, and which pixels a surface may cover at all. A
/// ray matters only if both surfaces may meet it, so that the exact test of rasterise.h is left to pixels
/// that both have marked.

#include <vector>

#include "detect/ldi/topology.h"
#include "detect/ldi/vertex_codes.h"

namespace limpet::ldi {

/// What lies beside the pixel box on a ray and is left out. A closed surface is left as often as it is
/// entered, so that one of the two sides of the box is enough to know how often a ray is inside.
struct Skipped {
    std::array<bool, 3> below{}, above{};  ///< by axis

    bool any() const { return below[0] || below[1] || below[2] || above[0] || above[1] || above[2]; }
};

/// A bit for each side of the pixel box that is left out, if a vertex lies beyond it. What has a bit in
/// common is left out in all images.
using Sides = std::uint8_t;

/// Of vertices [begin, end), and what those of each group of Topology have in common; begin is that of a
/// group.
void sides_beyond(const PixelBox& pixels, const Skipped& skipped, const Codes* codes, int begin, int end,
                  Sides* sides, Sides* group_sides);

/// Where the vertices of a surface lie.
struct VertexPlaces {
    const Codes* codes;
    const Sides *sides, *group_sides;  ///< null: no side is left out
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

/// Those of triangles [begin, end) of a surface; begin is that of a group. Marks may be shared with other
/// threads.
void find_candidates(const PixelBox& pixels, const std::vector<Triangle>& triangles, const Topology& topology,
                     const Skipped& skipped, const VertexPlaces& vertices, int begin, int end,
                     CandidateLists& candidates, PixelMarks& marks);

}  // namespace limpet::ldi
