/// `limpet render --color-range`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using namespace testing_support;

TEST(ColorRange, GivesTheEndsOfTheBar) {
    const ScratchFolder folder;
    const auto render = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {
            "render",   "wobble", "--pictures", "1", "--set", "time.duration=0.02",  "--width", "64",
            "--height", "48",     "--samples",  "1", "--out", folder.path().string()};
        words.insert(words.end(), more.begin(), more.end());
        return run_limpet(words);
    };
    EXPECT_EQ(render({"--color-by", "speed", "--color-range", "0:2e-1"}).exit_code, 0);
    for (const char* wrong : {"0", "1:0", "0:x", ":", "0:inf"}) {
        const RunResult result = render({"--color-by", "speed", "--color-range", wrong});
        EXPECT_EQ(result.exit_code, 2) << wrong;
        EXPECT_THAT(result.output, HasSubstr("two numbers, the smaller one first"));
    }
    const RunResult alone = render({"--color-range", "0:1"});
    EXPECT_EQ(alone.exit_code, 2);
    EXPECT_THAT(alone.output, HasSubstr("--color-by"));
}

}  // namespace
}  // namespace limpet
