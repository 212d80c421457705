#pragma once

/// Which patches of two surfaces may meet, from their boxes alone: tiles of the images in which patches of
/// both have depths in common (depth_ranges.h), and the patches that reach into such tiles.

#include <vector>

#include "detect/ldi/code_boxes.h"
#include "detect/ldi/patches.h"

namespace limpet::ldi {

struct NearPatches {
    std::vector<int> patches;    ///< ascending
    std::vector<CodeBox> boxes;  ///< of each
    std::vector<Codes> images;   ///< of each: a mask of the images that it is needed in

    /// Those that are in any image.
    void find(const PixelBox& pixels, const Skipped& skipped, const Patches& all);
    /// Adds their depths to those of tiles.
    void widen_tiles(const PixelBox& pixels, const Skipped& skipped, DepthRanges& ranges) const;
    /// Keeps those that windows of marked tiles ask for, for the images where they do.
    void keep_drawn(const PixelBox& pixels, const Skipped& skipped, const ImageMarks& marks, int surface);

private:
    void resize(std::size_t count);
};

}  // namespace limpet::ldi
