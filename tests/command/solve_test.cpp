/// `limpet solve`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using namespace testing_support;

/// A contact that slides: λ = (1.5, −0.45, 0.6), as one finds by hand.
constexpr const char* sliding = "contacts 1\nmu\n0.5\nq\n-3 6 -8\nW 3\n0 0 2\n1 1 2\n2 2 2\nend\n";

double number_after(const std::string& text, const std::string& name) {
    std::smatch match;
    EXPECT_TRUE(std::regex_search(text, match, std::regex("\"" + name + "\": ([-+.0-9e]+)"))) << name << text;
    return match.empty() ? -1 : std::stod(match[1]);
}

TEST(SolveCommand, PrintsOneJsonObject) {
    const ScratchFolder scratch;
    const auto result =
        run_limpet({"solve", scratch.file("sliding.fc3d", sliding), "--json", "--tol", "1e-9"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, testing::StartsWith("{\"solver\": \"auto\", "));
    EXPECT_THAT(result.output, testing::EndsWith("}\n"));
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1);
    EXPECT_THAT(result.output, HasSubstr("\"converged\": true"));
    EXPECT_EQ(number_after(result.output, "contacts"), 1);
    EXPECT_EQ(number_after(result.output, "iterations"), 1);
    EXPECT_LT(number_after(result.output, "error"), 1e-9);
    EXPECT_LT(number_after(result.output, "seconds"), 1);
    EXPECT_GE(number_after(result.output, "seconds"), 0);
}

TEST(SolveCommand, WritesReactionsAndHistory) {
    const ScratchFolder scratch;
    const std::string problem = scratch.file("sliding.fc3d", sliding);
    const std::string reactions = (scratch.path() / "r.txt").string(),
                      history = (scratch.path() / "h.csv").string();
    const auto result = run_limpet({"solve", problem, "--reactions", reactions, "--history", history});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, HasSubstr("converged after 1 iterations"));
    std::istringstream text(text_of_file(reactions));
    double r[3], more;
    ASSERT_TRUE(text >> r[0] >> r[1] >> r[2]);
    EXPECT_FALSE(text >> more);
    EXPECT_NEAR(r[0], 1.5, 1e-12);
    EXPECT_NEAR(r[1], -0.45, 1e-12);
    EXPECT_NEAR(r[2], 0.6, 1e-12);
    EXPECT_THAT(text_of_file(history), testing::StartsWith("iteration,error\n0,"));
    EXPECT_THAT(text_of_file(history), HasSubstr("\n1,"));
}

TEST(SolveCommand, TakesEverySolverAndCone) {
    const ScratchFolder scratch;
    const std::string problem = scratch.file("sliding.fc3d", sliding);
    const auto list = run_limpet({"solve", "--list"});
    EXPECT_EQ(list.exit_code, 0);
    for (const char* solver :
         {"auto", "interior-point", "nsgs", "block-pgs", "uzawa-local", "uzawa-global", "lemke", "pgs"}) {
        EXPECT_THAT(list.output, HasSubstr(std::string(solver) + " "));
        const auto result = run_limpet({"solve", problem, "--solver", solver, "--json", "--threads", "1"});
        EXPECT_EQ(result.exit_code, 0) << solver;
        EXPECT_THAT(result.output, HasSubstr("\"converged\": true")) << solver;
        if (solver == std::string("auto")) continue;
        EXPECT_THAT(result.output, HasSubstr("\"method\": \"" + std::string(solver) + "\""));
    }
    for (const char* cone : {"exact", "pyramid", "box"}) {
        const auto result = run_limpet({"solve", problem, "--solver", "block-pgs", "--cone", cone, "--json"});
        EXPECT_THAT(result.output, HasSubstr("\"cone\": \"" + std::string(cone) + "\""));
        EXPECT_LT(number_after(result.output, "law_error"), 1e-6);
    }
}

TEST(SolveCommand, SaysThatItDidNotConverge) {
    const ScratchFolder scratch;
    const auto result =
        run_limpet({"solve", scratch.file("sliding.fc3d", sliding), "--iterations", "0", "--json"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.output, HasSubstr("\"converged\": false"));
}

TEST(SolveCommand, WrongInputIsRefused) {
    const ScratchFolder scratch;
    const std::string sound = scratch.file("sound.fc3d", sliding);
    const std::string broken = scratch.file("broken.fc3d", "contacts 1\nmu\n-1\n");
    const std::string stiff =
        scratch.file("stiff.fc3d", "contacts 1\nmu\n0.5\nq\n-3 6 -8\nW 2\n1 1 2\n2 2 2\nend\n");
    struct Call {
        std::vector<std::string> words;
        const char* says;
    };
    const std::vector<Call> calls = {
        {{"solve", broken}, "broken.fc3d:3: a friction coefficient is -1; allowed are numbers from 0 on"},
        {{"solve", stiff}, "stiff.fc3d: a contact has no compliance"},
        {{"solve", (scratch.path() / "sond.fc3d").string()}, "did you mean 'sound.fc3d'?"},
        {{"solve", scratch.path().string()}, "this is a directory"},
        {{"solve", sound, "--solver", "nsg"}, "there is no 'nsg', did you mean 'nsgs'?"},
        {{"solve", sound, "--cone", "piramid"}, "did you mean 'pyramid'?"},
        {{"solve", sound, "--cone", "box"}, "'auto' has no box cone; allowed: exact"},
        {{"solve", sound, "--tol", "-1"}, "--tol"},
        {{"solve", sound, "--tolerance", "1"}, "there is no option \"--tolerance\""},
        {{"solve", sound, "--reactions", (scratch.path() / "no/r.txt").string()}, "there is no folder"},
        {{"solve"}, "PROBLEM"},
    };
    for (const Call& call : calls) {
        const auto result = run_limpet(call.words);
        EXPECT_EQ(result.exit_code, 2) << testing::PrintToString(call.words);
        EXPECT_THAT(result.output, HasSubstr(call.says));
    }
}

}  // namespace
}  // namespace limpet
