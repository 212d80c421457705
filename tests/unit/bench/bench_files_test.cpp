/// Tables and plots as text, pages and files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "bench/bench_parts.h"
#include "limpet/error.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

BenchTable sample() {
    return {"Äpfel <b>",
            "a note",
            {"kind", "n", "ms"},
            {{"red, \"round\"", 12.0, 0.012345}, {"grün", 12600.0, none}}};
}

TEST(BenchCells, AreReadable) {
    const std::pair<double, const char*> cells[] = {
        {12600, "12600"}, {0.012345, "0.0123"},  {1.2345, "1.23"}, {123.45, "123"}, {99.96, "100.0"},
        {-4.5, "-4.50"},  {1.234e-7, "1.2e-07"}, {0, "0"},         {none, ""}};
    for (const auto& [value, text] : cells) EXPECT_EQ(cell_text(value), text);
}

TEST(BenchText, HasColumnsThatStandBelowEachOther) {
    EXPECT_EQ(bench_text(sample()),
              "Äpfel <b>\n"
              "  kind              n      ms\n"
              "  red, \"round\"     12  0.0123\n"
              "  grün          12600\n");
}

TEST(BenchFiles, HaveEveryNumberInFullAndHarmlessNames) {
    const testing_support::ScratchFolder scratch;
    BenchResult result;
    result.bench = {"apples", "how fast apples fall"};
    result.threads = 2;
    result.tables = {sample()};
    result.plots = {{"growth", "apples", "ms", {{"fall", {1, 10, 100, 0}, {0.1, 1, none, 1}}}}};
    write_bench({result}, (scratch.path() / "a/b").string());
    const std::string page = testing_support::text_of_file(scratch.path() / "a/b/bench.html");
    EXPECT_THAT(page, HasSubstr("Äpfel &lt;b&gt;"));
    EXPECT_THAT(testing_support::text_of_file(scratch.path() / "a/b/bench.csv"),
                HasSubstr("\"apples\",\"Äpfel <b>\",0,\"kind\",\"red, \"\"round\"\"\"\n"
                          "\"apples\",\"Äpfel <b>\",0,\"n\",12\n"
                          "\"apples\",\"Äpfel <b>\",0,\"ms\",0.012345\n"));
    EXPECT_THAT(testing_support::text_of_file(scratch.path() / "a/b/bench.json"),
                HasSubstr("[\"grün\", 12600, null]"));
}

TEST(BenchPlots, ShowOnlyWhatLogarithmsCan) {
    const BenchPlot plot{"growth", "apples", "ms", {{"fall", {1, 10, 100, 0}, {0.1, 1, none, 1}}}};
    const std::string svg = bench_plot_svg(plot);
    std::size_t points = 0;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos; at = svg.find("<circle", at + 1))
        ++points;
    EXPECT_EQ(points, 2u);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(bench_plot_svg({"empty", "x", "y", {{"a", {}, {}}}}), "<p>There is nothing to plot.</p>");
}

TEST(Benches, UnknownNamesAreRefused) {
    EXPECT_THROW(run_bench("signorino"), InputError);
    EXPECT_NO_THROW(require_bench("signorini"));
}

}  // namespace
}  // namespace limpet
