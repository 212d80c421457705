/// `limpet run --audit K`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing_support::run_limpet;
using testing_support::ScratchFolder;
using testing_support::text_of_file;

/// Without `contact` nothing keeps the two boxes apart: the upper one is in the lower one from about 0.1 s
/// on.
constexpr const char* passing = R"({
  "time": { "step": 0.01, "duration": 0.15 },
  "bodies": [
    { "name": "lower", "type": "static", "shape": { "box": [1, 0.1, 1] } },
    { "name": "upper", "type": "rigid", "shape": { "box": [0.1, 0.1, 0.1] }, "density": 1000, "position": [0, 0.15, 0] }
  ]
})";

std::string run_with(const ScratchFolder& scratch, const std::vector<std::string>& more,
                     std::string& output) {
    std::vector<std::string> words = {"run",      scratch.file("passing.json", passing),
                                      "--out",    (scratch.path() / "out").string(),
                                      "--frames", "none"};
    words.insert(words.end(), more.begin(), more.end());
    const auto result = run_limpet(words);
    EXPECT_EQ(result.exit_code, 0) << result.output;
    output = result.output;
    return text_of_file(scratch.path() / "out" / "summary.json");
}

TEST(AuditCommand, WarnsAndRecordsTheWorstAlsoWhenQuiet) {
    const ScratchFolder scratch;
    std::string output;
    const std::string summary = run_with(scratch, {"--audit", "5", "--quiet"}, output);
    EXPECT_THAT(output, HasSubstr("limpet: warning: bodies \"lower\" and \"upper\" are "));
    EXPECT_THAT(output, HasSubstr("m^3"));
    EXPECT_THAT(output, HasSubstr("[audit]"));
    // Steps 0, 5, 10 and 15.
    EXPECT_THAT(
        summary,
        HasSubstr(
            "\"audit\": {\"frames\": 4, \"worst\": {\"bodies\": [\"lower\", \"upper\"], \"depth\": 0.0"));
    EXPECT_THAT(summary, HasSubstr("\"time\": 0.15}"));
    EXPECT_THAT(summary, HasSubstr("are allowed; a smaller time.step may help [audit]\""));
}

TEST(AuditCommand, HasNothingToSayOfAGoodRun) {
    const ScratchFolder scratch;
    std::string output;
    const std::string summary = run_with(scratch, {"--audit", "2", "--quiet", "--duration", "0.05"}, output);
    EXPECT_THAT(output, Not(HasSubstr("[audit]")));
    EXPECT_THAT(summary, HasSubstr("\"audit\": {\"frames\": 3, \"worst\": null}"));
}

TEST(AuditCommand, LeavesNoTraceWithoutTheOption) {
    const ScratchFolder scratch;
    std::string output;
    EXPECT_THAT(run_with(scratch, {"--quiet"}, output), Not(HasSubstr("\"audit\"")));
    EXPECT_THAT(output, Not(HasSubstr("[audit]")));
}

}  // namespace
}  // namespace limpet
