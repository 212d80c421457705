#include "detect/ldi/depth_ranges.h"

namespace limpet::ldi {

void DepthRanges::clear(const PixelBox& pixels) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto [columns, rows] = pixels.image(axis);
        images[axis].assign(static_cast<std::size_t>(tiles_of(columns)) * tiles_of(rows), no_depths);
    }
}

namespace {

/// How windows of an image are chosen.
class WindowChoice {
public:
    WindowChoice(int axis, const std::array<Skipped, 2>& unseen, int behind) : behind_(behind) {
        for (int k = 0; k < 2; ++k) {
            const bool below = unseen[k].below[axis], above = unseen[k].above[axis];
            if (below) reaches_[k] = wider(reaches_[k], depth_range(0, 0));
            if (above) reaches_[k] = wider(reaches_[k], depth_range(behind, behind));
            only_behind_[k] = below && !above;
            only_front_[k] = above;
            whole_rays_ = whole_rays_ || (below && above);
        }
    }

    /// Of a surface with any depths, with what is not seen of it.
    DepthRange widened(DepthRange seen, int surface) const { return wider(seen, reaches_[surface]); }
    DepthWindow window(const std::array<DepthRange, 2>& ranges) const {
        const int least = std::max(least_of(ranges[0]), least_of(ranges[1])),
                  most = std::min(most_of(ranges[0]), most_of(ranges[1]));
        DepthWindow window;
        if (!whole_rays_) {
            window.begin_at(least);
            window.end_at(most, behind_);
        }
        for (int k = 0; k < 2; ++k) {
            const bool more_in_front = least - least_of(ranges[k]) > most_of(ranges[k]) - most;
            if (only_behind_[k] || (more_in_front && !only_front_[k] && !whole_rays_))
                window.from_behind |= 1 << k;
        }
        return window;
    }

private:
    int behind_;
    std::array<DepthRange, 2> reaches_{no_depths, no_depths};
    std::array<bool, 2> only_front_{}, only_behind_{};  ///< the other end of its rays was left out
    bool whole_rays_ = false;
};

}  // namespace

void mark_common(const PixelBox& pixels, int axis, const std::array<DepthRanges, 2>& ranges,
                 const std::array<Skipped, 2>& unseen, TileMarks& marks) {
    const DepthRange *first = ranges[0].images[axis].data(), *second = ranges[1].images[axis].data();
    const std::size_t count = ranges[0].images[axis].size();
    marks.width = tiles_of(pixels.image(axis)[0]);
    marks.tiles.resize(count);
    marks.windows.resize(count);
    const int behind = pixels.count[axis] + 2;
    const WindowChoice choice(axis, unseen, behind);
    for (std::size_t i = 0; i < count; ++i) {
        const bool both = (first[i] != no_depths) & (second[i] != no_depths);
        const std::array<DepthRange, 2> both_ranges = {choice.widened(first[i], 0),
                                                       choice.widened(second[i], 1)};
        marks.tiles[i] = both & meet(both_ranges[0], both_ranges[1]);
        if (marks.tiles[i]) marks.windows[i] = choice.window(both_ranges);
    }
    marks.set_drawn();
}

void narrow_common(const PixelBox& pixels, int axis, const std::array<DepthRanges, 2>& ranges,
                   bool whole_rays, TileMarks& marks) {
    const int behind = pixels.count[axis] + 2;
    for (std::size_t i = 0; i < marks.tiles.size(); ++i) {
        if (!marks.tiles[i]) continue;
        DepthWindow& window = marks.windows[i];
        for (int k = 0; k < 2; ++k) {
            const DepthRange drawn = ranges[k].images[axis][i];
            if (drawn == no_depths) {
                marks.tiles[i] = 0;
            } else if (!whole_rays) {
                if (window.is_from_behind(k))
                    window.end_at(most_of(drawn), behind);
                else
                    window.begin_at(least_of(drawn));
            }
        }
        if (window.is_empty()) marks.tiles[i] = 0;
    }
    marks.set_drawn();
}

}  // namespace limpet::ldi
