#include "detect/ldi/candidates.h"

#include "detect/ldi/kernel_constants.h"

namespace limpet::ldi {
namespace {

/// What an image gets.
class Notes {
public:
    /// `ranges` of the image's tiles, or null; so, too, `marks`.
    Notes(int width, Candidates& out, DepthRange* ranges, const TileMarks* marks, int surface)
        : out_(out), tiles_wide_(tiles_of(width)), tiles_(ranges), marks_(marks), surface_(surface) {
        out_.used = 0;
    }

    void start() {
        if (out_.all.size() < out_.used + triangles_noted_at_once + 1)
            out_.all.resize(2 * out_.all.size() + triangles_noted_at_once + 1);
        next_ = first_ = out_.all.data() + out_.used;
    }
    /// Kept only if `is_in`: most triangles are in one image or two, and a branch would often be taken for
    /// the wrong one.
    void add(bool is_in, int triangle, Codes range, DepthRange depths, bool is_inside) {
        *next_ = {range, is_inside ? triangle : ~triangle, depths};
        next_ += is_in;
    }
    void finish() {
        if (marks_) next_ = keep_drawn();
        if (tiles_)
            for (const Candidate* c = first_; c < next_; ++c) widen_tiles(tiles_of(c->pixels()), c->depths);
        out_.used = next_ - out_.all.data();
    }

private:
    void widen_tiles(const PixelRange& range, DepthRange depths) {
        if (range.columns == 1 && range.rows == 1) {
            widen_shared(tiles_[static_cast<std::size_t>(range.row) * tiles_wide_ + range.column], depths);
            return;
        }
        for (int row = range.row; row < range.row + range.rows; ++row)
            for (int column = range.column; column < range.column + range.columns; ++column)
                widen_shared(tiles_[static_cast<std::size_t>(row) * tiles_wide_ + column], depths);
    }
    Candidate* keep_drawn() {
        Candidate* kept = first_;
        for (const Candidate* c = first_; c < next_; ++c) {
            *kept = *c;
            kept += marks_->draws(surface_, c->pixels(), c->depths);
        }
        return kept;
    }

    Candidates& out_;
    int tiles_wide_;
    DepthRange* tiles_;
    const TileMarks* marks_;
    int surface_;
    Candidate *first_ = nullptr, *next_ = nullptr;
};

/// Triangles that are in an image, some at once.
struct Batch {
    std::array<CodeBox, triangles_noted_at_once> boxes;
    std::array<Codes, triangles_noted_at_once> images;  ///< a mask
    std::array<int, triangles_noted_at_once> triangles;
    int count = 0;

    bool has_room() const { return count + Patches::triangles_each < triangles_noted_at_once; }
    void take(const Selection& selection, const Patches& patches, int patch, Codes needed,
              const Codes* codes) {
        const Patches::Corners* corners = patches.corners(patch);
        for (const int triangle : patches.triangles(patch)) {
            const auto& [a, b, c] = *corners++;
            const CodeBox box = CodeBox::of(codes[a], codes[b], codes[c]);
            boxes[count] = box;
            triangles[count] = triangle;
            images[count] = selection.images(box) & needed;
            count += any(images[count]);
        }
    }
};

void note(const Selection& selection, const Batch& batch, std::array<Notes, 3>& notes) {
    for (Notes& image : notes) image.start();
    for (int i = 0; i < batch.count; ++i) {
        const int t = batch.triangles[i];
        const CodeBox box = batch.boxes[i];
        const Codes images = batch.images[i];
        const Codes inside = (box.least >= selection.first) & (box.most <= selection.last);
        const Codes start = selection.from(box) - selection.first,
                    size = selection.to(box) - selection.from(box);
        notes[0].add(images[0], t, __builtin_shufflevector(start, size, 1, 2, 5, 6), box.depths(0),
                     inside[1] & inside[2]);
        notes[1].add(images[1], t, __builtin_shufflevector(start, size, 2, 0, 6, 4), box.depths(1),
                     inside[2] & inside[0]);
        notes[2].add(images[2], t, __builtin_shufflevector(start, size, 0, 1, 4, 5), box.depths(2),
                     inside[0] & inside[1]);
    }
    for (Notes& image : notes) image.finish();
}

}  // namespace

void find_candidates(const PixelBox& pixels, const Skipped& skipped, const Patches& patches,
                     const std::vector<Vec3>& positions, std::span<const int> chosen,
                     std::span<const Codes> images, CandidateLists& candidates, const TileKnowledge& tiles) {
    const auto notes_of = [&](int axis) {
        return Notes(pixels.image(axis)[0], candidates[axis],
                     tiles.ranges ? tiles.ranges->images[axis].data() : nullptr,
                     tiles.marks ? &(*tiles.marks)[axis] : nullptr, tiles.surface);
    };
    std::array<Notes, 3> notes = {notes_of(0), notes_of(1), notes_of(2)};
    const Selection selection(pixels, skipped);
    const VertexCoder coder(pixels);
    std::array<Codes, Patches::most_vertices> codes;
    Batch batch;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const int patch = chosen[i];
        Codes* next = codes.data();
        for (const int vertex : patches.vertices(patch)) *next++ = coder.code(load_vertex(positions, vertex));
        if (!batch.has_room()) {
            note(selection, batch, notes);
            batch.count = 0;
        }
        batch.take(selection, patches, patch, images[i], codes.data());
    }
    note(selection, batch, notes);
}

}  // namespace limpet::ldi
