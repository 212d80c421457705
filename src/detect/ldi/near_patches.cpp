#include "detect/ldi/near_patches.h"

namespace limpet::ldi {

void NearPatches::find(const PixelBox& pixels, const Skipped& skipped, const Patches& all) {
    const Selection selection(pixels, skipped);
    const VertexCoder coder(pixels);
    patches.resize(all.count());
    boxes.resize(all.count());
    images.resize(all.count());
    std::size_t count = 0;
    for (int patch = 0; patch < all.count(); ++patch) {
        const Patches::Bounds& bounds = all.bounds(patch);
        patches[count] = patch;
        boxes[count] = {coder.code(bounds.low), coder.code(bounds.high)};
        images[count] = selection.images(boxes[count]);
        count += any(images[count]);
    }
    resize(count);
}

void NearPatches::widen_tiles(const PixelBox& pixels, const Skipped& skipped, DepthRanges& ranges) const {
    const Selection selection(pixels, skipped);
    std::array<int, 3> width;
    for (int axis = 0; axis < 3; ++axis) width[axis] = tiles_of(pixels.image(axis)[0]);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const CodeBox& box = boxes[i];
        for (int axis = 0; axis < 3; ++axis) {
            if (!images[i][axis]) continue;
            const PixelRange tiles = tiles_of(selection.range(box, axis));
            const DepthRange depths = box.depths(axis);
            for (int row = tiles.row; row < tiles.row + tiles.rows; ++row) {
                DepthRange* const first =
                    ranges.images[axis].data() + static_cast<std::size_t>(row) * width[axis] + tiles.column;
                for (int column = 0; column < tiles.columns; ++column)
                    first[column] = wider(first[column], depths);
            }
        }
    }
}

void NearPatches::keep_drawn(const PixelBox& pixels, const Skipped& skipped, const ImageMarks& marks,
                             int surface) {
    const Selection selection(pixels, skipped);
    std::size_t count = 0;
    for (std::size_t i = 0; i < patches.size(); ++i) {
        const CodeBox box = boxes[i];
        Codes in = images[i];
        for (int axis = 0; axis < 3; ++axis)
            if (in[axis] && !marks[axis].draws(surface, selection.range(box, axis), box.depths(axis)))
                in[axis] = 0;
        patches[count] = patches[i];
        boxes[count] = box;
        images[count] = in;
        count += any(in);
    }
    resize(count);
}

void NearPatches::resize(std::size_t count) {
    patches.resize(count);
    boxes.resize(count);
    images.resize(count);
}

}  // namespace limpet::ldi
