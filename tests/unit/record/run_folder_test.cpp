#include "record/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "record/files.h"
#include "sample_run.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// Runs the made-up simulation from one step to another.
void run(const fs::path& folder, FrameFormat format, long from, long to, const std::string& reason,
         bool resumed = false) {
    RunFolder out(
        sample::run_info(), {folder.string(), format, 5, resumed}, sample::readings_at(from),
        [&] { return sample::frame_at(from); }, sample::state_at(from));
    for (long k = from + 1; k <= to; ++k)
        out.add(
            sample::step_at(k), sample::readings_at(k), [&] { return sample::frame_at(k); },
            sample::ask_state_at(k));
    if (!reason.empty()) out.finish(reason);
}

/// The same of a scene with cells, with one that comes in step `first_with_cells`.
void run_with_cells(const fs::path& folder, long from, long to, long every, bool resumed = false,
                    long first_with_cells = 0) {
    const auto cells_at = [&](long k) {
        return [k, first_with_cells] {
            return k < first_with_cells ? std::vector<CellReading>() : sample::cells_at(k);
        };
    };
    RunFolder out(
        sample::run_info(), {folder.string(), FrameFormat::None, static_cast<int>(every), resumed},
        sample::readings_at(from), [&] { return sample::frame_at(from); }, sample::state_at(from),
        cells_at(from));
    for (long k = from + 1; k <= to; ++k)
        out.add(
            sample::step_at(k), sample::readings_at(k), [&] { return sample::frame_at(k); },
            sample::ask_state_at(k), cells_at(k));
}

/// All files but those with wall times in them.
std::map<std::string, std::string> contents(const fs::path& folder) {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = fs::relative(entry.path(), folder).string();
        if (entry.is_regular_file() && name != "summary.json" && name != "report.html")
            out[name] = read_whole_file(entry.path());
    }
    return out;
}

TEST(RunFolder, WritesWhatTheContractPromises) {
    const sample::Folder folder;
    run(folder.path() / "deep/er", FrameFormat::Vtk, 0, 12, "done");
    const fs::path out = folder.path() / "deep/er";
    EXPECT_EQ(read_steps(out / "steps.csv").size(), 12u);
    EXPECT_EQ(read_steps(out / "steps.csv").front().time, sample::time_at(1));
    const CsvTable probes = read_csv(out / "probes.csv");
    EXPECT_EQ(probes.rows(), 13u);
    EXPECT_EQ(probes.values[0][0], 0);
    EXPECT_EQ(read_state((out / "state.limpet").string()).step, 12);
    EXPECT_EQ(list_frames(out.string()).size(), 3u);
    EXPECT_THAT(read_whole_file(out / "summary.json"), HasSubstr("\"exit_reason\": \"done\""));
    EXPECT_THAT(read_whole_file(out / "report.html"), HasSubstr("</html>"));
}

TEST(RunFolder, WithoutFramesThereIsNoFolderForThem) {
    const sample::Folder folder;
    run(folder.path(), FrameFormat::None, 0, 3, "done");
    EXPECT_FALSE(fs::exists(folder / "frames"));
}

TEST(RunFolder, CellsHaveRowsWithTheFrames) {
    const sample::Folder folder;
    run_with_cells(folder.path(), 0, 12, 5);
    const std::string table = read_whole_file(folder / "cells.csv");
    for (const char* row : {"\n0,sheet,", "\n0.05,sheet,", "\n0.1,sheet,"})
        EXPECT_THAT(table, HasSubstr(row));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 3 * 3) << "a name has a line break";
    run(folder.path(), FrameFormat::None, 0, 12, "done");
    EXPECT_FALSE(fs::exists(folder / "cells.csv")) << "a scene without cells has none";
}

TEST(RunFolder, CellsAreAsIfNeverStopped) {
    const sample::Folder whole, parts;
    run_with_cells(whole.path(), 0, 40, 5);
    run_with_cells(parts.path(), 0, 38, 5);
    run_with_cells(parts.path(), 23, 23, 1, true);  // as a run does that ends between two frames
    EXPECT_THAT(read_whole_file(parts / "cells.csv"), HasSubstr("\n0.23,"));
    run_with_cells(parts.path(), 23, 30, 5, true);
    run_with_cells(parts.path(), 30, 40, 5, true);
    EXPECT_EQ(read_whole_file(parts / "cells.csv"), read_whole_file(whole / "cells.csv"));
}

