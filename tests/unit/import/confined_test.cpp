#include "import/confined.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <new>
#include <vector>

#include "limpet/error.h"
#include "support/run_command.h"

namespace limpet::io {
namespace {

using testing::HasSubstr;

constexpr double seconds = 1, memory = 64e6;

std::string outcome(const std::function<std::string()>& work) {
    try {
        return "came back: " + run_confined("a.x", {"The reader", seconds, memory}, work);
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(Confined, BytesAndSentencesComeBack) {
    const std::string bytes(1 << 20, 'x');
    EXPECT_EQ(outcome([&] { return bytes; }), "came back: " + bytes);
    EXPECT_EQ(outcome([] { return std::string(); }), "came back: ");
    EXPECT_THAT(outcome([]() -> std::string {
                    throw InputError({{"a.x", 0, "", "line 7 is wrong"}});
                }),
                HasSubstr("a.x: line 7 is wrong"));
    EXPECT_THAT(outcome([]() -> std::string { throw std::runtime_error("no idea"); }),
                HasSubstr("a.x: The reader cannot read this file: no idea"));
    EXPECT_THAT(outcome([]() -> std::string { throw std::bad_alloc(); }), HasSubstr("needs more memory"));
}

TEST(Confined, ACrashIsASentence) {
    EXPECT_THAT(outcome([]() -> std::string {
                    std::raise(SIGSEGV);
                    return "";
                }),
                HasSubstr("a.x: The reader crashed as it read this file (Segmentation fault)"));
    EXPECT_THAT(outcome([]() -> std::string { std::abort(); }), HasSubstr("crashed"));
    EXPECT_THAT(outcome([]() -> std::string { ::_exit(1); }), HasSubstr("crashed"));
}

TEST(Confined, WhatTakesTooLongIsEnded) {
    EXPECT_THAT(outcome([]() -> std::string {
                    for (std::atomic<int> i = 0;; ++i) {
                    }
                }),
                HasSubstr("took more than 1 s"));
    EXPECT_THAT(outcome([]() -> std::string {
                    ::sleep(1000);
                    return "";
                }),
                HasSubstr("took more than 1 s"));
}

TEST(Confined, MemoryAndFilesHaveLimits) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer reserves more addresses than any limit";
#else
    EXPECT_THAT(outcome([] {
                    std::vector<char> much(512 << 20, 'x');
                    return std::string(much.data(), 10);
                }),
                HasSubstr("needs more memory"));
    const testing_support::ScratchFolder scratch;
    const std::string file = (scratch.path() / "never").string();
    outcome([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        if (std::FILE* out = std::fopen(file.c_str(), "wb")) {
            std::fputs("text", out);
            std::fclose(out);
        }
        return std::string();
    });
    EXPECT_EQ(testing_support::text_of_file(file), "");
#endif
}

}  // namespace
}  // namespace limpet::io
