/// Scenes with contact as the command takes them.

#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing_support::run_limpet;
using testing_support::ScratchFolder;

const char* const ball_on_floor = R"({
  "time": { "step": 0.01, "duration": 0.05 },
  "contact": { "law": { "friction": 0 } },
  "bodies": [
    { "name": "ball", "type": "rigid", "shape": { "sphere": 0.1 }, "density": 1000, "position": [0, 1, 0] },
    { "name": "floor", "type": "static", "shape": { "box": [2, 0.1, 2] } }
  ]
})";

TEST(ContactCommand, AFrictionlessSceneIsGood) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor);
    const auto checked = run_limpet({"check", scene});
    EXPECT_EQ(checked.exit_code, 0) << checked.output;
    const auto changed = run_limpet({"check", scene, "--set", "contact.detection.self=true", "--set",
                                     "contact.detection.distance=5 mm", "--set", "solver.iterations=50"});
    EXPECT_EQ(changed.exit_code, 0) << changed.output;
}

TEST(ContactCommand, FrictionWithASolverThatKnowsNoneIsRefused) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor);
    for (const char* command : {"check", "run"}) {
        const auto result =
            run_limpet({command, scene, "--set", "contact.law.friction=0.3", "--set", "solver.type=pgs"});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_NE(result.output.find("--set: solver.type: found \"pgs\", which knows no friction"),
                  std::string::npos)
            << result.output;
    }
}

/// Problem files cannot hold bonds: that is said before anything runs, and before an older run is
/// overwritten.
TEST(ContactCommand, ProblemsOfABondedSceneAreRefusedAtOnce) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor),
                      out = (scratch.path() / "out").string();
    const auto result =
        run_limpet({"run", scene, "--out", out, "--dump-problems", "--set", "contact.law.adhesion={}"});
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_NE(result.output.find("--dump-problems: contacts of this scene can have bonds"), std::string::npos)
        << result.output;
    EXPECT_FALSE(std::filesystem::exists(out));
    EXPECT_EQ(run_limpet({"run", scene, "--out", out, "--dump-problems", "--quiet"}).exit_code, 0);
}

/// Code and sentence, from check and from run, also with --quiet.
TEST(ContactCommand, WarningsCarryTheirCode) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor),
                      out = (scratch.path() / "out").string();
    const std::string longer = "time.step=0.1";
    for (const std::vector<std::string>& words : {std::vector<std::string>{"check", scene, "--set", longer},
                                                  {"run", scene, "--out", out, "--quiet", "--set", longer}}) {
        const auto result = run_limpet(words);
        EXPECT_EQ(result.exit_code, 0);
        EXPECT_NE(result.output.find("limpet: warning: time.step (0.1 s) is longer than"), std::string::npos)
            << result.output;
        EXPECT_NE(result.output.find("[step-over-duration]\n"), std::string::npos) << result.output;
    }
    EXPECT_NE(
        testing_support::text_of_file(scratch.path() / "out/summary.json").find("[step-over-duration]\""),
        std::string::npos);
}

/// Of 23 pairs that start in each other.
TEST(ContactCommand, TheFirstTwentyWarningsOfAKindArePrinted) {
    std::string bodies = R"({"name": "floor", "type": "static", "shape": {"box": [30, 1, 3]}})";
    for (int i = 0; i < 23; ++i)
        bodies += R"(, {"name": "ball)" + std::to_string(i) +
                  R"(", "type": "rigid", "shape": {"sphere": 0.1}, "density": 1000, "position": [)" +
                  std::to_string(i - 11) + ", 0.55, 0]}";
    const ScratchFolder scratch;
    const std::string scene = scratch.file(
        "scene.json",
        R"({"time": {"step": 0.01, "duration": 0.02}, "contact": {}, "bodies": [)" + bodies + "]}");
    const auto result = run_limpet({"run", scene, "--out", (scratch.path() / "out").string()});
    EXPECT_EQ(result.exit_code, 0) << result.output;
    const auto count = [](const std::string& text, const std::string& part) {
        int found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count(result.output, "overlap by"), 20) << result.output;
    EXPECT_EQ(count(result.output, "limpet: warning: 3 more of this kind are in summary.json [overlap]\n"), 1)
        << result.output;
    EXPECT_EQ(count(testing_support::text_of_file(scratch.path() / "out/summary.json"), "[overlap]\""), 23);
}

TEST(ContactCommand, ASceneWithoutItsExtensionIsNamed) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("finger.json", ball_on_floor);
    const std::string without = scene.substr(0, scene.size() - 5);
    const auto result = run_limpet({"run", without});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.output.find("did you mean \"" + scene + "\"?"), std::string::npos) << result.output;
}

TEST(ContactCommand, CheckSaysWhatBondsTake) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("scene.json", ball_on_floor);
    const auto result =
        run_limpet({"check", scene, "--set", R"(contact.law.adhesion={"stiffness": 1e6, "energy": 5})"});
    EXPECT_EQ(result.exit_code, 0) << result.output;
    EXPECT_NE(result.output.find("bonds: take 4.84 J/m^2 of 5 J/m^2 when opened slowly, break at 0.00894 m"),
              std::string::npos)
        << result.output;
}

}  // namespace
}  // namespace limpet
