#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace limpet::testing_support {

struct RunResult {
    int exit_code = -1;  ///< 128 + signal if it was killed
    std::string output;  ///< standard output and error, as they came
};

/// Runs the limpet command with these words, without a shell.
RunResult run_limpet(const std::vector<std::string>& words);

/// The same, pressing Ctrl-C as soon as `ready` says so.
RunResult interrupt_limpet(const std::vector<std::string>& words, const std::function<bool()>& ready);

/// The same on a terminal of 80 columns instead of a pipe, pressing Ctrl-C once `ready` says so of what it
/// has printed so far.
RunResult interrupt_limpet_on_terminal(const std::vector<std::string>& words,
                                       const std::function<bool(const std::string&)>& ready);

/// Runs it and kills it, without a chance to write anything more, as soon as `ready` says so.
RunResult kill_limpet(const std::vector<std::string>& words, const std::function<bool()>& ready);

/// A folder for one test, removed with it.
class ScratchFolder {
public:
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    std::filesystem::path path() const { return path_; }
    /// The path of a file in it, with this text.
    std::string file(const std::string& name, const std::string& text) const;

private:
    std::filesystem::path path_;
};

std::string text_of_file(const std::filesystem::path& file);

}  // namespace limpet::testing_support
