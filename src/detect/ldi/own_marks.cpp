#include "detect/ldi/own_marks.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "core/lanes.h"
#include "core/parallel.h"
#include "detect/ldi/kernel_constants.h"
#include "detect/ldi/ldi_check.h"

namespace limpet::ldi {
namespace {

constexpr std::int64_t mark_steps = static_cast<std::int64_t>(steps);

/// Products of two positions in the pixel box have to fit in 64 bits, with a bit to spare.
static_assert(max_pixels_per_side * steps < 1 << 30);

/// ⌈x / by⌉, by > 0: from an estimate of x / by that is off by one at most, what is right of it. Dividing
/// whole numbers takes several times as long.
std::int64_t ceil_divided(std::int64_t x, std::int64_t by, double estimate) {
    auto quotient = static_cast<std::int64_t>(estimate);
    while (quotient * by < x) ++quotient;
    while ((quotient - 1) * by >= x) --quotient;
    return quotient;
}

/// First pixel centre at or behind a position.
int centre_from(std::int64_t position) {
    static_assert(std::has_single_bit(static_cast<std::uint64_t>(mark_steps)));
    return static_cast<int>((position + mark_steps - 1) >>
                            std::countr_zero(static_cast<std::uint64_t>(mark_steps)));
}

using WideSteps = std::int64_t __attribute__((vector_size(32)));
/// Products of two edges that are shorter, and their differences, are exact in double [steps].
constexpr double exact_in_double = 1 << 26;

/// A mask: whether a triangle with these two edges turns counter-clockwise in each image. `Wide` has its area
/// without rounding.
template <class Wide, class Steps>
Steps is_area_positive(Steps first, Steps second) {
    const Wide p = __builtin_convertvector(first, Wide), q = __builtin_convertvector(second, Wide);
    const Wide area = __builtin_shufflevector(p, p, 1, 2, 0, 3) * __builtin_shufflevector(q, q, 2, 0, 1, 3) -
                      __builtin_shufflevector(p, p, 2, 0, 1, 3) * __builtin_shufflevector(q, q, 1, 2, 0, 3);
    return __builtin_convertvector(area > 0, Steps);
}

struct Point {
    std::int64_t u, v;
};

/// Calls visit(column, row) with the lowest pixel of each column that lies above an edge from left to right.
template <class Visit>
void for_each_column(const Point& from, const Point& to, Visit&& visit) {
    const int first = centre_from(from.u), end = centre_from(to.u);
    if (first >= end) return;
    const std::int64_t du = to.u - from.u, dv = to.v - from.v;
    const std::int64_t least = dv <= 0 ? 0 : 1, by = du * mark_steps;
    const double share = 1 / static_cast<double>(by);
    std::int64_t above = least + du * from.v + dv * (first * mark_steps - from.u);
    for (int column = first; column < end; ++column, above += dv * mark_steps)
        visit(column, ceil_divided(above, by, static_cast<double>(above) * share));
}

using Counts = std::int16_t __attribute__((vector_size(own_slabs * sizeof(std::int16_t))));

/// By a slab: 1 for each slab before it.
constexpr auto slabs_before = [] {
    std::array<std::array<std::int16_t, own_slabs>, own_slabs + 1> before{};
    for (int end = 0; end <= own_slabs; ++end)
        for (int slab = 0; slab < end; ++slab) before[end][slab] = 1;
    return before;
}();

/// C_k of all slabs.
class SlabCounts {
public:
    /// Adds 1 from one slab to before another one; takes 1 away if they come the other way round.
    void add(int from, int to) { counts_ += before(to) - before(from); }
    /// A bit for each slab.
    std::uint16_t above_one() const {
        const Counts bits{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768};
        const Counts above = (counts_ > 1) & bits;
        std::array<std::uint64_t, own_slabs / 4> words;
        std::memcpy(words.data(), &above, sizeof words);
        const std::uint64_t half = (words[0] | words[1] | words[2] | words[3]), quarter = half | half >> 32;
        return static_cast<std::uint16_t>(quarter | quarter >> 16);
    }

private:
    static Counts before(int slab) {
        Counts ones;
        std::memcpy(&ones, slabs_before[slab].data(), sizeof ones);
        return ones;
    }
    Counts counts_{};
};

/// Slabs are as thick as so many pixels: codes of what lies in some of them, with one to spare.
DepthWindow window_of(std::uint16_t above, int pixels) {
    const int first = std::countr_zero(above), end = own_slabs - std::countl_zero(above), behind = pixels + 2;
    const int least = first * (pixels + 1) / own_slabs - 1,
              most = (end * (pixels + 1) + own_slabs - 1) / own_slabs + 2;
    DepthWindow window;
    window.begin_at(least);
    window.end_at(most, behind);
    window.from_behind = window.from - DepthWindow::front > behind - std::min<int>(window.to, behind);
    return window;
}

}  // namespace

void OwnMarks::look_at(const PixelBox& pixels, const LdiSurface& surface,
                       const std::vector<SharedEdge>& edges) {
    const std::vector<Vec3>& positions = *surface.positions;
    snapped_.resize(positions.size());
    parallel_blocks(static_cast<int>(positions.size()), own_marks_per_task, [&](int begin, int end) {
        for (int k = begin; k < end; ++k)
            for (int d = 0; d < 3; ++d)
                snapped_[k][d] = static_cast<std::int32_t>(pixels.snapped(positions[k][d], d));
    });
    using Floats = float __attribute__((vector_size(16)));
    // Any function of depth that does not decrease will do for slabs.
    Floats slab{};
    for (int d = 0; d < 3; ++d) slab[d] = own_slabs / static_cast<float>((pixels.count[d] + 1) * steps);
    const auto slab_of = [&](const Steps& depth) {
        const Steps k = __builtin_convertvector(__builtin_convertvector(depth, Floats) * slab, Steps);
        const Steps from_first = k > 0 ? k : Steps{};
        return from_first < own_slabs ? from_first : Steps{} + (own_slabs - 1);
    };
    const std::vector<Triangle>& triangles = *surface.triangles;
    first_slab_.resize(triangles.size());
    const auto find_slabs = [&](auto is_exit) {
        parallel_blocks(static_cast<int>(triangles.size()), own_marks_per_task, [&](int begin, int end) {
            for (int t = begin; t < end; ++t) {
                const Steps a = snapped_[triangles[t][0]], b = snapped_[triangles[t][1]],
                            c = snapped_[triangles[t][2]];
                const Steps low = a < b ? a : b, high = a < b ? b : a;
                const Steps least = slab_of((low < c ? low : c) - own_slab_margin),
                            most = slab_of((high < c ? c : high) + own_slab_margin);
                const Steps first = is_exit(b - a, c - a) ? most + 1 : least;
                first_slab_[t] = static_cast<Bytes>(first[0] | first[1] << 8 | first[2] << 16);
            }
        });
    };
    const int longest = std::max({pixels.count[0], pixels.count[1], pixels.count[2]}) + 2;
    if (longest * steps < exact_in_double)
        find_slabs([](Steps p, Steps q) { return is_area_positive<Lanes>(p, q); });
    else
        find_slabs([](Steps p, Steps q) { return is_area_positive<WideSteps>(p, q); });
    parallel_blocks(3, 1, [&](int axis, int) { find_rim(edges, axis); });
}

/// Kept only if it is one: a branch would often be taken for the wrong one.
void OwnMarks::find_rim(const std::vector<SharedEdge>& edges, int axis) {
    std::vector<SharedEdge>& rim = rim_[axis];
    if (rim.size() < edges.size() + 1) rim.resize(edges.size() + 1);
    const Bytes mask = Bytes{0xff} << 8 * axis;
    SharedEdge* next = rim.data();
    for (const SharedEdge& edge : edges) {
        *next = edge;
        next += ((first_slab_[edge.left] ^ first_slab_[edge.right]) & mask) != 0;
    }
    rim_size_[axis] = next - rim.data();
}

void OwnMarks::find_crossings(const PixelBox& pixels, int axis, std::vector<Crossing>& crossings) const {
    const auto [columns, rows] = pixels.image(axis);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    crossings.clear();
    for (const SharedEdge& edge : std::span(rim_[axis]).first(rim_size_[axis])) {
        const auto at = [&](int vertex) { return Point{snapped_[vertex][u], snapped_[vertex][v]}; };
        const Point from = at(edge.from), to = at(edge.to);
        const bool to_right = from.u < to.u;
        const Point left_end{to_right ? from.u : to.u, to_right ? from.v : to.v},
            right_end{to_right ? to.u : from.u, to_right ? to.v : from.v};
        const auto slab = [&](int triangle) {
            return static_cast<std::uint8_t>(first_slab_[triangle] >> 8 * axis);
        };
        // The rim runs as the triangle does that is part of more A_k: with the edge, or against it.
        const std::uint8_t left = slab(edge.left), right = slab(edge.right);
        const std::uint8_t first = to_right ? right : left, end = to_right ? left : right;
        for_each_column(left_end, right_end, [&](int column, std::int64_t row) {
            if (column < 0 || column >= columns || row >= rows) return;
            crossings.emplace_back(column, static_cast<int>(std::max<std::int64_t>(row, 0)), first, end);
        });
    }
}

/// Column after column, and in each by row: by row first, then by column, which keeps the order within one.
const std::vector<int>& OwnMarks::sort_by_pixel(int axis, int columns, int rows) {
    std::vector<int>& starts = starts_[axis];
    std::vector<Crossing>&crossings = crossings_[axis], &by_row = by_row_[axis];
    by_row.resize(crossings.size());
    const auto sort = [&](const std::vector<Crossing>& from, std::vector<Crossing>& to, int keys,
                          auto&& key) {
        starts.assign(keys + 2, 0);
        for (const Crossing& crossing : from) ++starts[key(crossing) + 2];
        for (int k = 0; k < keys; ++k) starts[k + 2] += starts[k + 1];
        for (const Crossing& crossing : from) to[starts[key(crossing) + 1]++] = crossing;
    };
    sort(crossings, by_row, rows, [](const Crossing& c) { return c.row(); });
    sort(by_row, crossings, columns, [](const Crossing& c) { return c.column(); });
    return starts;
}

void OwnMarks::mark(const PixelBox& pixels, int axis, TileMarks& marks) {
    const auto [columns, rows] = pixels.image(axis);
    marks.width = tiles_of(columns);
    std::vector<std::uint16_t>& tiles = slabs_[axis];
    tiles.assign(static_cast<std::size_t>(marks.width) * tiles_of(rows), 0);
    std::vector<Crossing>& crossings = crossings_[axis];
    find_crossings(pixels, axis, crossings);
    const std::vector<int>& starts = sort_by_pixel(axis, columns, rows);
    for (int column = 0; column < columns; ++column) {
        const auto begin = crossings.begin() + starts[column], end = crossings.begin() + starts[column + 1];
        if (begin == end) continue;
        SlabCounts counts;
        for (auto at = begin; at < end; ++at) {
            counts.add(at->from(), at->to());
            const int next = at + 1 < end ? at[1].row() : rows;
            if (next == at->row()) continue;
            const std::uint16_t above = counts.above_one();
            if (above == 0) continue;
            for (int tile = at->row() >> tile_shift; tile < tiles_of(next); ++tile)
                tiles[static_cast<std::size_t>(tile) * marks.width + (column >> tile_shift)] |= above;
        }
    }
    marks.tiles.resize(tiles.size());
    marks.windows.resize(tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        marks.tiles[i] = tiles[i] != 0;
        if (tiles[i] != 0) marks.windows[i] = window_of(tiles[i], pixels.count[axis]);
    }
    marks.set_drawn();
}

}  // namespace limpet::ldi
