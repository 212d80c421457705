/// Misspelt words of a call: what they probably were meant to be.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/falling.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using namespace testing_support;

TEST(Words, MisspeltOptionsGetTheNearestOne) {
    struct Call {
        std::vector<std::string> words;
        const char* says;
    };
    const std::vector<Call> calls = {
        {{"run", "wobble", "--step", "5"}, "no option \"--step\", did you mean \"--steps\"?"},
        {{"run", "wobble", "--step=5"}, "no option \"--step\", did you mean \"--steps\"?"},
        {{"run", "--otu", "folder", "wobble"}, "\"--out\""},
        {{"run", "--quit"}, "\"--quiet\""},
        {{"check", "wobble", "--sets", "a=1"}, "\"--set\""},
        {{"render", "wobble", "--colour-by", "speed"}, "\"--color-by\""},
        {{"mesh", "toy", "--elment", "0.1"}, "\"--element\""},
        {{"mesh", "toy", "-p", "out.obj"}, "no option \"-p\""},
        {{"schema", "--markdwn"}, "\"--markdown\""},
        {{"--verson"}, "\"--version\""},
        {{"run", "wobble", "--qqqqqqqqq"}, "options: --help, "},
        {{"chekc", "wobble"}, "no command \"chekc\", did you mean \"check\"?"},
    };
    for (const Call& call : calls) {
        const auto result = run_limpet(call.words);
        EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(call.words);
        EXPECT_THAT(result.output, testing::StartsWith("limpet: there is no "));
        EXPECT_THAT(result.output, HasSubstr(call.says));
    }
}

TEST(Words, OtherMistakesKeepTheirOwnMessages) {
    EXPECT_THAT(run_limpet({"run", "wobble", "--steps", "-1"}).output, HasSubstr("--steps"));
    EXPECT_THAT(run_limpet({"run"}).output, HasSubstr("SCENE"));
    EXPECT_THAT(run_limpet({"mesh", "toy", "-o"}).output, HasSubstr("--output"));
}

TEST(Words, RenderSaysWhichFolderIsTheRuns) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    ASSERT_EQ(run_limpet({"run", scene, "--out", out, "--steps", "2"}).exit_code, 0);
    for (const char* inside : {"/frames", "/frames/"}) {
        const auto result = run_limpet({"render", out + inside});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_THAT(result.output, HasSubstr("give that folder: " + out + "\n"));
    }
    const auto other = run_limpet({"render", scratch.path().string()});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(other.output, HasSubstr("not the folder of a run"));
}

}  // namespace
}  // namespace limpet
