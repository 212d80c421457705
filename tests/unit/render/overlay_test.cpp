#include "render/overlay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "render/font.h"

namespace limpet {
namespace {

TEST(Overlay, TicksAreRoundAndInPlace) {
    for (const auto& [low, high] :
         {std::pair{0.0, 1.0}, {0.0, 11.9}, {0.0, 999.0}, {-3.0, 8.0}, {250.0, 260.0}}) {
        const std::vector<Tick> ticks = color_bar_ticks(low, high);
        EXPECT_GE(ticks.size(), 4u);
        EXPECT_LE(ticks.size(), 9u);
        EXPECT_EQ(ticks.front().place, 0);
        EXPECT_EQ(ticks.back().place, 1);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            EXPECT_NEAR(std::atof(ticks[i].text.c_str()), low + ticks[i].place * (high - low),
                        0.005 * (high - low));
            EXPECT_TRUE(i == 0 || ticks[i].place > ticks[i - 1].place + 0.05);
        }
    }
}

TEST(Overlay, UnitsGetTheirPrefix) {
    EXPECT_EQ(unit_prefix(12e3).prefix, "k");
    EXPECT_EQ(unit_prefix(1e6).prefix, "M");
    EXPECT_EQ(unit_prefix(0.5).prefix, "m");
    EXPECT_EQ(unit_prefix(1).prefix, "");
    EXPECT_EQ(unit_prefix(0).prefix, "");
    EXPECT_DOUBLE_EQ(5e-6 * unit_prefix(5e-6).factor, 5);
    EXPECT_EQ(unit_prefix(1e30).factor, 1);
}

TEST(Overlay, EveryCharacterThatIsWrittenHasStrokes) {
    for (const std::string text : {"0123456789.-+e", "t=s", "speed[m/s]", "vonMisesstress[kPanuGM]",
                                   "displacement", "ofparticlescollide(%)", "collidingfree"})
        for (const char character : text) EXPECT_FALSE(text_strokes({character}).empty()) << character;
    EXPECT_TRUE(text_strokes(" ").empty());
}

TEST(Overlay, WritesOverPicturesOfAnySize) {
    for (const int size : {200, 8, 1}) {
        Image image{size, size, std::vector<std::uint8_t>(3 * size * size, 255)};
        draw_time_stamp(image, 0.25);
        draw_legend(image, {{"colliding", {0.5f, 0.1f, 0}}, {"free", {0.5f, 0.5f, 0.5f}}});
        Frame frame;
        frame.bodies.emplace_back().colliding = {1, 0};
        draw_colliding_stamp(image, frame);
        draw_color_bar(image, find_quantity("von_mises"), {0, 12e3});
        EXPECT_EQ(image.rgb.size(), 3u * size * size);
        EXPECT_TRUE(size < 200 || *std::min_element(image.rgb.begin(), image.rgb.end()) < 120);
    }
}

}  // namespace
}  // namespace limpet