TEST(RunFolder, CellsMayComeLater) {
    const sample::Folder whole, parts;
    run_with_cells(whole.path(), 0, 40, 5, false, 12);
    run_with_cells(parts.path(), 0, 38, 5, false, 12);
    run_with_cells(parts.path(), 8, 40, 5, true, 12);
    EXPECT_EQ(read_whole_file(parts / "cells.csv"), read_whole_file(whole / "cells.csv"));
    EXPECT_THAT(read_whole_file(whole / "cells.csv"), testing::ContainsRegex("\nz\n0.15,|z\n0.15,"));
}

class ResumedRun : public testing::TestWithParam<FrameFormat> {};

TEST_P(ResumedRun, IsAsIfNeverStopped) {
    const sample::Folder whole, parts;
    run(whole.path(), GetParam(), 0, 60, "done");
    run(parts.path(), GetParam(), 0, 23, "interrupted");
    run(parts.path(), GetParam(), 23, 60, "done", true);
    EXPECT_EQ(contents(parts.path()), contents(whole.path()));
}

TEST_P(ResumedRun, FromAnEarlierStateDropsWhatCameLater) {
    const sample::Folder whole, parts;
    run(whole.path(), GetParam(), 0, 40, "done");
    run(parts.path(), GetParam(), 0, 38, "interrupted");
    run(parts.path(), GetParam(), 20, 40, "done", true);
    EXPECT_EQ(contents(parts.path()), contents(whole.path()));
}

TEST_P(ResumedRun, DropsTheFrameThatClosedTheRun) {
    const sample::Folder whole, parts;
    run(whole.path(), GetParam(), 0, 60, "done");
    run(parts.path(), GetParam(), 0, 23, "interrupted");
    const auto before = contents(parts.path());
    {
        RunFolder closing(
            sample::run_info(), {parts.path().string(), GetParam(), 1, true}, sample::readings_at(23),
            [&] { return sample::frame_at(23); }, sample::state_at(23));
        closing.finish("interrupted");
    }
    EXPECT_EQ(contents(parts.path()) == before, GetParam() == FrameFormat::None);
    run(parts.path(), GetParam(), 23, 60, "done", true);
    EXPECT_EQ(contents(parts.path()), contents(whole.path()));
}

TEST_P(ResumedRun, InANewFolderStartsAtThePresentTime) {
    const sample::Folder folder;
    run(folder.path(), GetParam(), 23, 30, "interrupted", true);
    EXPECT_EQ(read_steps(folder / "steps.csv").size(), 7u);
    EXPECT_EQ(read_csv(folder / "probes.csv").values[0][0], sample::time_at(23));
    run(folder.path(), GetParam(), 30, 32, "done", true);
    EXPECT_EQ(read_steps(folder / "steps.csv").size(), 9u);
    EXPECT_EQ(read_csv(folder / "probes.csv").rows(), 10u);
    EXPECT_THAT(read_whole_file(folder / "summary.json"), HasSubstr("\"recorded_steps\": 9,"));
}

INSTANTIATE_TEST_SUITE_P(Formats, ResumedRun,
                         testing::Values(FrameFormat::None, FrameFormat::Vtk, FrameFormat::Obj,
                                         FrameFormat::Gltf));

TEST(RunFolder, AKilledRunCanBeResumed) {
    const sample::Folder whole, parts;
    run(whole.path(), FrameFormat::Vtk, 0, 80, "done");
    run(parts.path(), FrameFormat::Vtk, 0, 73, "");
    const WorldState state = read_state(parts / "state.limpet");
    EXPECT_EQ(state.step, 50);
    EXPECT_THAT(read_whole_file(parts / "summary.json"), HasSubstr("\"exit_reason\": \"running\""));
    run(parts.path(), FrameFormat::Vtk, state.step, 80, "done", true);
    EXPECT_EQ(contents(parts.path()), contents(whole.path()));
}

TEST(RunFolder, WallTimesOfAllPartsAddUp) {
    const sample::Folder folder;
    run(folder.path(), FrameFormat::None, 0, 3, "interrupted");
    write_file(folder / "summary.json", "{\"wall_time\": 1000}");
    run(folder.path(), FrameFormat::None, 3, 6, "done", true);
    EXPECT_THAT(read_whole_file(folder / "summary.json"), HasSubstr("\"wall_time\": 1000."));
}

