/// What a run says while it goes on: a line on a terminal, nothing in a pipe.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "command/falling.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing::Not;
using namespace testing_support;

const std::string to_an_empty_line = "\r\033[K";

/// What is to be seen in the end: every line with what was written over it gone.
std::string seen(const std::string& raw) {
    std::string text = std::regex_replace(raw, std::regex("\r\n"), "\n");
    for (std::size_t at = 0; (at = text.find(to_an_empty_line)) != std::string::npos;) {
        const std::size_t line = text.rfind('\n', at) + 1;
        text.erase(line, at + to_an_empty_line.size() - line);
    }
    return text;
}

TEST(Progress, IsALineOnATerminalThatGoesWhenTheRunEnds) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto result = interrupt_limpet_on_terminal(
        {"run", scene, "--out", out, "--frames", "none", "--duration", "1e4"},
        [](const std::string& text) { return text.find(" left") != std::string::npos; });
    EXPECT_EQ(result.exit_code, 130);
    const std::regex line("step [0-9]+ of 1000000   t = [0-9]+\\.[0-9]{2} s   0 contacts   [^\r\n]* left");
    EXPECT_TRUE(std::regex_search(result.output, line)) << result.output;
    // The command to go on with is longer than a line; nothing else may be.
    EXPECT_THAT(seen(result.output), Not(HasSubstr(" left")));
    EXPECT_THAT(seen(result.output), testing::StartsWith("interrupted after step ")) << result.output;
    EXPECT_THAT(seen(result.output), HasSubstr("--resume " + out + "/state.limpet\n"));
}

TEST(Progress, APipeStaysQuiet) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", falling), out = (scratch.path() / "out").string();
    const auto begin = std::chrono::steady_clock::now();
    const auto result = interrupt_limpet(
        {"run", scene, "--out", out, "--frames", "none", "--duration", "1e4"},
        [&] { return std::chrono::steady_clock::now() - begin > std::chrono::milliseconds(1500); });
    EXPECT_EQ(result.exit_code, 130);
    EXPECT_THAT(result.output, testing::StartsWith("interrupted after step "));
    EXPECT_THAT(result.output, Not(HasSubstr("\r")));
}

}  // namespace
}  // namespace limpet
