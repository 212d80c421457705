#pragma once

/// The cells of a regular grid that a solid's surface passes through, found block by block. Internal to
/// isosurface().

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "shapes/distance/signed_distance.h"

namespace limpet::iso {

using Index3 = std::array<int, 3>;

/// Cells along a side of a block: few, so that few parts of a solid matter in it.
inline constexpr int block_cells = 4;
inline constexpr int block_corners = block_cells + 1;

/// Side of a cell over mean edge length of the triangles it leads to, measured on spheres.
inline constexpr double cell_per_edge = 1.107;

struct Grid {
    Vec3 origin;      ///< of cell (0, 0, 0) [m]
    double cell = 0;  ///< side of a cell [m]
    Index3 blocks{};  ///< number of blocks along each axis

    Vec3 corner(const Index3& i) const { return origin + cell * Vec3(i[0], i[1], i[2]); }
};

/// A piece of surface inside one cell: a closed line over the cell's faces, around which the surface is a
/// disc.
struct Loop {
    std::uint16_t cell;   ///< in its block, x fastest
    std::uint16_t edges;  ///< the cell's edges it runs through, as bits
};

/// A block the surface passes through.
struct Block {
    Index3 place{};                               ///< in blocks
    std::shared_ptr<const SignedDistance> solid;  ///< for points of the block and a margin of two cells
    Vec3 center;                                  ///< of the ball `solid` is good in
    double radius = 0;                            ///< of that ball [m]
    std::array<float, block_corners * block_corners * block_corners>
        value;  ///< at corners, x fastest; inside: < 0
    std::array<int, block_cells * block_cells * block_cells + 1> first_loop;  ///< of each cell, in `loops`
    std::vector<Loop> loops;                                                  ///< by cell
    std::vector<std::pair<int, int>> joined;  ///< (cell, face) whose inside corners are joined, see loops
    int first_vertex = 0;                     ///< number of the vertex that stands for loops[0]
};

inline int corner_number(int x, int y, int z) {
    return x + block_corners * (y + block_corners * z);
}
inline int cell_number(int x, int y, int z) {
    return x + block_cells * (y + block_cells * z);
}

inline Index3 cell_place(int cell) {
    return {cell % block_cells, cell / block_cells % block_cells, cell / (block_cells * block_cells)};
}

/// All blocks that may hold surface, in a fixed order, with values at their corners. Throws InputError if
/// there are more than `most`.
std::vector<Block> surface_blocks(const SignedDistance& solid, const Grid& grid, std::size_t most);

}  // namespace limpet::iso
