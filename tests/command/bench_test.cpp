/// `limpet bench` as users call it. How fast anything is makes no test fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using namespace testing_support;

TEST(Bench, AQuickOneMeasuresAndWritesItsFiles) {
    const ScratchFolder scratch;
    const std::filesystem::path out = scratch.path() / "deep/out";
    const auto result =
        run_limpet({"bench", "signorini", "--quick", "--threads", "1", "--out", out.string()});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    for (const char* title : {"The LCP of two pressed spheres", "A step of two pressed spheres",
                              "A step of a soft box on a floor", "Growth with contacts",
                              "Growth with tetrahedra", "signorini: 1 thread, ", "bench.html"})
        EXPECT_THAT(result.output, HasSubstr(title));

    const std::string page = text_of_file(out / "bench.html");
    EXPECT_THAT(page, HasSubstr("<svg"));
    EXPECT_THAT(page, HasSubstr("<path d=\"M"));
    for (const char* outside : {"http:", "https:", "src=", "href=", "nan", "inf\""})
        EXPECT_EQ(page.find(outside), std::string::npos) << outside;

    const std::string csv = text_of_file(out / "bench.csv");
    EXPECT_THAT(csv, testing::StartsWith("bench,table,row,column,value\n"));
    EXPECT_THAT(csv, HasSubstr("\"Growth with contacts\",1,\"compliance\","));
    EXPECT_THAT(text_of_file(out / "bench.json"), HasSubstr("\"quick\": true"));
}

TEST(Bench, VolumesQuickly) {
    const ScratchFolder scratch;
    const std::filesystem::path out = scratch.path() / "out";
    const auto result = run_limpet({"bench", "volume", "--quick", "--threads", "1", "--out", out.string()});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    for (const char* title :
         {"What one stabilisation solve leaves of an overlap", "A snake pulled sideways",
          "Growth with triangles", "Growth with pixels", "Growth with cells", "Table 1, and here"})
        EXPECT_THAT(result.output, HasSubstr(title));
    EXPECT_EQ(text_of_file(out / "bench.html").find("nan"), std::string::npos);
}

TEST(Bench, AWrongNameGetsTheNearestOneBeforeAnythingRuns) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const auto result = run_limpet({"bench", "signorini", "signorni", "--out", out});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.output, HasSubstr("no bench \"signorni\", did you mean \"signorini\"?"));
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(run_limpet({"bench", "xyz"}).exit_code, 2);
}

TEST(Bench, SomeRowsOnly) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const auto result = run_limpet(
        {"bench", "volume", "--row", "snake", "--row", "grasp", "--quick", "--threads", "1", "--out", out});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    EXPECT_THAT(result.output, HasSubstr("snake, 6"));
    EXPECT_THAT(result.output, testing::Not(HasSubstr("Growth with triangles")));

    const auto growth =
        run_limpet({"bench", "volume", "--row", "growth", "--quick", "--threads", "1", "--out", out});
    ASSERT_EQ(growth.exit_code, 0) << growth.output;
    for (const char* text : {"Growth with triangles", "Growth with pixels", "Growth with cells", "slope"})
        EXPECT_THAT(growth.output, HasSubstr(text));
    EXPECT_THAT(growth.output, testing::Not(HasSubstr("Table 1")));

    const auto wrong = run_limpet({"bench", "volume", "--row", "snail"});
    EXPECT_EQ(wrong.exit_code, 2);
    EXPECT_THAT(wrong.output, HasSubstr("no row \"snail\". Rows: organs; octopuses; "));
    const auto none = run_limpet({"bench", "volume", "hapco", "--row", "snake"});
    EXPECT_EQ(none.exit_code, 2);
    EXPECT_THAT(none.output, HasSubstr("bench \"hapco\" has no rows to choose"));
}

TEST(Bench, ListsWhatThereIs) {
    const auto result = run_limpet({"bench", "--list"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, HasSubstr("signorini  "));
}

TEST(BenchLong, HapticsQuickly) {
    const ScratchFolder scratch;
    const auto result = run_limpet({"bench", "haptics", "--quick", "--out", scratch.path().string()});
    ASSERT_EQ(result.exit_code, 0) << result.output;
    for (const char* title :
         {"Ticks of the haptic loop at 1 kHz", "by their simulated hands", "presses on a wall",
          "presses on a soft block", "Where a hand that presses is calm"})
        EXPECT_THAT(result.output, HasSubstr(title));
    EXPECT_THAT(text_of_file(scratch.path() / "bench.csv"), HasSubstr("\"p99.9\""));
}

}  // namespace
}  // namespace limpet
