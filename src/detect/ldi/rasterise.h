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
    std::uint32_t pixel;  ///< its place among the marked ones of its band (tile_marks.h)
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

/// Samples one after the other.
class SampleList {
public:
    void clear() { used_ = 0; }
    bool empty() const { return used_ == 0; }
    const Sample* begin() const { return samples_.data(); }
    const Sample* end() const { return samples_.data() + used_; }
    /// Where so many more may be written; append() says how many were.
    Sample* room_for(std::size_t count) {
        if (samples_.size() < used_ + count) samples_.resize(2 * samples_.size() + count);
        return samples_.data() + used_;
    }
    void append(const Sample* end) { used_ = end - samples_.data(); }

private:
    std::vector<Sample> samples_;
    std::size_t used_ = 0;
};

/// By axis and band.
using SampleLists = std::array<std::array<SampleList, max_bands>, 3>;

/// Those of one image.
class ImageLists {
public:
    ImageLists(const PixelBox& pixels, int axis, const TileMarks& marks, SampleLists& samples)
        : bands_(pixels.image(axis)[1]), marks_(marks), lists_(samples[axis]) {}

    SampleList& of_row(int row) { return lists_[bands_.of(row)]; }
    /// In a marked tile.
    void add(int column, int row, double depth, std::uint32_t id) {
        SampleList& list = of_row(row);
        Sample* next = list.room_for(1);
        *next = {depth, marks_.place(column, row), id};
        list.append(next + 1);
    }

private:
    Bands bands_;
    const TileMarks& marks_;
    std::array<SampleList, max_bands>& lists_;
};

/// A surface in the image along `axis`.
struct SurfaceImage {
    const PixelBox& pixels;
    const LdiSurface& surface;
    std::uint32_t flags;  ///< of its samples
    int axis;
    const TileMarks& marks;
};

/// Appends what rays meet of a surface's candidates in tiles that are marked and numbered, as far as their
/// windows ask for it. `flags` are those of the surface (second_bit or none).
void rasterise(const PixelBox& pixels, const LdiSurface& surface, const CandidateLists& candidates,
               const ImageMarks& marks, std::uint32_t flags, SampleLists& samples);

/// Weights of a triangle's vertices at a pixel centre of the image along `axis`; they sum to 1.
std::array<double, 3> weights_at(const PixelBox& pixels, const LdiSurface& surface, int triangle, int axis,
                                 int column, int row);

}  // namespace limpet::ldi
