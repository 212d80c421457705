/// Runs that end early, in any way, and go on: the folder is in the end as if they had never stopped.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/falling.h"
#include "limpet/limpet.h"
#include "support/run_command.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::falling;
using testing_support::interrupt_limpet;
using testing_support::kill_limpet;
using testing_support::run_contents;
using testing_support::run_limpet;
using testing_support::ScratchFolder;
using testing_support::text_of_file;

bool has_bytes(const std::string& file, std::uintmax_t bytes) {
    std::error_code missing;
    const auto size = fs::file_size(file, missing);
    return !missing && size >= bytes;
}

class ResumedCommand : public testing::TestWithParam<const char*> {
protected:
    std::vector<std::string> words(const std::string& out, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> all = {"run", scene_, "--out", out, "--every", "3", "--frames", GetParam()};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    std::string folder(const char* name) const { return (scratch_.path() / name).string(); }

    ScratchFolder scratch_;
    std::string scene_ = scratch_.file("falling.json", falling);
};

TEST_P(ResumedCommand, IsAsNeverStopped) {
    const std::string whole = folder("whole"), parts = folder("parts");
    ASSERT_EQ(run_limpet(words(whole)).exit_code, 0);
    // Step 8 has a frame because the run ends there; the whole run has none.
    ASSERT_EQ(run_limpet(words(parts, {"--steps", "8"})).exit_code, 0);
    for (int again = 0; again < 2; ++again) {
        const auto resumed = run_limpet(words(parts, {"--resume", parts + "/state.limpet"}));
        ASSERT_EQ(resumed.exit_code, 0) << resumed.output;
        EXPECT_EQ(run_contents(whole), run_contents(parts));
    }
}

TEST_P(ResumedCommand, AfterCtrlCIsAsNeverStopped) {
    const std::string whole = folder("whole"), parts = folder("parts");
    const auto stopped = interrupt_limpet(words(parts, {"--duration", "1e4"}),
                                          [&] { return has_bytes(parts + "/steps.csv", 3000); });
    ASSERT_EQ(stopped.exit_code, 130) << stopped.output;
    const std::string last = std::to_string(read_state(parts + "/state.limpet").step + 4);
    ASSERT_EQ(run_limpet(words(parts, {"--steps", last, "--resume", parts + "/state.limpet"})).exit_code, 0);
    ASSERT_EQ(run_limpet(words(whole, {"--steps", last})).exit_code, 0);
    EXPECT_EQ(run_contents(whole), run_contents(parts));
}

INSTANTIATE_TEST_SUITE_P(Frames, ResumedCommand, testing::Values("vtk", "obj", "gltf", "none"));

/// A cube falls for some steps and lands in one that sweeps for minutes: Ctrl-C gives that step up.
TEST(RunCommand, CtrlCGivesUpALongStep) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("long.json", R"({"name": "long",
        "time": {"step": 0.005, "duration": 0.05},
        "materials": {"m": {"density": 1000, "young": 5e4, "poisson": 0.3}},
        "contact": {"law": {"friction": 0}},
        "solver": {"type": "pgs", "iterations": 1000000, "tolerance": 0},
        "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "cube", "type": "soft", "material": "m", "element": 0.008, "shape": {"box": [0.1, 0.02, 0.1]},
         "position": [0, 0.0215, 0], "velocity": [0, -0.5, 0]}]})");
    const std::string out = (scratch.path() / "out").string(), whole = (scratch.path() / "whole").string();
    const auto has_landed = [&] {
        return has_bytes(out + "/probes.csv", 1) && has_bytes(out + "/steps.csv", 500);
    };
    const auto stopped = interrupt_limpet({"run", scene, "--out", out, "--frames", "none"}, has_landed);
    ASSERT_EQ(stopped.exit_code, 130) << stopped.output;
    EXPECT_THAT(stopped.output, HasSubstr("--resume " + out + "/state.limpet"));
    const long last = read_state(out + "/state.limpet").step;
    EXPECT_LT(last, 5) << "the long step was waited for";
    const auto go = [&](const std::string& to, const std::vector<std::string>& more) {
        std::vector<std::string> words = {"run",  scene,     "--out", to,      "--frames",
                                          "none", "--steps", "8",     "--set", "solver.iterations=20"};
        words.insert(words.end(), more.begin(), more.end());
        return run_limpet(words).exit_code;
    };
    ASSERT_EQ(go(out, {"--resume", out + "/state.limpet"}), 0);
    ASSERT_EQ(go(whole, {}), 0);
    EXPECT_EQ(run_contents(whole), run_contents(out));
}

TEST(RunCommand, WritesAFrameOfTheLastStep) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto steps = [&] {
        std::vector<long> all;
        for (const std::string& frame : list_frames(out)) all.push_back(read_frame(frame).step);
        return all;
    };
    const std::vector<std::string> words = {"run", scene, "--out", out, "--every", "7", "--steps"};
    const auto run_to = [&](const char* last) {
        auto all = words;
        all.emplace_back(last);
        return run_limpet(all).exit_code;
    };
    ASSERT_EQ(run_to("14"), 0);
    EXPECT_THAT(steps(), testing::ElementsAre(0, 7, 14));
    ASSERT_EQ(run_to("16"), 0);
    EXPECT_THAT(steps(), testing::ElementsAre(0, 7, 14, 16));
    ASSERT_EQ(run_to("0"), 0);
    EXPECT_THAT(steps(), testing::ElementsAre(0));
}

TEST(RunCommand, AKilledRunCanBeRenderedAndResumed) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto killed = kill_limpet({"run", scene, "--out", out, "--every", "3", "--duration", "1e4"},
                                    [&] { return has_bytes(out + "/steps.csv", 20'000); });
    ASSERT_EQ(killed.exit_code, 128 + SIGKILL);
    EXPECT_THAT(text_of_file(out + "/summary.json"), HasSubstr("\"exit_reason\": \"running\""));
    const auto rendered =
        run_limpet({"render", out, "--width", "32", "--height", "20", "--samples", "1", "--pictures", "1"});
    EXPECT_EQ(rendered.exit_code, 0) << rendered.output;
    EXPECT_TRUE(fs::exists(out + "/report.html"));
    const std::string last = std::to_string(read_state(out + "/state.limpet").step + 20);
    const auto resumed = run_limpet(
        {"run", scene, "--out", out, "--every", "3", "--steps", last, "--resume", out + "/state.limpet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.output;
    EXPECT_THAT(text_of_file(out + "/summary.json"), HasSubstr("\"exit_reason\": \"done\""));
}

}  // namespace
}  // namespace limpet
