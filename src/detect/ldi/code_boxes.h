#pragma once

/// Boxes of triangles, and of patches of them, in vertex codes, and what a pair's images ask of them.

#include <cstring>

#include "detect/ldi/depth_ranges.h"
#include "detect/ldi/vertex_codes.h"

namespace limpet::ldi {

struct CodeBox {
    Codes least{}, most{};

    static CodeBox of(Codes a, Codes b, Codes c) {
        const Codes low = a < b ? a : b, high = a < b ? b : a;
        return {low < c ? low : c, high < c ? c : high};
    }
    DepthRange depths(int axis) const { return depth_range(least[axis], most[axis]); }
};

/// Which boxes are asked for.
struct Selection {
    Codes first{1, 1, 1, 0}, last{};              ///< codes in the pixel box
    Codes needed_from{}, needed_to{0, 0, 0, -1};  ///< what lies beyond it along a ray is left out

    Selection(const PixelBox& pixels, const Skipped& skipped) {
        for (int d = 0; d < 3; ++d) {
            last[d] = static_cast<std::int16_t>(pixels.count[d] + 1);
            needed_from[d] = skipped.below[d] ? 1 : 0;
            needed_to[d] = static_cast<std::int16_t>(skipped.above[d] ? last[d] : last[d] + 1);
        }
    }
    Codes from(const CodeBox& box) const { return box.least > first ? box.least : first; }
    Codes to(const CodeBox& box) const { return box.most < last ? box.most : last; }
    /// For each axis whether pixel centres of its image lie in the box, as a mask.
    Codes images(const CodeBox& box) const {
        const Codes holds = from(box) < to(box);
        return __builtin_shufflevector(holds, holds, 1, 2, 0, 3) &
               __builtin_shufflevector(holds, holds, 2, 0, 1, 3) & (box.most >= needed_from) &
               (box.least <= needed_to);
    }
    /// Pixels of the image along `axis` in a box that is in it.
    PixelRange range(const CodeBox& box, int axis) const {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        const Codes begin = from(box) - first, size = to(box) - from(box);
        return {begin[u], begin[v], size[u], size[v]};
    }
};

inline bool any(const Codes& mask) {
    std::uint64_t bits;
    std::memcpy(&bits, &mask, sizeof bits);
    return bits != 0;
}

}  // namespace limpet::ldi
