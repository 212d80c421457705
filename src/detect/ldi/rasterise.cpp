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

/// Lanes as bits.
int bits_of(Codes mask) {
    std::uint64_t bits;
    std::memcpy(&bits, &mask, sizeof bits);
    bits &= 0x0000000100010001;
    return static_cast<int>((bits | bits >> 15 | bits >> 30) & 7);
}

}  // namespace

void rasterise(const PixelBox& pixels, const LdiSurface& surface, const Skipped& skipped, const Codes* codes,
               int begin, int end, std::uint32_t flags, SampleLists& samples) {
    std::array<Target, 3> targets = {Target(pixels, surface, flags, 0, samples),
                                     Target(pixels, surface, flags, 1, samples),
                                     Target(pixels, surface, flags, 2, samples)};
    Codes first{1, 1, 1, 0}, last{}, needed_from{}, needed_to{};
    for (int d = 0; d < 3; ++d) {
        last[d] = static_cast<std::int16_t>(pixels.count[d] + 1);
        needed_from[d] = skipped.below[d] ? 1 : 0;
        needed_to[d] = static_cast<std::int16_t>(skipped.above[d] ? last[d] : last[d] + 1);
    }
    for (int t = begin; t < end; ++t) {
        const auto& [i, j, k] = (*surface.triangles)[t];
        const Codes a = codes[i], b = codes[j], c = codes[k];
        const Codes low = a < b ? a : b, high = a < b ? b : a;
        const Codes least = low < c ? low : c, most = high < c ? c : high;
        const Codes from = least > first ? least : first, to = most < last ? most : last;
        const int holds = bits_of(from < to);
        if ((holds & (holds - 1)) == 0) continue;
        const int needed = bits_of((most >= needed_from) & (least <= needed_to));
        const int inside = bits_of((least >= first) & (most <= last));
        const Codes count = to - from, start = from - first;
        for (int w = 0; w < 3; ++w) {
            const int u = (w + 1) % 3, v = (w + 2) % 3, both = 1 << u | 1 << v;
            if ((holds & both) == both && needed >> w & 1)
                targets[w].add(t, {start[u], start[v], count[u], count[v]}, (inside & both) == both);
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
