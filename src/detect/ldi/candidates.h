#pragma once

/// Which pixel centres lie in the boxes of which triangles, and at which depths a surface may meet the rays.
/// A ray matters only if two surfaces may meet it at depths in common (depth_ranges.h), so that the exact
/// test of rasterise.h is left to tiles where that is so.

#include <vector>

#include "detect/ldi/depth_ranges.h"
#include "detect/ldi/topology.h"
#include "detect/ldi/vertex_codes.h"

namespace limpet::ldi {

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

/// A triangle whose box holds pixel centres of an image.
struct Candidate {
    Codes range;   ///< column, row, columns, rows
    int triangle;  ///< ~t: it reaches out of the pixel box

    PixelRange pixels() const { return {range[0], range[1], range[2], range[3]}; }
};

/// Of an image and a block of triangles.
struct Candidates {
    std::vector<Candidate> all;
    std::size_t used = 0;  ///< of them
};
using CandidateLists = std::array<Candidates, 3>;  ///< by axis

/// What an image's tiles are told, or tell.
struct TileKnowledge {
    DepthRanges* ranges = nullptr;      ///< to be widened, unless null; may be shared with other threads
    const ImageMarks* marks = nullptr;  ///< unless null, only candidates in marked tiles are wanted
};

/// Those of triangles [begin, end) of a surface; begin is that of a group.
void find_candidates(const PixelBox& pixels, const std::vector<Triangle>& triangles, const Topology& topology,
                     const Skipped& skipped, const VertexPlaces& vertices, int begin, int end,
                     CandidateLists& candidates, const TileKnowledge& tiles);

}  // namespace limpet::ldi
