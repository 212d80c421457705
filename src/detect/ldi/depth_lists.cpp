#include "detect/ldi/depth_lists.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace limpet::ldi {
namespace {

bool before(const Sample& a, const Sample& b) {
    return a.depth != b.depth ? a.depth < b.depth : a.id < b.id;
}

void sort_by_depth(Sample* begin, Sample* end) {
    if (end - begin > 24) {
        std::sort(begin, end, before);
        return;
    }
    for (Sample* i = begin + 1; i < end; ++i) {
        const Sample moving = *i;
        Sample* place = i;
        for (; place > begin && before(moving, place[-1]); --place) *place = place[-1];
        *place = moving;
    }
}

/// Sorts samples by pixel; afterwards those of pixel p are [starts[p], starts[p + 1]).
void sort_by_pixel(const std::vector<const SampleList*>& lists, int pixels, BandMemory& memory) {
    std::vector<std::uint32_t>& starts = memory.starts;
    starts.assign(pixels + 2, 0);
    for (const SampleList* list : lists)
        for (const Sample& sample : *list) ++starts[sample.pixel + 2];
    for (int p = 0; p < pixels; ++p) starts[p + 2] += starts[p + 1];
    memory.sorted.resize(starts[pixels + 1]);
    for (const SampleList* list : lists)
        for (const Sample& sample : *list) memory.sorted[starts[sample.pixel + 1]++] = sample;
}

/// Where a tile's rays are looked at: between these depths all samples are known.
struct KnownDepths {
    double from = -std::numeric_limits<double>::infinity(), to = -from;
    std::array<bool, 2> from_behind;  ///< by surface

    /// Code c is that of depths up to the centre c − 1. Half a pixel on both sides is left for rounding.
    KnownDepths(const Band& band, const DepthWindow& window)
        : from_behind{window.is_from_behind(0), window.is_from_behind(1)} {
        if (window.from != DepthWindow::front) from = band.first_center + (window.from - 1.5) * band.pixel;
        if (window.to != DepthWindow::back) to = band.first_center + (window.to - 1.5) * band.pixel;
    }
};

/// A ray that walks through its samples.
class Ray {
public:
    Ray(const Band& band, const KnownDepths& known, int column, int row, BandResult& result)
        : band_(band), known_(known), column_(column), row_(row), result_(result) {}

    void walk(Sample* begin, Sample* end) {
        std::array<int, 2> net{};
        for (const Sample* s = begin; s < end; ++s) net[on_second(s->id)] += is_entry(s->id) ? 1 : -1;
        bool balanced = true;
        for (int k = 0; k < 2; ++k) {
            if (!band_.closed[k] && net[k] != 0) {
                ++result_.unbalanced[k];
                balanced = false;
            }
            count_[k] = known_.from_behind[k] ? -net[k] : 0;
        }
        if (!balanced || !may_overlap(begin, end, net)) return;
        sort_by_depth(begin, end);
        for (const Sample* s = begin; s < end; ++s) pass(*s);
    }

private:
    /// Where a ray is inside of a surface lies between its samples, but for what was left out. A surface
    /// overlaps itself only from its second entry to the next exit.
    bool may_overlap(const Sample* begin, const Sample* end, const std::array<int, 2>& net) const {
        if (band_.self) return end - begin >= 3 || count_[0] > 0;
        constexpr double far = std::numeric_limits<double>::infinity();
        std::array<double, 2> from = {far, far}, to = {-far, -far};
        for (const Sample* s = begin; s < end; ++s) {
            const int side = on_second(s->id);
            from[side] = std::min(from[side], s->depth);
            to[side] = std::max(to[side], s->depth);
        }
        for (int k = 0; k < 2; ++k) {
            if (count_[k] > 0) from[k] = -far;
            if (count_[k] + net[k] > 0) to[k] = far;
        }
        return from[0] < to[1] && from[1] < to[0];
    }
    bool overlap() const { return band_.self ? count_[0] > 1 : count_[0] > 0 && count_[1] > 0; }

    void pass(const Sample& sample) {
        const bool was = overlap();
        count_[on_second(sample.id)] += is_entry(sample.id) ? 1 : -1;
        if (overlap() == was || sample.depth < known_.from || sample.depth > known_.to) return;
        if (!was)
            entry_ = sample;
        else if (sample.depth > entry_.depth)
            result_.intervals.push_back({entry_.depth, sample.depth, entry_.id, sample.id, column_, row_});
    }

    const Band& band_;
    const KnownDepths& known_;
    int column_, row_;
    BandResult& result_;
    std::array<int, 2> count_{};
    Sample entry_{};
};

bool has_both(const Sample* begin, const Sample* end) {
    // Samples of a pixel still have the order of the lists: the first surface's come first.
    return begin < end && !on_second(begin->id) && on_second(end[-1].id);
}

/// Lists have the order of the surfaces, too, and none is empty.
bool have_both(const std::vector<const SampleList*>& lists) {
    return !lists.empty() && !on_second(lists.front()->begin()->id) && on_second(lists.back()->begin()->id);
}

}  // namespace

void find_intervals(const std::vector<const SampleList*>& lists, const Band& band, BandMemory& memory,
                    BandResult& result) {
    result.intervals.clear();
    result.unbalanced = {};
    result.layers = 0;
    result.samples = 0;
    result.rays = 0;
    if (!(band.self ? !lists.empty() : have_both(lists))) return;
    const TileMarks& marks = band.marks;
    const int first_tile_row = band.first_row >> tile_shift, tile_rows = tiles_of(band.rows);
    const int first_tile = marks.starts[first_tile_row];
    sort_by_pixel(lists, (marks.starts[first_tile_row + tile_rows] - first_tile) << 2 * tile_shift, memory);
    const auto look_at = [&](const KnownDepths& known, int column, int row, int place) {
        Sample *begin = memory.sorted.data() + memory.starts[place],
               *end = memory.sorted.data() + memory.starts[place + 1];
        if (!(band.self ? begin < end : has_both(begin, end))) return;
        result.layers = std::max(result.layers, static_cast<int>(end - begin));
        result.samples += end - begin;
        ++result.rays;
        Ray(band, known, column, row, result).walk(begin, end);
    };
    for (int row = 0; row < band.rows; ++row) {
        const int tile_row = first_tile_row + (row >> tile_shift);
        for (int tile = marks.starts[tile_row]; tile < marks.starts[tile_row + 1]; ++tile) {
            const int first = marks.columns[tile] << tile_shift;
            const int place =
                ((tile - first_tile) << 2 * tile_shift) + ((row & (tile_pixels - 1)) << tile_shift);
            const KnownDepths known(band, marks.window(marks.columns[tile], tile_row));
            for (int k = 0; k < std::min(tile_pixels, band.width - first); ++k)
                look_at(known, first + k, band.first_row + row, place + k);
        }
    }
}

}  // namespace limpet::ldi
