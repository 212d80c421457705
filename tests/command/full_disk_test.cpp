/// A disk that takes no more, by a limit on the size of files: the run ends with a sentence, and its folder
/// says so.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "command/falling.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::run_limpet;
using testing_support::ScratchFolder;
using testing_support::text_of_file;

/// Of this process and those that it starts. A write beyond it fails, as one to a full disk does.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        before_ = std::signal(SIGXFSZ, SIG_IGN);
        ::getrlimit(RLIMIT_FSIZE, &limit_);
        const rlimit lower{bytes, limit_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &lower);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &limit_);
        std::signal(SIGXFSZ, before_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit limit_{};
    void (*before_)(int) = nullptr;
};

TEST(RunCommand, AFullDiskIsTheReasonInTheSummary) {
    const ScratchFolder scratch;
    const std::string scene = scratch.file("falling.json", testing_support::falling);
    const std::string out = (scratch.path() / "out").string();
    testing_support::RunResult result;
    {
        const FileSizeLimit limit(100'000);
        result = run_limpet({"run", scene, "--out", out, "--frames", "none", "--duration", "10"});
    }
    EXPECT_EQ(result.exit_code, 3) << result.output;
    EXPECT_THAT(result.output, HasSubstr("steps.csv: writing failed: File too large"));
    EXPECT_THAT(text_of_file(out + "/summary.json"),
                HasSubstr("steps.csv: writing failed: File too large\""));
    const auto resumed = run_limpet(
        {"run", scene, "--out", out, "--frames", "none", "--steps", "60", "--resume", out + "/state.limpet"});
    EXPECT_EQ(resumed.exit_code, 0) << resumed.output;
    EXPECT_THAT(text_of_file(out + "/summary.json"), HasSubstr("\"exit_reason\": \"done\""));
}

}  // namespace
}  // namespace limpet
