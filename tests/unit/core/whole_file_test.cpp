#include "core/whole_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "limpet/error.h"
#include "limpet/memory.h"
#include "support/run_command.h"

namespace limpet::io {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing_support::ScratchFolder;

std::string refusal(const std::string& path, const FileKind& kind = {"a sample"}) {
    try {
        load_file(path, kind);
    } catch (const InputError& error) {
        return error.what();
    }
    return "read without complaint";
}

TEST(WholeFile, ReadsAllBytesOrTheFirst) {
    const ScratchFolder scratch;
    const std::string text = std::string("a\0b\n", 4);
    const std::string file = scratch.file("f", text);
    EXPECT_EQ(load_file(file, {"a sample"}), text);
    EXPECT_EQ(load_beginning(file, {"a sample"}, 2), text.substr(0, 2));
    EXPECT_EQ(load_beginning(file, {"a sample"}, 99), text);
    EXPECT_EQ(load_file(scratch.file("empty", ""), {"a sample"}), "");
}

/// None of these may be waited for, or read without end.
TEST(WholeFile, RefusesWhatIsNoFileAtOnce) {
    const ScratchFolder scratch;
    const std::string pipe = (scratch.path() / "pipe").string(), link = (scratch.path() / "link").string();
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    fs::create_symlink("/dev/zero", link);
    for (const std::string& path : {pipe, link, std::string("/dev/zero")})
        EXPECT_THAT(refusal(path), HasSubstr(path + ": this is not a regular file")) << path;
    EXPECT_THAT(refusal(scratch.path().string()), HasSubstr("this is a directory; a sample is expected"));
    EXPECT_THAT(refusal(std::string("a\0b", 3)), HasSubstr("zero byte"));
    scratch.file("sample.obj", "");
    EXPECT_THAT(refusal((scratch.path() / "smaple.obj").string()), HasSubstr("did you mean 'sample.obj'?"));
    if (!fs::exists("/proc/self/status")) return;
    EXPECT_THAT(refusal("/proc/self/status"), HasSubstr("/proc/self/status: this is a file that the system"));
}

TEST(WholeFile, RefusesWhatIsTooLargeWithoutReadingIt) {
    const ScratchFolder scratch;
    const std::string file = scratch.file("sparse", "");
    fs::resize_file(file, std::uintmax_t{3} << 30);
    EXPECT_THAT(refusal(file, {"a sample", 1000}),
                HasSubstr("the file has 3.2 GB; allowed: a sample of up to 1 kB"));
    set_memory_budget(100'000'000);
    const std::string said = refusal(file);
    set_memory_budget(0);
    EXPECT_THAT(said, HasSubstr("of up to 25 MB, a quarter of the memory budget"));
}

}  // namespace
}  // namespace limpet::io