TEST(RunFolder, WarningsOfAllPartsAreKeptOnceEach) {
    const sample::Folder folder;
    const auto part = [&](long from, bool resumed, const std::vector<Warning>& warnings) {
        RunFolder out(
            sample::run_info(), {folder.path().string(), FrameFormat::None, 1, resumed},
            sample::readings_at(from), [&] { return sample::frame_at(from); }, sample::state_at(from));
        out.add(
            sample::step_at(from + 1), sample::readings_at(from + 1),
            [&] { return sample::frame_at(from + 1); }, sample::ask_state_at(from + 1));
        out.finish("interrupted", warnings);
    };
    part(0, false, {{"one", {}, "first <b>"}, {"two", {"box"}, "second"}});
    part(1, true, {{"two", {"box"}, "second"}, {"one", {}, "third"}});
    EXPECT_THAT(read_whole_file(folder / "summary.json"),
                HasSubstr("\"warnings\": [\n    \"first \\u003cb\\u003e [one]\",\n    \"second [two]\",\n    "
                          "\"third [one]\"\n  ],"));
    EXPECT_THAT(read_whole_file(folder / "report.html"), HasSubstr("<li>first &lt;b&gt; [one]</li>"));
    part(0, false, {});
    EXPECT_THAT(read_whole_file(folder / "summary.json"), HasSubstr("\"warnings\": [],"));
}

TEST(RunFolder, ABreakdownKeepsTheLastGoodState) {
    const sample::Folder folder;
    run(folder.path(), FrameFormat::Vtk, 0, 33, "a position of \"ball\" became non-finite");
    EXPECT_EQ(read_state(folder / "state.limpet").step, 33);
    EXPECT_THAT(read_whole_file(folder / "summary.json"), HasSubstr("became non-finite"));
}

TEST(RunFolder, ANewRunReplacesLimpetsFilesAndLeavesOthers) {
    const sample::Folder folder;
    run(folder.path(), FrameFormat::Vtk, 0, 30, "done");
    write_file(folder / "notes.txt", "mine");
    write_file(folder / "frames/mine.vtp", "mine");
    run(folder.path(), FrameFormat::Obj, 0, 3, "done");
    EXPECT_EQ(read_whole_file(folder / "notes.txt"), "mine");
    EXPECT_EQ(read_whole_file(folder / "frames/mine.vtp"), "mine");
    EXPECT_EQ(read_steps(folder / "steps.csv").size(), 3u);
    EXPECT_THROW(list_frames(folder.path().string()), InputError);
    EXPECT_FALSE(fs::exists(folder / "frames/floor_000000.vtp"));
}

TEST(RunFolder, FinishingTwiceIsFinishingOnce) {
    const sample::Folder folder;
    RunFolder out(
        sample::run_info(), {folder.path().string(), FrameFormat::None, 1, false}, sample::readings_at(0),
        [] { return sample::frame_at(0); }, sample::state_at(0));
    out.finish("interrupted");
    out.finish("done");
    EXPECT_THAT(read_whole_file(folder / "summary.json"), HasSubstr("\"interrupted\""));
}

TEST(RunFolder, FailuresNameThePath) {
    const sample::Folder folder;
    write_file(folder / "file", "");
    const auto message = [&](const std::string& where, int every = 1) {
        try {
            RunFolder(
                sample::run_info(), {where, FrameFormat::Vtk, every, false}, sample::readings_at(0),
                [] { return sample::frame_at(0); }, sample::state_at(0));
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("accepted");
    };
    EXPECT_THAT(message(folder / "file"), HasSubstr("file: "));
    EXPECT_THAT(message(folder / "file/below"), HasSubstr("cannot be made a folder: Not a directory"));
    EXPECT_THAT(message("/proc/limpet"), HasSubstr("/proc/limpet"));
    EXPECT_THAT(message(folder / "out", 0), HasSubstr("every: must be 1 or more, but is 0"));
    fs::create_directories(folder / "out/steps.csv/full");
    EXPECT_THAT(message(folder / "out"), HasSubstr("steps.csv: cannot be replaced"));
    write_file(folder / "frames", "not a folder");
    EXPECT_THAT(message(folder.path().string()), HasSubstr("frames"));
}

TEST(RunFolder, AFullDiskEndsTheRunWithASentence) {
    if (!fs::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
    const sample::Folder folder;
    fs::create_directory(folder / "frames");
    RunFolder out(
        sample::run_info(), {folder.path().string(), FrameFormat::Obj, 1, false}, sample::readings_at(0),
        [] { return sample::frame_at(0); }, sample::state_at(0));
    fs::create_symlink("/dev/full", folder / "frames/a_b__script_alert_1___script__000001.obj");
    try {
        out.add(
            sample::step_at(1), sample::readings_at(1), [] { return sample::frame_at(1); },
            sample::ask_state_at(1));
        FAIL() << "the frame cannot have been written";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr("_000001.obj: writing failed: No space left"));
    }
}

}  // namespace
}  // namespace limpet
