#include "detect/ldi/rasterise.h"

#include <span>

#include "detect/ldi/coverage.h"
#include "detect/ldi/probes.h"

namespace limpet::ldi {
namespace {

constexpr std::size_t probes_at_once = 256;

/// Any triangle, one at a time.
void rasterise_one(const SurfaceImage& image, const LargeTriangle& large, const TileMarks* marks,
                   ImageLists& lists) {
    const int triangle = large.triangle;
    const PixelRange range = marks ? marks->marked(large.range) : large.range;
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
        if (marks && !marks->pixel(first_column + column, first_row + row)) return;
        lists.add(first_column + column, first_row + row, z + (e1 * z1 + e2 * z2) / (e0 + e1 + e2), id);
    };
    if (corners.extent() < small_triangle)
        cover<double>(corners, range.columns, range.rows, visit);
    else
        cover<Int128>(corners, range.columns, range.rows, visit);
}

/// Probes in tiles that are marked, or in all.
void probe_marked(const SurfaceImage& image, std::span<const Probe> probes, const TileMarks* marks,
                  ImageLists& lists) {
    if (!marks) {
        probe(image, probes, lists);
        return;
    }
    std::array<Probe, probes_at_once> marked;
    for (std::size_t begin = 0; begin < probes.size(); begin += probes_at_once) {
        std::size_t count = 0;
        for (const Probe& one : probes.subspan(begin, std::min(probes.size() - begin, probes_at_once))) {
            marked[count] = one;
            count += marks->pixel(one.column, one.row);
        }
        probe(image, std::span(marked.data(), count), lists);
    }
}

}  // namespace

void rasterise(const PixelBox& pixels, const LdiSurface& surface, const CandidateLists& candidates,
               const ImageMarks* marked, std::uint32_t flags, SampleLists& samples) {
    for (int axis = 0; axis < 3; ++axis) {
        const SurfaceImage image{pixels, surface, flags, axis};
        ImageLists lists(pixels, axis, samples);
        const TileMarks* marks = marked ? &(*marked)[axis] : nullptr;
        for (const LargeTriangle& large : candidates[axis].large) rasterise_one(image, large, marks, lists);
        probe_marked(image, std::span(candidates[axis].probes.data(), candidates[axis].used), marks, lists);
    }
}

std::array<double, 3> weights_at(const PixelBox& pixels, const LdiSurface& surface, int triangle, int axis,
                                 int column, int row) {
    const Triangle& t = (*surface.triangles)[triangle];
    const std::vector<Vec3>& positions = *surface.positions;
    Corners corners =
        corners_of(pixels, {positions[t[0]].data(), positions[t[1]].data(), positions[t[2]].data()}, axis);
    move_origin(corners, column, row);
    return corners.extent() < small_triangle ? weights_at_origin<double>(corners)
                                             : weights_at_origin<Int128>(corners);
}

}  // namespace limpet::ldi
