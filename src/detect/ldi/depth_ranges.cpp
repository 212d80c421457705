#include "detect/ldi/depth_ranges.h"

namespace limpet::ldi {

void DepthRanges::clear(const PixelBox& pixels) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [columns, rows] = pixels.image(axis);
        images[axis].assign(static_cast<std::size_t>(tiles_of(columns)) * tiles_of(rows), no_depths);
    }
}

void mark_common(const PixelBox& pixels, int axis, const std::array<DepthRanges, 2>& ranges,
                 const std::array<Skipped, 2>& unseen, TileMarks& marks) {
    const DepthRange *first = ranges[0].images[axis].data(), *second = ranges[1].images[axis].data();
    const std::size_t count = ranges[0].images[axis].size();
    marks.width = tiles_of(pixels.image(axis)[0]);
    marks.tiles.resize(count);
    std::uint8_t* out = marks.tiles.data();
    const int behind = pixels.count[axis] + 2;
    // What a surface with any depth is widened by.
    std::array<int, 2> least, most;
    for (int k = 0; k < 2; ++k) {
        least[k] = unseen[k].below[axis] ? 0 : behind;
        most[k] = unseen[k].above[axis] ? behind : 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const int least1 = least_of(first[i]), most1 = most_of(first[i]);
        const int least2 = least_of(second[i]), most2 = most_of(second[i]);
        const bool meet = (std::min(least1, least[0]) <= std::max(most2, most[1])) &
                          (std::min(least2, least[1]) <= std::max(most1, most[0]));
        out[i] = meet & (least1 <= most1) & (least2 <= most2);
    }
}

}  // namespace limpet::ldi
