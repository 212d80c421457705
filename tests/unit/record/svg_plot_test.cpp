#include "record/svg_plot.h"

#include <gmock/gmock.h>

#include <cmath>
#include <regex>

namespace limpet {
namespace {

using testing::HasSubstr;
using testing::Not;

int count_of(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

/// Heights on the page of the points, in their order.
std::vector<double> heights(const std::string& svg) {
    std::vector<double> out;
    static const std::regex circle("cy=\"([^\"]*)\"");
    for (std::sregex_iterator it(svg.begin(), svg.end(), circle), end; it != end; ++it)
        out.push_back(std::stod((*it)[1]));
    return out;
}

TEST(SvgPlot, DrawsLinesAndPointsInTheirColours) {
    const SvgPlot plot{
        "a <b>",
        "x",
        "y",
        {{"theory", {0, 1}, {0, 1}, 8, true, false}, {"measured", {0, 0.5, 1}, {0, 0.4, 1}, 2, false, true}}};
    const std::string svg = svg_plot(plot);
    EXPECT_EQ(count_of(svg, "<path"), 1);
    EXPECT_EQ(count_of(svg, "<circle"), 3);
    EXPECT_THAT(svg, HasSubstr("stroke:var(--c8)"));
    EXPECT_THAT(svg, HasSubstr("fill:var(--c2)"));
    EXPECT_THAT(svg, HasSubstr("a &lt;b&gt;"));
}

TEST(SvgPlot, DecadesAreEvenOnALogarithmicAxis) {
    const SvgPlot plot{.series = {{"a", {1, 2, 3}, {0.01, 1, 100}, 0, false, true}}, .logarithmic_y = true};
    const std::vector<double> at = heights(svg_plot(plot));
    ASSERT_EQ(at.size(), 3u);
    EXPECT_NEAR(at[0] - at[1], at[1] - at[2], 0.11);
}

TEST(SvgPlot, LeavesOutWhatHasNoPlace) {
    const double none = std::nan("");
    const SvgPlot plot{.series = {{"a", {1, 2, 3, 4}, {1, none, -1, 2}}}, .logarithmic_y = true};
    const std::string svg = svg_plot(plot);
    EXPECT_EQ(count_of(svg, "<circle"), 2);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_EQ(svg_plot({.series = {{"a", {}, {}}}}), "");
}

TEST(SvgPlot, WhatIsConstantHasAPlace) {
    const std::string svg = svg_plot({.series = {{"a", {1, 2}, {3, 3}}}});
    EXPECT_EQ(count_of(svg, "<circle"), 2);
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
}

TEST(SvgPlot, NamesDoNotOverlap) {
    const SvgPlot plot{
        .series = {{"first", {1, 2}, {1, 1}}, {"second", {1, 2}, {1, 1}}, {"third", {1, 2}, {0, 1}}},
        .names = true};
    static const std::regex name("y=\"([^\"]*)\" style=\"fill");
    const std::string svg = svg_plot(plot);
    double before = -1e9;
    for (std::sregex_iterator it(svg.begin(), svg.end(), name), end; it != end; ++it) {
        const double at = std::stod((*it)[1]);
        EXPECT_GE(at - before, 14.9);
        before = at;
    }
    EXPECT_THAT(svg, HasSubstr("third"));
}

}  // namespace
}  // namespace limpet
