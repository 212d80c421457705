#pragma once

/// Between which depths a surface may meet the rays of each tile of 4 × 4 pixels, from the boxes of its
/// triangles. Two surfaces overlap on a ray only if their ranges do:
///
///   least₁ ≤ most₂  and  least₂ ≤ most₁        in vertex codes (vertex_codes.h) along the ray
///
/// Codes are ordered as depths are, so that of ranges without a common code one ends where the other has not
/// begun. Neighbours that lie side by side are told apart by this in almost all tiles.

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "detect/ldi/pixel_grid.h"
#include "detect/ldi/tile_marks.h"

namespace limpet::ldi {

/// What lies beside the pixel box on a ray and is left out. A closed surface is left as often as it is
/// entered, so that one of the two sides of the box is enough to know how often a ray is inside.
struct Skipped {
    std::array<bool, 3> below{}, above{};  ///< by axis

    bool any() const { return below[0] || below[1] || below[2] || above[0] || above[1] || above[2]; }
};

using ImageMarks = std::array<TileMarks, 3>;  ///< by axis

/// Makes a range hold another one. Other threads may do so at the same time: the outcome does not depend on
/// who comes first.
inline void widen_shared(DepthRange& range, DepthRange by) {
    const std::atomic_ref shared(range);
    DepthRange old = shared.load(std::memory_order_relaxed);
    for (;;) {
        const DepthRange both = wider(old, by);
        if (both == old || shared.compare_exchange_weak(old, both, std::memory_order_relaxed)) return;
    }
}

/// Of a surface, by axis and tile.
struct DepthRanges {
    std::array<std::vector<DepthRange>, 3> images;

    void clear(const PixelBox& pixels);
};

/// Marks the tiles of the image along `axis` in which two surfaces may overlap, and at which depths.
/// `unseen`, by surface: sides from which it may reach into the pixel box without a triangle there; if it is
/// both sides of a surface, whole rays are looked at.
void mark_common(const PixelBox& pixels, int axis, const std::array<DepthRanges, 2>& ranges,
                 const std::array<Skipped, 2>& unseen, TileMarks& marks);

/// Narrows such marks by ranges of what windows ask for: where a surface that is counted from in front
/// begins, and where one that is counted from behind ends.
void narrow_common(const PixelBox& pixels, int axis, const std::array<DepthRanges, 2>& ranges,
                   bool whole_rays, TileMarks& marks);

}  // namespace limpet::ldi
