#include "detect/ldi/tile_marks.h"

#include <algorithm>

namespace limpet::ldi {

PixelRange TileMarks::marked(const PixelRange& pixels) const {
    const PixelRange all = tiles_of(pixels);
    int left = all.columns, right = 0, bottom = all.rows, top = 0;
    for (int row = 0; row < all.rows; ++row)
        for (int column = 0; column < all.columns; ++column) {
            if (!tile(all.column + column, all.row + row)) continue;
            left = std::min(left, column);
            right = std::max(right, column + 1);
            bottom = std::min(bottom, row);
            top = row + 1;
        }
    if (top == 0) return {pixels.column, pixels.row, 0, 0};
    const auto from = [](int tile, int begin) { return std::max(begin, tile << tile_shift); };
    const auto to = [](int tile, int end) { return std::min(end, tile << tile_shift); };
    const int column = from(all.column + left, pixels.column), row = from(all.row + bottom, pixels.row);
    return {column, row, to(all.column + right, pixels.column + pixels.columns) - column,
            to(all.row + top, pixels.row + pixels.rows) - row};
}

void TileMarks::number(int rows) {
    const Bands bands(rows);
    const int tile_rows = tiles_of(rows);
    columns.clear();
    ranks.resize(tiles.size());
    starts.assign(1, 0);
    int first_of_band = 0;
    for (int row = 0; row < tile_rows; ++row) {
        const int pixel_row = row << tile_shift;
        if (pixel_row == bands.first_row(bands.of(pixel_row)))
            first_of_band = static_cast<int>(columns.size());
        for (int column = 0; column < width; ++column) {
            if (!tile(column, row)) continue;
            ranks[index(column, row)] = static_cast<int>(columns.size()) - first_of_band;
            columns.push_back(column);
        }
        starts.push_back(static_cast<int>(columns.size()));
    }
}

void TileMarks::set_drawn() {
    for (int surface = 0; surface < 2; ++surface) {
        drawn[surface].resize(tiles.size());
        for (std::size_t i = 0; i < tiles.size(); ++i)
            drawn[surface][i] = tiles[i] ? windows[i].drawn(surface) : no_depths;
    }
}

}  // namespace limpet::ldi
