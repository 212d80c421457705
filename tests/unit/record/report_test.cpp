#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <cmath>
#include <map>

#include "limpet/record.h"
#include "record/files.h"
#include "record/report_chart.h"
#include "record/report_data.h"
#include "record/tables.h"
#include "sample_run.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// A run's files, without frames.
void write_run(const sample::Folder& folder, long steps) {
    StepsCsv csv(folder / "steps.csv");
    ProbesCsv probes(folder / "probes.csv", sample::readings_at(0));
    Summary summary;
    probes.row(0, sample::readings_at(0));
    for (long k = 1; k <= steps; ++k) {
        csv.row(sample::step_at(k));
        probes.row(sample::time_at(k), sample::readings_at(k));
        summary.add(sample::step_at(k));
    }
    write_file(folder / "summary.json",
               summary.json(sample::run_info(), steps, sample::time_at(steps), 1, "done"));
}

rapidjson::Document charts_of(const std::string& page) {
    const std::string mark = "id=\"charts\">";
    const std::size_t begin = page.find(mark) + mark.size(), end = page.find("</script>", begin);
    rapidjson::Document json;
    json.Parse(page.data() + begin, end - begin);
    EXPECT_FALSE(json.HasParseError());
    return json;
}

TEST(Report, NamesAreHarmlessAndNothingIsFetched) {
    const sample::Folder folder;
    write_run(folder, 20);
    write_report(folder.path().string());
    const std::string page = read_whole_file(folder / "report.html");
    EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(page, HasSubstr("a/b &lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_THAT(page, HasSubstr("A block &amp; a ball"));
    EXPECT_THAT(page, Not(HasSubstr("https:")));
    EXPECT_THAT(page, Not(HasSubstr("<link")));
    EXPECT_THAT(page, Not(HasSubstr("src=\"")));
    EXPECT_THAT(page, Not(HasSubstr("@import")));
}

TEST(Report, PlotsAreTheTablesNumbers) {
    const sample::Folder folder;
    write_run(folder, 20);
    write_report(folder.path().string());
    const auto charts = charts_of(read_whole_file(folder / "report.html"));
    const auto& energy = charts[0];
    EXPECT_STREQ(energy["unit"].GetString(), "J");
    ASSERT_EQ(energy["lines"].Size(), 5u);
    for (unsigned i = 0; i < 20; ++i) {
        const StepRecord step = sample::step_at(i + 1);
        EXPECT_NEAR(energy["lines"][0]["y"][i].GetDouble(), step.kinetic, 1e-6 * std::abs(step.kinetic));
        EXPECT_NEAR(energy["lines"][4]["y"][i].GetDouble(),
                    step.kinetic + step.elastic + step.potential + step.adhesive_energy, 1e-5);
    }
    bool found = false;
    for (const auto& chart : charts.GetArray()) {
        if (std::string(chart["title"].GetString()) != "gap, smallest") continue;
        found = true;
        EXPECT_TRUE(chart["lines"][0]["y"][1].IsNull());
        EXPECT_NEAR(chart["lines"][0]["y"][2].GetDouble(), sample::time_at(2), 1e-12);
    }
    EXPECT_TRUE(found);
}

TEST(Report, PlotsContactsAndTheirProbes) {
    const sample::Folder folder;
    write_run(folder, 20);
    write_report(folder.path().string());
    const std::string page = read_whole_file(folder / "report.html");
    EXPECT_THAT(page, HasSubstr("<p>gap of ball &lt;1&gt; with floor</p>"));
    std::map<std::string, bool> is_logarithmic;
    const auto charts = charts_of(page);
    for (const auto& chart : charts.GetArray())
        is_logarithmic[chart["title"].GetString()] = chart["log"].GetBool();
    for (const char* title : {"Contacts", "Solver iterations", "Residual", "Deepest overlap"}) {
        ASSERT_TRUE(is_logarithmic.contains(title)) << title;
        EXPECT_EQ(is_logarithmic[title], title == std::string("Residual"));
    }
}

TEST(Report, PlotsBonds) {
    const sample::Folder folder;
    write_run(folder, 20);
    write_report(folder.path().string());
    std::map<std::string, std::vector<std::string>> lines;
    const auto charts = charts_of(read_whole_file(folder / "report.html"));
    for (const auto& chart : charts.GetArray())
        for (const auto& line : chart["lines"].GetArray())
            lines[chart["title"].GetString()].emplace_back(line["name"].GetString());
    for (const char* title : {"Bonds", "Bonded area", "Mean β", "Adhesive force"})
        EXPECT_EQ(lines[title].size(), 1u) << title;
    EXPECT_EQ(lines["Energy of bonds"], (std::vector<std::string>{"stored", "dissipated"}));
    EXPECT_THAT(lines["Energy of all bodies and of bonds"], testing::Contains("adhesive"));
}

TEST(Report, PlotsZones) {
    const sample::Folder folder;
    write_run(folder, 20);
    write_report(folder.path().string());
    const std::vector<Chart> charts = zone_charts(read_csv(folder / "steps.csv"));
    ASSERT_EQ(charts.size(), 3u);
    EXPECT_EQ(charts[0].lines[0].y[2], 3) << "zones of step 3";
    EXPECT_EQ(charts[1].lines[0].y[2], 9.0 / 11) << "share";
    ASSERT_EQ(charts[2].lines.size(), 2u);
    EXPECT_EQ(charts[2].lines[1].y[1], 2) << "releases of step 2";
    EXPECT_THAT(read_whole_file(folder / "report.html"), HasSubstr("<h2>Zones</h2>"));
}

TEST(Report, AGapThatNeverWasIsSaid) {
    ReportData run;
    run.probes = {{"g", "ball_1", "gap", "m", ""}, {"f", "ball_1", "contact_force", "N", "floor"}};
    CsvTable probes;
    probes.columns = {"time", "g", "f.x", "f.y", "f.z"};
    const double nothing = std::nan("");
    probes.values = {{0, 1}, {nothing, nothing}, {0, 0}, {0, 1}, {0, 0}};
    const std::vector<Chart> charts = probe_charts(run, probes);
    ASSERT_EQ(charts.size(), 2u);
    EXPECT_EQ(charts[0].note, "gap of ball_1: no value at any time");
    EXPECT_EQ(charts[1].note, "contact force of ball_1 with floor");
    EXPECT_EQ(charts[1].unit, "N");
    EXPECT_EQ(charts[1].lines.size(), 3u);
}

TEST(Report, PicturesOnlyIfThereAreAny) {
    const sample::Folder folder;
    write_run(folder, 2);
    fs::create_directory(folder / "pictures");
    write_file(folder / "pictures/b \"x\".png", "");
    write_file(folder / "pictures/film.mp4", "");
    write_report(folder.path().string());
    const std::string page = read_whole_file(folder / "report.html");
    EXPECT_THAT(page, HasSubstr("src=\"pictures/b%20%22x%22.png\""));
    EXPECT_THAT(page, Not(HasSubstr("film.mp4")));
}

TEST(Report, AFilmsPicturesAreSpreadEvenly) {
    std::vector<std::string> files;
    for (int i = 0; i < 1000; ++i) files.push_back(std::to_string(i) + ".png");
    const std::string page = report_html({}, {}, {}, files);
    EXPECT_THAT(page, HasSubstr("pictures/0.png"));
    EXPECT_THAT(page, HasSubstr("pictures/999.png"));
    std::size_t count = 0;
    for (std::size_t at = 0; (at = page.find("<img", at)) != std::string::npos; ++at) ++count;
    EXPECT_EQ(count, 24u);
    EXPECT_THAT(report_html({}, {}, {}, {"one.png"}), HasSubstr("pictures/one.png"));
}

TEST(Report, OfWhatDidNotHappenThereIsNoPlot) {
    CsvTable steps;
    steps.columns = StepsCsv::columns();
    steps.values.assign(steps.columns.size(), {0, 0, 0});
    EXPECT_TRUE(contact_charts(steps).empty());
    EXPECT_TRUE(bond_charts(steps).empty());
    EXPECT_TRUE(zone_charts(steps).empty());
    EXPECT_EQ(energy_charts(steps).front().lines.size(), 4u) << "none for bonds";
    steps.values.assign(steps.columns.size(), {});
    EXPECT_TRUE(energy_charts(steps).empty());
    EXPECT_TRUE(stage_charts(steps).empty());
    EXPECT_TRUE(probe_charts({}, CsvTable()).empty());
}

TEST(Report, ARunWithoutAStepHasAReport) {
    const sample::Folder folder;
    write_run(folder, 0);
    write_report(folder.path().string());
    EXPECT_THAT(read_whole_file(folder / "report.html"), HasSubstr("</html>"));
}

TEST(Report, ALongRunsPageStaysSmall) {
    const sample::Folder folder;
    CsvTable steps;
    steps.columns = StepsCsv::columns();
    const std::size_t rows = 100000;
    for (std::size_t c = 0; c < steps.columns.size(); ++c) {
        std::vector<double> values(rows);
        for (std::size_t i = 0; i < rows; ++i)
            values[i] = c == 0 ? 0.001 * static_cast<double>(i)
                               : -1.2345678e-5 * std::sin(static_cast<double>(i * c));
        steps.values.push_back(std::move(values));
    }
    CsvTable probes;
    probes.columns.push_back("time");
    probes.values.push_back(steps.values[0]);
    for (int p = 0; p < 40; ++p)
        for (const char* axis : {".x", ".y", ".z"}) {
            probes.columns.push_back("probe " + std::to_string(p) + axis);
            probes.values.push_back(steps.values[5]);
        }
    EXPECT_LT(report_html({}, steps, probes, {}).size(), 2000000u);
}

TEST(Report, FoldersWithoutARunAreRefused) {
    const sample::Folder folder;
    EXPECT_THROW(write_report(folder.path().string()), InputError);
    write_file(folder / "summary.json", "[1, 2");
    EXPECT_THROW(write_report(folder.path().string()), InputError);
    write_file(folder / "summary.json", "{}");
    EXPECT_THROW(write_report(folder.path().string()), InputError);
}

TEST(Thinned, KeepsEndsAndExtremes) {
    ChartLine line{"a", {}, {}};
    for (int i = 0; i < 10007; ++i) {
        line.x.push_back(i);
        line.y.push_back(std::sin(0.01 * i));
    }
    line.y[5000] = 9;
    line.y[7001] = -8;
    const ChartLine thin = thinned(line, 200);
    EXPECT_LE(thin.x.size(), 200u);
    EXPECT_EQ(thin.x.front(), 0);
    EXPECT_EQ(thin.x.back(), 10006);
    EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
    EXPECT_EQ(*std::max_element(thin.y.begin(), thin.y.end()), 9);
    EXPECT_EQ(*std::min_element(thin.y.begin(), thin.y.end()), -8);
}

TEST(Thinned, GapsStayAndShortLinesAreLeftAlone) {
    ChartLine line{"a", {0, 1, 2}, {5, 6, 7}};
    EXPECT_EQ(thinned(line, 10).y, line.y);
    line.x.clear(), line.y.clear();
    for (int i = 0; i < 1000; ++i) {
        line.x.push_back(i);
        line.y.push_back(i < 500 ? std::nan("") : i);
    }
    const ChartLine thin = thinned(line, 100);
    EXPECT_TRUE(std::isnan(thin.y[10]));
    EXPECT_EQ(thin.y.back(), 999);
}

}  // namespace
}  // namespace limpet
