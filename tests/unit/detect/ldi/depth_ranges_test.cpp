/// Tiles that depth ranges leave out hold no overlap.

#include "detect/ldi/depth_ranges.h"

#include <gtest/gtest.h>

#include <random>

#include "shapes/meshes/primitive_surfaces.h"
#include "support/ldi_meshes.h"
#include "support/mesh_measures.h"

namespace limpet {
namespace {

using namespace ldi;
using namespace testing_support;

TEST(DepthRanges, OfOnePixelAreWidenedToHoldAll) {
    DepthRange range = no_depths;
    EXPECT_GT(least_of(range), most_of(range));
    for (const auto& [least, most] : {std::pair(7, 9), std::pair(8, 8), std::pair(3, 7), std::pair(9, 32002)})
        widen_shared(range, depth_range(least, most));
    EXPECT_EQ(least_of(range), 3);
    EXPECT_EQ(most_of(range), 32002);
}

TEST(DepthRanges, MarkTilesWithCommonCodesOnly) {
    const PixelBox pixels = pixel_box(Box3(Vec3(0, 0, 0), Vec3(8, 4, 9)), 1);
    std::array<DepthRanges, 2> ranges;
    for (DepthRanges& one : ranges) one.clear(pixels);
    // The image along z has two tiles, 8 × 4 pixels.
    ranges[0].images[2] = {depth_range(2, 4), depth_range(2, 4)};
    ranges[1].images[2] = {depth_range(4, 6), depth_range(5, 6)};
    const auto marked = [&](const std::array<Skipped, 2>& unseen) {
        TileMarks marks;
        mark_common(pixels, 2, ranges, unseen, marks);
        return marks.tiles;
    };
    using Tiles = std::vector<std::uint8_t>;
    EXPECT_EQ(marked({}), (Tiles{1, 0}));
    std::array<Skipped, 2> unseen;
    unseen[0].above[2] = true;
    EXPECT_EQ(marked(unseen), (Tiles{1, 1}));
    unseen = {};
    unseen[0].below[2] = true;
    EXPECT_EQ(marked(unseen), (Tiles{1, 0}));
    unseen[1].below[2] = true;
    EXPECT_EQ(marked(unseen), (Tiles{1, 1}));
    ranges[1].images[2] = {no_depths, no_depths};
    EXPECT_EQ(marked(unseen), (Tiles{0, 0}));
}

TEST(DepthRanges, CutARangeOfPixelsToMarkedTiles) {
    TileMarks marks{{0, 0, 0, 0, 1, 1, 0, 0, 0}, 3, {}, {}, {}};
    marks.windows.assign(marks.tiles.size(), DepthWindow());
    marks.windows[4].begin_at(5);
    marks.windows[4].from_behind = 1;
    marks.windows[5].end_at(7, 20);
    marks.set_drawn();
    const PixelRange cut = marks.marked({1, 2, 6, 9});
    EXPECT_EQ((std::array{cut.column, cut.row, cut.columns, cut.rows}), (std::array{4, 4, 3, 4}));
    EXPECT_EQ(marks.marked({0, 3, 4, 7}).rows, 0);
    for (int i = 0; i < 12 * 12 * 12 * 12; ++i) {
        const PixelRange range{i % 12, i / 12 % 12, 1 + i / 144 % 12, 1 + i / 1728};
        if (range.column + range.columns > 12 || range.row + range.rows > 12) continue;
        const bool left = range.column < 8 && range.column + range.columns > 4,
                   right = range.column + range.columns > 8;
        const bool middle = range.row < 8 && range.row + range.rows > 4;
        EXPECT_EQ(marks.marked(range).rows > 0, middle && (left || right));
        // One tile is drawn from behind to code 4, its neighbour from in front to code 8.
        EXPECT_EQ(marks.draws(0, range, depth_range(1, 3)), middle && right);
        EXPECT_EQ(marks.draws(0, range, depth_range(9, 9)), middle && left);
        EXPECT_EQ(marks.draws(0, range, depth_range(3, 9)), middle && (left || right));
        EXPECT_EQ(marks.draws(1, range, depth_range(1, 3)), middle && (left || right));
    }
}

TEST(DepthRanges, LeaveOutNothingThatTheSlowTwinFinds) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto any = [&] { return Vec3(number(random), number(random), number(random)); };
    const std::vector<TriMesh> shapes = {sphere_surface(0.5, 0.03), torus_surface(0.6, 0.15, 0.1),
                                         box_surface({1, 0.6, 0.8}, 2)};
    int found = 0;
    for (int i = 0; i < 60; ++i) {
        const TriMesh first = placed(shapes[i % 3], Vec3::Zero(), any()),
                      second = placed(shapes[i / 3 % 3], 0.7 * any(), any());
        // Of two surfaces as one, its overlap with itself is looked for without depth ranges: the slow twin.
        const auto fast = overlaps_of({first, second}, {0.031, {}, false}),
                   slow = overlaps_of({joined(first, second)}, {0.031, {}, true});
        ASSERT_EQ(fast.size(), slow.size()) << i;
        if (fast.empty()) continue;
        ++found;
        EXPECT_NEAR(fast[0].volume, slow[0].volume, 1e-12 * slow[0].volume) << i;
        EXPECT_NEAR((fast[0].center - slow[0].center).norm(), 0, 1e-12) << i;
        EXPECT_EQ(fast[0].on_first.size() + fast[0].on_second.size(), slow[0].on_first.size()) << i;
    }
    EXPECT_GT(found, 30);
}

}  // namespace
}  // namespace limpet
