#include "support/run_command.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <fstream>
#include <sstream>

extern char** environ;

namespace limpet::testing_support {

namespace fs = std::filesystem;

namespace {

/// The command at work, its output going to a pipe.
class RunningLimpet {
public:
    explicit RunningLimpet(const std::vector<std::string>& words) {
        std::vector<std::string> all = {LIMPET_COMMAND};
        all.insert(all.end(), words.begin(), words.end());
        std::vector<char*> argv;
        for (std::string& word : all) argv.push_back(word.data());
        argv.push_back(nullptr);

        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe for the command's output");
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        const int failed = posix_spawn(&child_, argv[0], &actions, nullptr, argv.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        output_ = ends[0];
        if (failed) throw std::runtime_error("the command does not start");
    }

    void interrupt() const { kill(child_, SIGINT); }

    CommandResult wait() const {
        CommandResult result;
        std::array<char, 4096> buffer{};
        for (ssize_t got = 0; (got = read(output_, buffer.data(), buffer.size())) > 0;)
            result.output.append(buffer.data(), static_cast<std::size_t>(got));
        close(output_);
        int status = 0;
        waitpid(child_, &status, 0);
        result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return result;
    }

private:
    pid_t child_ = 0;
    int output_ = -1;
};

}  // namespace

CommandResult run_limpet(const std::vector<std::string>& words) {
    return RunningLimpet(words).wait();
}

CommandResult interrupt_limpet(const std::vector<std::string>& words, const std::function<bool()>& ready) {
    const RunningLimpet limpet(words);
    for (int i = 0; i < 10'000 && !ready(); ++i) usleep(1000);
    limpet.interrupt();
    return limpet.wait();
}

ScratchFolder::ScratchFolder() {
    std::string pattern = (fs::temp_directory_path() / "limpet-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for temporary files");
    path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string ScratchFolder::file(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
}

std::string text_of_file(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    EXPECT_TRUE(in) << file;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace limpet::testing_support
