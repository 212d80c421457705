#include "detect/ldi/candidates.h"

#include <cstring>
#include <numeric>
#include <span>

namespace limpet::ldi {
namespace {

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

/// Writes those of triangles [begin, end) that do not lie beyond a side, and returns their number.
int within_sides(const std::vector<Triangle>& triangles, const Topology& topology,
                 const VertexPlaces& vertices, int begin, int end, int* within) {
    const Sides* sides = vertices.sides;
    constexpr int group = Topology::triangles_each;
    int count = 0;
    for (int first = begin; first < end; first += group) {
        Sides common = 0xff;
        for (const int k : topology.vertex_groups(first / group)) common &= vertices.group_sides[k];
        if (common != 0) continue;
        for (int t = first; t < std::min(end, first + group); ++t) {
            const auto& [a, b, c] = triangles[t];
            within[count] = t;
            count += (sides[a] & sides[b] & sides[c]) == 0;
        }
    }
    return count;
}

/// Keeps those of some triangles that are in an image, and returns their number.
int select(const Selection& selection, const Triangle* triangles, const Codes* codes, std::span<int> some) {
    int count = 0;
    for (const int t : some) {
        const Codes images = selection.images(CodeBox(triangles[t], codes));
        std::uint64_t any;
        std::memcpy(&any, &images, sizeof any);
        some[count] = t;
        count += any != 0;
    }
    return count;
}

/// What an image gets.
class Notes {
public:
    /// `ranges` of the image's tiles, or null; so, too, `marks`.
    Notes(int width, Candidates& out, DepthRange* ranges, const TileMarks* marks)
        : out_(out), tiles_wide_(tiles_of(width)), tiles_(ranges), marks_(marks) {
        out_.used = 0;
    }

    void start() {
        if (out_.all.size() < out_.used + at_once + 1) out_.all.resize(2 * out_.all.size() + at_once + 1);
        next_ = first_ = out_.all.data() + out_.used;
    }
    /// Kept only if `is_in`: most triangles are in one image or two, and a branch would often be taken for
    /// the wrong one.
    void add(bool is_in, int triangle, Codes range, DepthRange depths, bool is_inside) {
        *next_ = {range, is_inside ? triangle : ~triangle};
        depths_[next_ - first_] = depths;
        next_ += is_in;
    }
    void finish() {
        if (tiles_)
            for (const Candidate* c = first_; c < next_; ++c)
                widen_tiles(tiles_of(c->pixels()), depths_[c - first_]);
        if (marks_) next_ = keep_marked();
        out_.used = next_ - out_.all.data();
    }

private:
    void widen_tiles(const PixelRange& range, DepthRange depths) {
        if (range.columns == 1 && range.rows == 1) {
            widen(tiles_[static_cast<std::size_t>(range.row) * tiles_wide_ + range.column], depths);
            return;
        }
        for (int row = range.row; row < range.row + range.rows; ++row)
            for (int column = range.column; column < range.column + range.columns; ++column)
                widen(tiles_[static_cast<std::size_t>(row) * tiles_wide_ + column], depths);
    }
    Candidate* keep_marked() {
        Candidate* kept = first_;
        for (const Candidate* c = first_; c < next_; ++c) {
            *kept = *c;
            kept += marks_->any(c->pixels());
        }
        return kept;
    }

    Candidates& out_;
    int tiles_wide_;
    DepthRange* tiles_;
    const TileMarks* marks_;
    std::array<DepthRange, at_once + 1> depths_;
    Candidate *first_ = nullptr, *next_ = nullptr;
};

}  // namespace

void sides_beyond(const PixelBox& pixels, const Skipped& skipped, const Codes* codes, int begin, int end,
                  Sides* sides, Sides* group_sides) {
    constexpr int group = Topology::vertices_each;
    Codes below{}, above{}, last{};
    for (int d = 0; d < 3; ++d) {
        below[d] = static_cast<std::int16_t>(skipped.below[d] ? 1 << d : 0);
        above[d] = static_cast<std::int16_t>(skipped.above[d] ? 8 << d : 0);
        last[d] = static_cast<std::int16_t>(pixels.count[d] + 1);
    }
    for (int first = begin; first < end; first += group) {
        Sides common = 0xff;
        for (int k = first; k < std::min(end, first + group); ++k) {
            const Codes beyond = ((codes[k] == Codes{}) & below) | ((codes[k] > last) & above);
            std::uint64_t bits;
            std::memcpy(&bits, &beyond, sizeof bits);
            // No two lanes have a bit in common: their sum, which ends up on top, is all of them.
            sides[k] = static_cast<Sides>((bits * 0x0001000100010001u) >> 48);
            common &= sides[k];
        }
        group_sides[first / group] = common;
    }
}

void find_candidates(const PixelBox& pixels, const std::vector<Triangle>& triangles, const Topology& topology,
                     const Skipped& skipped, const VertexPlaces& vertices, int begin, int end,
                     CandidateLists& candidates, const TileKnowledge& tiles) {
    const auto notes_of = [&](int axis) {
        return Notes(pixels.image(axis)[0], candidates[axis],
                     tiles.ranges ? tiles.ranges->images[axis].data() : nullptr,
                     tiles.marks ? &(*tiles.marks)[axis] : nullptr);
    };
    std::array<Notes, 3> notes = {notes_of(0), notes_of(1), notes_of(2)};
    const Selection selection(pixels, skipped);
    std::array<int, at_once> selected;
    for (int from = begin; from < end; from += at_once) {
        const int to = std::min(end, from + at_once);
        int count = to - from;
        if (vertices.sides)
            count = within_sides(triangles, topology, vertices, from, to, selected.data());
        else
            std::iota(selected.begin(), selected.begin() + count, from);
        count = select(selection, triangles.data(), vertices.codes, std::span(selected.data(), count));
        for (Notes& image : notes) image.start();
        for (int i = 0; i < count; ++i) {
            const int t = selected[i];
            const CodeBox box(triangles[t], vertices.codes);
            const Codes images = selection.images(box);
            const Codes inside = (box.least >= selection.first) & (box.most <= selection.last);
            const Codes start = selection.from(box) - selection.first,
                        size = selection.to(box) - selection.from(box);
            const auto depths = [&](int axis) { return depth_range(box.least[axis], box.most[axis]); };
            notes[0].add(images[0], t, __builtin_shufflevector(start, size, 1, 2, 5, 6), depths(0),
                         inside[1] & inside[2]);
            notes[1].add(images[1], t, __builtin_shufflevector(start, size, 2, 0, 6, 4), depths(1),
                         inside[2] & inside[0]);
            notes[2].add(images[2], t, __builtin_shufflevector(start, size, 0, 1, 4, 5), depths(2),
                         inside[0] & inside[1]);
        }
        for (Notes& image : notes) image.finish();
    }
}

}  // namespace limpet::ldi
