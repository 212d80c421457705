#include "detect/ldi/candidates.h"

#include <atomic>
#include <cstring>

namespace limpet::ldi {
namespace {

/// Ranges of at most so many pixels are probed pixel by pixel, several at once.
constexpr int most_probes = 6;
/// Triangles that are looked at in one go.
constexpr int at_once = 512;

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

/// Notes what one image gets.
class Notes {
public:
    Notes(int width, Candidates& out, std::vector<std::uint8_t>& marks)
        : width_(width), out_(out), marks_(marks.data()) {
        out_.used = 0;
        out_.large.clear();
    }

    void make_room() {
        if (out_.probes.size() < out_.used + at_once * most_probes)
            out_.probes.resize(2 * out_.probes.size() + at_once * most_probes);
        next_ = out_.probes.data() + out_.used;
    }
    void add(int triangle, const PixelRange& range, bool is_inside) {
        const bool is_small = is_inside && range.columns * range.rows <= most_probes;
        if (!is_small) out_.large.push_back({triangle, range});
        for (int row = range.row; row < range.row + range.rows; ++row)
            for (int column = range.column; column < range.column + range.columns; ++column) {
                // Others may write the same at the same time.
                std::atomic_ref(marks_[static_cast<std::size_t>(row) * width_ + column])
                    .store(1, std::memory_order_relaxed);
                if (is_small)
                    *next_++ = {triangle, static_cast<std::int16_t>(column), static_cast<std::int16_t>(row)};
            }
    }
    void finish() { out_.used = next_ - out_.probes.data(); }

private:
    int width_;
    Candidates& out_;
    std::uint8_t* marks_;
    Probe* next_ = nullptr;
};

}  // namespace

void find_candidates(const PixelBox& pixels, const LdiSurface& surface, const Skipped& skipped,
                     const Codes* codes, int begin, int end, CandidateLists& candidates, PixelMarks& marks) {
    const auto notes_of = [&](int axis) {
        return Notes(pixels.image(axis)[0], candidates[axis], marks.images[axis]);
    };
    std::array<Notes, 3> notes = {notes_of(0), notes_of(1), notes_of(2)};
    const Selection selection(pixels, skipped);
    const Triangle* triangles = surface.triangles->data();
    std::array<int, at_once> selected;
    for (int from = begin; from < end; from += at_once) {
        const int count =
            select(selection, triangles, codes, from, std::min(end, from + at_once), selected.data());
        for (Notes& image : notes) image.make_room();
        for (int i = 0; i < count; ++i) {
            const CodeBox box(triangles[selected[i]], codes);
            const Codes images = selection.images(box);
            const Codes inside = (box.least >= selection.first) & (box.most <= selection.last);
            const Codes start = selection.from(box) - selection.first,
                        size = selection.to(box) - selection.from(box);
            if (images[0])
                notes[0].add(selected[i], {start[1], start[2], size[1], size[2]}, inside[1] & inside[2]);
            if (images[1])
                notes[1].add(selected[i], {start[2], start[0], size[2], size[0]}, inside[2] & inside[0]);
            if (images[2])
                notes[2].add(selected[i], {start[0], start[1], size[0], size[1]}, inside[0] & inside[1]);
        }
        for (Notes& image : notes) image.finish();
    }
}

}  // namespace limpet::ldi
