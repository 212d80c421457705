#include "detect/ldi/rasterise.h"

#include <cstring>

#include "detect/ldi/coverage.h"
#include "detect/ldi/probes.h"

namespace limpet::ldi {
namespace {

/// Ranges of at most so many pixels are probed pixel by pixel, several at once.
constexpr int most_probes = 6;
constexpr int probes_at_once = 256;

/// Pixels of an image, by column and row.
struct PixelRange {
    int column, row, columns, rows;
};

/// Any triangle, one at a time.
void rasterise_one(const SurfaceImage& image, const PixelRange& range, int triangle, ImageLists& lists) {
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
    const auto visit = [&](int column, int row, double e0, double e1, double e2) {
        lists.add(range.column + column, range.row + row, z + (e1 * z1 + e2 * z2) / (e0 + e1 + e2), id);
    };
    if (corners.extent() < small_triangle)
        cover<double>(corners, range.columns, range.rows, visit);
    else
        cover<Int128>(corners, range.columns, range.rows, visit);
}

/// What one image gets of a surface.
class Target {
public:
    Target(const PixelBox& pixels, const LdiSurface& surface, std::uint32_t flags, int axis,
           SampleLists& samples)
        : image_{pixels, surface, flags, axis}, lists_(pixels, axis, samples) {}

    void add(int triangle, const PixelRange& range, bool is_inside) {
        const int count = range.columns * range.rows;
        if (!is_inside || count > most_probes) {
            rasterise_one(image_, range, triangle, lists_);
            return;
        }
        if (used_ + count > probes_at_once) flush();
        for (int row = 0; row < range.rows; ++row)
            for (int column = 0; column < range.columns; ++column)
                probes_[used_++] = {triangle, static_cast<std::int16_t>(range.column + column),
                                    static_cast<std::int16_t>(range.row + row)};
    }
    void flush() {
        probe(image_, std::span(probes_.data(), used_), lists_);
        used_ = 0;
    }

private:
    SurfaceImage image_;
    ImageLists lists_;
    std::array<Probe, probes_at_once> probes_;
    int used_ = 0;
};

/// A triangle's box in codes.
struct CodeBox {
    Codes least, most;

    CodeBox(const Triangle& t, const Codes* codes) {
        const Codes a = codes[t[0]], b = codes[t[1]], c = codes[t[2]];
        const Codes low = a < b ? a : b, high = a < b ? b : a;
        least = low < c ? low : c;
        most = high < c ? c : high;
    }
};

/// What triangles are asked for.
struct Selection {
    Codes first{1, 1, 1, 0}, last{};              ///< codes in the pixel box
    Codes needed_from{}, needed_to{0, 0, 0, -1};  ///< what lies beyond it along a ray is left out

    Selection(const PixelBox& pixels, const Skipped& skipped) {
        for (int d = 0; d < 3; ++d) {
            last[d] = static_cast<std::int16_t>(pixels.count[d] + 1);
            needed_from[d] = skipped.below[d] ? 1 : 0;
            needed_to[d] = static_cast<std::int16_t>(skipped.above[d] ? last[d] : last[d] + 1);
        }
    }
    Codes from(const CodeBox& box) const { return box.least > first ? box.least : first; }
    Codes to(const CodeBox& box) const { return box.most < last ? box.most : last; }
    /// For each axis whether pixel centres of its image lie in the box, as a mask.
    Codes images(const CodeBox& box) const {
        const Codes holds = from(box) < to(box);
        return __builtin_shufflevector(holds, holds, 1, 2, 0, 3) &
               __builtin_shufflevector(holds, holds, 2, 0, 1, 3) & (box.most >= needed_from) &
               (box.least <= needed_to);
    }
};

/// Writes those of triangles [begin, end) that are in an image, and returns their number.
int select(const Selection& selection, const Triangle* triangles, const Codes* codes, int begin, int end,
           int* selected) {
    int count = 0;
    for (int t = begin; t < end; ++t) {
        const Codes images = selection.images(CodeBox(triangles[t], codes));
        std::uint64_t any;
        std::memcpy(&any, &images, sizeof any);
        selected[count] = t;
        count += any != 0;
    }
    return count;
}

}  // namespace

void rasterise(const PixelBox& pixels, const LdiSurface& surface, const Skipped& skipped, const Codes* codes,
               int begin, int end, std::uint32_t flags, SampleLists& samples) {
    std::array<Target, 3> targets = {Target(pixels, surface, flags, 0, samples),
                                     Target(pixels, surface, flags, 1, samples),
                                     Target(pixels, surface, flags, 2, samples)};
    const Selection selection(pixels, skipped);
    const Triangle* triangles = surface.triangles->data();
    constexpr int at_once = 512;
    std::array<int, at_once> selected;
    for (int from = begin; from < end; from += at_once) {
        const int count =
            select(selection, triangles, codes, from, std::min(end, from + at_once), selected.data());
        for (int i = 0; i < count; ++i) {
            const CodeBox box(triangles[selected[i]], codes);
            const Codes images = selection.images(box);
            const Codes inside = (box.least >= selection.first) & (box.most <= selection.last);
            const Codes start = selection.from(box) - selection.first,
                        size = selection.to(box) - selection.from(box);
            if (images[0])
                targets[0].add(selected[i], {start[1], start[2], size[1], size[2]}, inside[1] & inside[2]);
            if (images[1])
                targets[1].add(selected[i], {start[2], start[0], size[2], size[0]}, inside[2] & inside[0]);
            if (images[2])
                targets[2].add(selected[i], {start[0], start[1], size[0], size[1]}, inside[0] & inside[1]);
        }
    }
    for (Target& target : targets) target.flush();
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
