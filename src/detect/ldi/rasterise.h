#pragma once

/// Where the rays of three images meet triangles.
///
/// A triangle a, b, c that turns counter-clockwise in an image covers a pixel centre p if each of its edges
/// has it on its left,
///
///   e_c = (b − a) × (p − a) > 0,  or  e_c = 0 and (b_v < a_v, or b_v = a_v and b_u > a_u)
///
/// which is the same as moving all pixel centres by (ε, ε²). So a centre on an edge belongs to one of the two
/// triangles that share it, one on a vertex to one of its fan or to as many in front as behind, and a
/// triangle without area to none: a closed surface is entered as often as it is left on every ray. Positions
/// are whole numbers of steps, so that e is exact: in double up to triangles of 2²⁵ steps, beyond that in 128
/// bits. Depths are interpolated by the weights e / (e_a + e_b + e_c).

#include <vector>

#include "detect/ldi/candidates.h"
#include "detect/ldi/overlap_volumes.h"
#include "detect/ldi/pixel_grid.h"

namespace limpet::ldi {

/// A ray met a triangle.
struct Sample {
    double depth;         ///< along the ray [m]
    std::uint32_t pixel;  ///< within its band of rows
    std::uint32_t id;     ///< see below
};

/// Leaves sort before entries, so that surfaces which only touch do not overlap.
inline constexpr std::uint32_t entry_bit = 1u << 31, second_bit = 1u << 30;
inline bool is_entry(std::uint32_t id) {
    return id & entry_bit;
}
inline bool on_second(std::uint32_t id) {
    return id & second_bit;
}
inline int triangle_of(std::uint32_t id) {
    return static_cast<int>(id & (second_bit - 1));
}

/// An image's rows are cut into bands, on which one thread works at a time. A band has 4, 8, 16 … rows.
struct Bands {
    static constexpr int most = 24;
    int shift = 2;

    explicit Bands(int rows) {
        while ((most << shift) < rows) ++shift;
    }
    int of(int row) const { return row >> shift; }
    int first_row(int band) const { return band << shift; }
    int rows_each() const { return 1 << shift; }
};

/// Samples by axis and band.
using SampleLists = std::array<std::array<std::vector<Sample>, Bands::most>, 3>;

/// Those of one image.
class ImageLists {
public:
    ImageLists(const PixelBox& pixels, int axis, SampleLists& samples)
        : width_(pixels.image(axis)[0]), bands_(pixels.image(axis)[1]), lists_(samples[axis]) {}

    void add(int column, int row, double depth, std::uint32_t id) {
        const int band = bands_.of(row);
        lists_[band].push_back(
            {depth, static_cast<std::uint32_t>((row - bands_.first_row(band)) * width_ + column), id});
    }

private:
    int width_;
    Bands bands_;
    std::array<std::vector<Sample>, Bands::most>& lists_;
};

/// Appends what rays meet of a surface's candidates in tiles that are marked; without marks in all. `flags`
/// are those of the surface (second_bit or none).
void rasterise(const PixelBox& pixels, const LdiSurface& surface, const CandidateLists& candidates,
               const ImageMarks* marked, std::uint32_t flags, SampleLists& samples);

/// Weights of a triangle's vertices at a pixel centre of the image along `axis`; they sum to 1.
std::array<double, 3> weights_at(const PixelBox& pixels, const LdiSurface& surface, int triangle, int axis,
                                 int column, int row);

}  // namespace limpet::ldi
