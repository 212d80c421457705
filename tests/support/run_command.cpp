#include "support/run_command.h"
#include "support/paths.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
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

/// The command and its words as exec() and posix_spawn() take them.
class Arguments {
public:
    explicit Arguments(const std::vector<std::string>& words) : words_{LIMPET_COMMAND} {
        words_.insert(words_.end(), words.begin(), words.end());
        for (std::string& word : words_) pointers_.push_back(word.data());
        pointers_.push_back(nullptr);
    }
    char** data() { return pointers_.data(); }

private:
    std::vector<std::string> words_;
    std::vector<char*> pointers_;
};

/// False at the end; a terminal whose other side was closed fails instead of ending.
bool read_more(int file, std::string& text) {
    std::array<char, 4096> buffer{};
    const ssize_t got = read(file, buffer.data(), buffer.size());
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    return got > 0;
}

int exit_code_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The command at work, its output going to a pipe.
class RunningLimpet {
public:
    explicit RunningLimpet(const std::vector<std::string>& words) {
        Arguments arguments(words);
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe for the command's output");
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
        posix_spawn_file_actions_addclose(&actions, ends[0]);
        const int failed = posix_spawn(&child_, LIMPET_COMMAND, &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        output_ = ends[0];
        if (failed) throw std::runtime_error("the command does not start");
    }

    void send(int signal) const { kill(child_, signal); }

    RunResult wait() const {
        RunResult result;
        while (read_more(output_, result.output)) {
        }
        close(output_);
        result.exit_code = exit_code_of(child_);
        return result;
    }

private:
    pid_t child_ = 0;
    int output_ = -1;
};

}  // namespace

RunResult run_limpet(const std::vector<std::string>& words) {
    return RunningLimpet(words).wait();
}

namespace {

RunResult send_to_limpet(int signal, const std::vector<std::string>& words,
                         const std::function<bool()>& ready) {
    const RunningLimpet limpet(words);
    for (int i = 0; i < 10'000 && !ready(); ++i) usleep(1000);
    limpet.send(signal);
    return limpet.wait();
}

}  // namespace

RunResult interrupt_limpet(const std::vector<std::string>& words, const std::function<bool()>& ready) {
    return send_to_limpet(SIGINT, words, ready);
}

RunResult kill_limpet(const std::vector<std::string>& words, const std::function<bool()>& ready) {
    return send_to_limpet(SIGKILL, words, ready);
}

RunResult interrupt_limpet_on_terminal(const std::vector<std::string>& words,
                                       const std::function<bool(const std::string&)>& ready) {
    Arguments arguments(words);
    winsize size{};
    size.ws_row = 24;
    size.ws_col = 80;
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
    if (child < 0) throw std::runtime_error("no terminal for the command");
    if (child == 0) {
        execv(LIMPET_COMMAND, arguments.data());
        _exit(127);
    }
    RunResult result;
    bool pressed = false;
    while (read_more(terminal, result.output))
        if (!pressed && ready(result.output)) {
            constexpr char ctrl_c = 3;
            pressed = write(terminal, &ctrl_c, 1) == 1;
        }
    close(terminal);
    result.exit_code = exit_code_of(child);
    return result;
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
