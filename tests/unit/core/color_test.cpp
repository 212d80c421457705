#include "core/color.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limpet {
namespace {

TEST(Color, ReadsHexadecimalsAndNames) {
    std::array<double, 3> rgb{};
    ASSERT_TRUE(parse_color("#ff8000", rgb));
    EXPECT_EQ(rgb, (std::array<double, 3>{1, 128 / 255.0, 0}));
    ASSERT_TRUE(parse_color("#F80", rgb));
    EXPECT_EQ(rgb, (std::array<double, 3>{1, 136 / 255.0, 0}));
    ASSERT_TRUE(parse_color("Teal", rgb));
    EXPECT_EQ(rgb, (std::array<double, 3>{0, 128 / 255.0, 128 / 255.0}));
    for (const std::string& name : color_names()) EXPECT_TRUE(parse_color(name, rgb)) << name;
}

TEST(Color, RefusesTheRestAndLeavesTheValueAlone) {
    std::array<double, 3> rgb{0.1, 0.2, 0.3};
    for (const std::string& text :
         {std::string(), std::string("#"), std::string("#12345"), std::string("#12345g"),
          std::string("ff8000"), std::string("reddish"), std::string(100000, 'a')}) {
        EXPECT_FALSE(parse_color(text, rgb));
        EXPECT_EQ(rgb, (std::array<double, 3>{0.1, 0.2, 0.3}));
    }
}

TEST(Color, MessageNamesTheNearest) {
    EXPECT_THAT(unknown_color_message("orrange"), testing::HasSubstr("did you mean \"orange\"?"));
    EXPECT_THAT(unknown_color_message("12345678"), testing::HasSubstr("#rrggbb"));
    EXPECT_LT(unknown_color_message(std::string(100000, 'a')).size(), 1000u);
}

}  // namespace
}  // namespace limpet
