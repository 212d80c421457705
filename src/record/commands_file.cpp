#include "record/commands_file.h"

#include <algorithm>

#include "limpet/record.h"

namespace limpet {
namespace {

/// Calls `visit` with each complete line, its number and its first byte; returns the end of the last one. A
/// last line without its end was being written.
template <class Visit>
std::size_t each_line(const std::string& text, Visit&& visit) {
    std::size_t begin = 0, number = 1;
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        visit(text.substr(begin, end - begin), number++, begin);
    return begin;
}

RecordedCommand parse_line(const std::string& line, std::size_t number, const std::filesystem::path& file) {
    try {
        return command_from_json(line);
    } catch (const InputError& error) {
        std::vector<Complaint> complaints = error.complaints();
        for (Complaint& complaint : complaints) {
            complaint.file = file.string();
            complaint.line = static_cast<int>(number);
        }
        throw InputError(std::move(complaints));
    }
}

}  // namespace

std::vector<RecordedCommand> read_commands(const std::string& file) {
    std::vector<RecordedCommand> commands;
    each_line(read_whole_file(file), [&](const std::string& line, std::size_t number, std::size_t) {
        if (line.empty()) return;
        commands.push_back(parse_line(line, number, file));
        const std::size_t last = commands.size() - 1;
        if (last > 0 && commands[last].step < commands[last - 1].step)
            throw InputError({{file, static_cast<int>(number), "step",
                               "found " + std::to_string(commands[last].step) + " after " +
                                   std::to_string(commands[last - 1].step) +
                                   "; allowed: commands in the order of their steps"}});
    });
    return commands;
}

CommandsFile::CommandsFile(std::filesystem::path file, std::optional<long> resumed) : path_(std::move(file)) {
    const bool goes_on = resumed && std::filesystem::exists(path_);
    if (goes_on) {
        const std::string text = read_whole_file(path_);
        const std::size_t end =
            each_line(text, [&](const std::string& line, std::size_t number, std::size_t begin) {
                if (line.empty()) return;
                const RecordedCommand command = parse_line(line, number, path_);
                if (command.step >= *resumed) expected_.push_back({command, begin});
            });
        if (end < text.size()) shorten_file(path_, end);
    }
    file_ =
        std::make_unique<OutputFile>(path_, goes_on ? OutputFile::Mode::Continue : OutputFile::Mode::Replace);
}

void CommandsFile::write(const RecordedCommand& command) {
    if (!expected_.empty() && expected_.front().command == command) return expected_.pop_front();
    cut();
    file_->write(to_json(command) + '\n');
    file_->flush();
}

void CommandsFile::taken(long steps) {
    if (!expected_.empty() && expected_.front().command.step < steps) cut();
}

void CommandsFile::cut() {
    if (expected_.empty()) return;
    file_.reset();
    shorten_file(path_, expected_.front().begin);
    expected_.clear();
    file_ = std::make_unique<OutputFile>(path_, OutputFile::Mode::Continue);
}

}  // namespace limpet
