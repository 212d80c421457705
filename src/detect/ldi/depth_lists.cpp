#include "detect/ldi/depth_lists.h"

#include <algorithm>
#include <cmath>

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
void sort_by_pixel(const std::vector<const std::vector<Sample>*>& lists, int pixels, BandMemory& memory) {
    std::vector<std::uint32_t>& starts = memory.starts;
    starts.assign(pixels + 2, 0);
    for (const std::vector<Sample>* list : lists)
        for (const Sample& sample : *list) ++starts[sample.pixel + 2];
    for (int p = 0; p < pixels; ++p) starts[p + 2] += starts[p + 1];
    memory.sorted.resize(starts[pixels + 1]);
    for (const std::vector<Sample>* list : lists)
        for (const Sample& sample : *list) memory.sorted[starts[sample.pixel + 1]++] = sample;
}

/// A ray that walks through its samples.
class Ray {
public:
    Ray(const Band& band, int column, int row, BandResult& result)
        : band_(band), column_(column), row_(row), result_(result) {}

    void walk(Sample* begin, Sample* end) {
        std::array<int, 2> net{};
        for (const Sample* s = begin; s < end; ++s) net[on_second(s->id)] += is_entry(s->id) ? 1 : -1;
        bool balanced = true;
        for (int k = 0; k < 2; ++k) {
            if (!band_.closed[k] && net[k] != 0) {
                ++result_.unbalanced[k];
                balanced = false;
            }
            count_[k] = band_.from_behind[k] ? -net[k] : 0;
        }
        if (!balanced) return;
        sort_by_depth(begin, end);
        for (const Sample* s = begin; s < end; ++s) pass(*s);
    }

private:
    bool overlap() const { return band_.self ? count_[0] > 1 : count_[0] > 0 && count_[1] > 0; }

    void pass(const Sample& sample) {
        const bool was = overlap();
        count_[on_second(sample.id)] += is_entry(sample.id) ? 1 : -1;
        if (overlap() == was) return;
        if (!was)
            entry_ = sample;
        else if (sample.depth > entry_.depth)
            result_.intervals.push_back({entry_.depth, sample.depth, entry_.id, sample.id, column_, row_});
    }

    const Band& band_;
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
bool have_both(const std::vector<const std::vector<Sample>*>& lists) {
    return !lists.empty() && !on_second(lists.front()->front().id) && on_second(lists.back()->front().id);
}

}  // namespace

void find_intervals(const std::vector<const std::vector<Sample>*>& lists, const Band& band,
                    BandMemory& memory, BandResult& result) {
    result.intervals.clear();
    result.unbalanced = {};
    result.layers = 0;
    result.samples = 0;
    if (!(band.self ? !lists.empty() : have_both(lists))) return;
    sort_by_pixel(lists, band.width * band.rows, memory);
    for (int row = 0; row < band.rows; ++row)
        for (int column = 0; column < band.width; ++column) {
            const int pixel = row * band.width + column;
            Sample *begin = memory.sorted.data() + memory.starts[pixel],
                   *end = memory.sorted.data() + memory.starts[pixel + 1];
            if (!(band.self ? begin < end : has_both(begin, end))) continue;
            result.layers = std::max(result.layers, static_cast<int>(end - begin));
            result.samples += end - begin;
            Ray(band, column, band.first_row + row, result).walk(begin, end);
        }
}

}  // namespace limpet::ldi
