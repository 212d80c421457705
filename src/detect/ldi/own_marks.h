#pragma once

/// Where a closed surface may overlap itself, without looking at its rays one by one.
///
/// Depths along an image's axis are cut into slabs, s = 0, 1 … At a depth in slab k a ray has entered the
/// surface at most C_k times more than it has left it:
///
///   C_k(p) = Σ ±1 over the triangles of A_k that cover p        + entries, − exits
///   A_k    = entries with s(least depth) ≤ k  and  exits with s(most depth) < k
///
/// In such a sum each edge between two triangles of A_k is run through both ways and cancels. What is left is
/// the rim of A_k, where the surface turns over or reaches into the next slab:
///
///   C_k(p) = Σ ±1 over the rim's edges below p        − where they run to the right, + where to the left
///
/// All rays count as moved by (ε, ε²), as in rasterise.h, so that C is exact. Where no C_k is above 1 there
/// is no overlap: in the other tiles it lies in slabs whose C_k is.

#include <vector>

#include "detect/ldi/depth_ranges.h"
#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/topology.h"

namespace limpet::ldi {

/// Keeps its memory from call to call.
class OwnMarks {
public:
    /// Looks at a closed surface that lies in the pixel box.
    void look_at(const PixelBox& pixels, const LdiSurface& surface, const std::vector<SharedEdge>& edges);

    /// Marks the tiles of the image along `axis` in which a C_k is above 1, and the depths of these k.
    void mark(const PixelBox& pixels, int axis, TileMarks& marks);

private:
    using Steps = std::int32_t __attribute__((vector_size(16)));  ///< x, y, z, and 0
    using Bytes = std::uint32_t;  ///< one for each of x, y and z, from the lowest on

    /// The first pixel above a rim in its column, and the slabs k that have this rim, the later one first if
    /// it runs to the right; in one number that sorts them by pixel.
    struct Crossing {
        std::uint64_t bits = 0;

        Crossing() = default;
        Crossing(int column, int row, std::uint8_t from, std::uint8_t to)
            : bits(std::uint64_t(column) << 48 | std::uint64_t(row) << 32 | std::uint64_t{from} << 8 |
                   std::uint64_t{to}) {}
        int column() const { return static_cast<int>(bits >> 48); }
        int row() const { return static_cast<int>(bits >> 32 & 0xffff); }
        std::uint8_t from() const { return static_cast<std::uint8_t>(bits >> 8); }
        std::uint8_t to() const { return static_cast<std::uint8_t>(bits); }
    };

    void find_rim(const std::vector<SharedEdge>& edges, int axis);
    void find_crossings(const PixelBox& pixels, int axis, std::vector<Crossing>& crossings) const;
    /// Sorts the crossings; returns where each column's begin.
    const std::vector<int>& sort_by_pixel(int axis, int columns, int rows);

    std::vector<Steps> snapped_;     ///< by vertex, from the first pixel centre
    std::vector<Bytes> first_slab_;  ///< by triangle and axis: the least k of whose A_k it is part
    /// By axis: edges between triangles that differ in it, with room for all.
    std::array<std::vector<SharedEdge>, 3> rim_;
    std::array<std::size_t, 3> rim_size_{};
    std::array<std::vector<Crossing>, 3> crossings_, by_row_;
    std::array<std::vector<int>, 3> starts_;
    std::array<std::vector<std::uint16_t>, 3> slabs_;  ///< by tile: a bit for each k
};

}  // namespace limpet::ldi
