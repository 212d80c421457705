#include "detect/ldi/rasterise.h"

#include <span>

#include "detect/ldi/coverage.h"
#include "detect/ldi/kernel_constants.h"
#include "detect/ldi/small_triangles.h"
#include "detect/ldi/tile_cover.h"

namespace limpet::ldi {
namespace {

/// A triangle of any size.
void rasterise_large(const SurfaceImage& image, int triangle, const PixelRange& all, ImageLists& lists) {
    const PixelRange range = image.marks.marked(all);
    if (range.rows == 0) return;
    const auto& [a, b, c] = (*image.surface.triangles)[triangle];
    const std::vector<Vec3>& positions = *image.surface.positions;
    std::array<const double*, 3> points = {positions[a].data(), positions[b].data(), positions[c].data()};
    Corners corners = corners_of(image.pixels, points, image.axis);
    const int turn = turning(corners);
    if (turn == 0) return;
    std::uint32_t id = static_cast<std::uint32_t>(triangle) | image.flags;
    if (turn < 0) {
        std::swap(corners.u[1], corners.u[2]);
        std::swap(corners.v[1], corners.v[2]);
        std::swap(points[1], points[2]);
        id |= entry_bit;
    }
    const double z = points[0][image.axis], z1 = points[1][image.axis] - z, z2 = points[2][image.axis] - z;
    move_origin(corners, range.column, range.row);
    const auto visit = [&, first_column = range.column, first_row = range.row](int column, int row, double e0,
                                                                               double e1, double e2) {
        if (!image.marks.pixel(first_column + column, first_row + row)) return;
        lists.add(first_column + column, first_row + row, z + (e1 * z1 + e2 * z2) / (e0 + e1 + e2), id);
    };
    cover<Int128>(corners, range.columns, range.rows, visit);
}

/// Below 2²⁵ steps.
void rasterise_tiles(const SurfaceImage& image, int triangle, const PixelRange& range, ImageLists& lists) {
    const TileCover triangle_cover(image, triangle, range.column, range.row);
    if (triangle_cover.turn() == 0) return;
    const std::uint32_t id =
        static_cast<std::uint32_t>(triangle) | image.flags | (triangle_cover.turn() < 0 ? entry_bit : 0);
    const PixelRange tiles = tiles_of(range);
    for (int tile_row = tiles.row; tile_row < tiles.row + tiles.rows; ++tile_row) {
        const int first = tile_row << tile_shift;
        const int begin = std::max(first, range.row),
                  end = std::min(first + tile_pixels, range.row + range.rows);
        SampleList& list = lists.of_row(begin);
        for (int tile = tiles.column; tile < tiles.column + tiles.columns; ++tile) {
            if (!image.marks.tile(tile, tile_row)) continue;
            const std::uint32_t place = image.marks.place_of_tile(tile, tile_row);
            Sample* next = list.room_for(tile_pixels * tile_pixels + 1);
            for (int row = begin; row < end; ++row)
                next = triangle_cover.write((tile << tile_shift) - range.column, row - range.row,
                                            place + ((row - first) << tile_shift), id, next);
            list.append(next);
        }
    }
}

bool is_small(const SurfaceImage& image, int triangle) {
    const auto& [a, b, c] = (*image.surface.triangles)[triangle];
    const std::vector<Vec3>& p = *image.surface.positions;
    return corners_of(image.pixels, {p[a].data(), p[b].data(), p[c].data()}, image.axis).extent() <
           max_exact_difference;
}

/// Those of some candidates in marked tiles.
class MarkedCandidates {
public:
    MarkedCandidates(const SurfaceImage& image, ImageLists& lists)
        : image_(image), lists_(lists), small_(image, lists) {}

    /// Has to be called at the end.
    void flush() { small_.flush(); }
    void rasterise(std::span<const Candidate> candidates) {
        std::array<int, candidates_drawn_at_once> marked;
        int count = 0;
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            marked[count] = static_cast<int>(i);
            count +=
                image_.marks.draws(on_second(image_.flags), candidates[i].pixels(), candidates[i].depths);
        }
        for (int i = 0; i < count; ++i) take(candidates[marked[i]]);
    }

private:
    void take(const Candidate& candidate) {
        const PixelRange range = candidate.pixels();
        const int triangle = candidate.triangle;
        if (triangle < 0 && !is_small(image_, ~triangle))
            rasterise_large(image_, ~triangle, range, lists_);
        else if (triangle >= 0 && std::max(range.columns, range.rows) <= SmallTriangles::most_pixels)
            small_.add(triangle, range);
        else
            rasterise_tiles(image_, triangle < 0 ? ~triangle : triangle, range, lists_);
    }

    const SurfaceImage& image_;
    ImageLists& lists_;
    SmallTriangles small_;
};

}  // namespace

void rasterise(const PixelBox& pixels, const LdiSurface& surface, const CandidateLists& candidates,
               const ImageMarks& marks, std::uint32_t flags, SampleLists& samples) {
    for (int axis = 0; axis < 3; ++axis) {
        const SurfaceImage image{pixels, surface, flags, axis, marks[axis]};
        ImageLists lists(pixels, axis, marks[axis], samples);
        MarkedCandidates marked(image, lists);
        const std::span all(candidates[axis].all.data(), candidates[axis].used);
        for (std::size_t begin = 0; begin < all.size(); begin += candidates_drawn_at_once)
            marked.rasterise(all.subspan(begin, std::min(candidates_drawn_at_once, all.size() - begin)));
        marked.flush();
    }
}

std::array<double, 3> weights_at(const PixelBox& pixels, const LdiSurface& surface, int triangle, int axis,
                                 int column, int row) {
    const Triangle& t = (*surface.triangles)[triangle];
    const std::vector<Vec3>& positions = *surface.positions;
    Corners corners =
        corners_of(pixels, {positions[t[0]].data(), positions[t[1]].data(), positions[t[2]].data()}, axis);
    move_origin(corners, column, row);
    return corners.extent() < max_exact_difference ? weights_at_origin<double>(corners)
                                                   : weights_at_origin<Int128>(corners);
}

}  // namespace limpet::ldi
