#pragma once

/// Tiles of 4 × 4 pixels of an image, and those of them in which something is to be done.

#include <array>
#include <cstdint>
#include <vector>

#include "detect/ldi/depth_window.h"
#include "detect/ldi/kernel_constants.h"

namespace limpet::ldi {

inline int tiles_of(int pixels) {
    return (pixels + tile_pixels - 1) >> tile_shift;
}

/// Pixels of an image, by column and row.
struct PixelRange {
    int column, row, columns, rows;
};

/// The tiles that pixels lie in.
inline PixelRange tiles_of(const PixelRange& pixels) {
    const int column = pixels.column >> tile_shift, row = pixels.row >> tile_shift;
    return {column, row, tiles_of(pixels.column + pixels.columns) - column,
            tiles_of(pixels.row + pixels.rows) - row};
}

/// An image's rows are cut into bands, on which one thread works at a time. A band has 4, 8, 16 … rows.
struct Bands {
    int shift = tile_shift;

    explicit Bands(int rows) {
        while ((max_bands << shift) < rows) ++shift;
    }
    int of(int row) const { return row >> shift; }
    int first_row(int band) const { return band << shift; }
    int rows_each() const { return 1 << shift; }
};

struct TileMarks {
    std::vector<std::uint8_t> tiles;  ///< 1 or 0, row by row
    int width = 0;                    ///< in tiles

    // From number():
    std::vector<int> ranks;    ///< by tile, if marked: how many marked ones of its band come before it
    std::vector<int> columns;  ///< of marked tiles, row by row
    std::vector<int> starts;   ///< of rows of tiles in `columns`

    std::vector<DepthWindow> windows = {};  ///< by tile; only those of marked ones mean anything
    /// From set_drawn(), by surface and tile: depths of triangles that are drawn; none where nothing is
    /// marked.
    std::array<std::vector<DepthRange>, 2> drawn = {};

    bool tile(int column, int row) const { return tiles[index(column, row)]; }
    bool pixel(int column, int row) const { return tile(column >> tile_shift, row >> tile_shift); }
    /// Whether a triangle of a surface, in these pixels and depths, is drawn in any tile.
    bool draws(int surface, const PixelRange& pixels, DepthRange depths) const {
        const PixelRange all = tiles_of(pixels);
        const DepthRange* first = drawn[surface].data() + index(all.column, all.row);
        if (all.columns > 2 || all.rows > 2) return any_meets(first, all, depths);
        // Almost always: four corners, without a branch.
        const int right = all.columns - 1, up = (all.rows - 1) * width;
        return any_of_four_meets(FourRanges{first[0], first[right], first[up], first[up + right]}, depths);
    }
    const DepthWindow& window(int column, int row) const { return windows[index(column, row)]; }
    /// The least range that holds all pixels of a range in marked tiles; without rows if there is none.
    PixelRange marked(const PixelRange& pixels) const;

    void set_drawn();
    /// Numbers the marked tiles of an image of so many rows.
    void number(int rows);
    /// Of a pixel in a marked tile, among those of the marked tiles of its band.
    std::uint32_t place(int column, int row) const {
        constexpr int within = tile_pixels - 1;
        return place_of_tile(column >> tile_shift, row >> tile_shift) +
               static_cast<std::uint32_t>((row & within) << tile_shift | (column & within));
    }
    std::uint32_t place_of_tile(int column, int row) const {
        return static_cast<std::uint32_t>(ranks[index(column, row)]) << 2 * tile_shift;
    }

private:
    bool any_meets(const DepthRange* row, const PixelRange& range, DepthRange depths) const {
        for (int k = 0; k < range.rows; ++k, row += width)
            for (int column = 0; column < range.columns; ++column)
                if (meet(row[column], depths)) return true;
        return false;
    }
    std::size_t index(int column, int row) const { return static_cast<std::size_t>(row) * width + column; }
};

}  // namespace limpet::ldi
