#pragma once

/// Which pixel centres lie in the boxes of which triangles, and at which depths a surface may meet the rays.
/// A ray matters only if two surfaces may meet it at depths in common (depth_ranges.h), so that the exact
/// test of rasterise.h is left to tiles where that is so.

#include <vector>

#include "detect/ldi/code_boxes.h"
#include "detect/ldi/patches.h"

namespace limpet::ldi {

/// A triangle whose box holds pixel centres of an image.
struct Candidate {
    Codes range;   ///< column, row, columns, rows
    int triangle;  ///< ~t: it reaches out of the pixel box
    DepthRange depths;

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
    const ImageMarks* marks = nullptr;  ///< unless null, only candidates that they draw are wanted
    int surface = 0;                    ///< of a pair, which one it is
};

/// Those of some patches of a surface, in the images that each is needed in (a mask).
void find_candidates(const PixelBox& pixels, const Skipped& skipped, const Patches& patches,
                     const std::vector<Vec3>& positions, std::span<const int> chosen,
                     std::span<const Codes> images, CandidateLists& candidates, const TileKnowledge& tiles);

}  // namespace limpet::ldi
