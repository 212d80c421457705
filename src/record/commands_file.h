#pragma once

/// commands.jsonl: what was done to a running world, one JSON object per line, in order.

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

#include "limpet/command.h"
#include "record/files.h"

namespace limpet {

class CommandsFile {
public:
    /// Replaces what is there. A run that is `resumed` keeps it: commands that acted before the state are
    /// history, and those after it are expected again; the file is cut where they do not come.
    CommandsFile(std::filesystem::path file, std::optional<long> resumed);

    /// On the disk when it returns.
    void write(const RecordedCommand& command);
    /// So many steps have been taken: no command before them is to come any more.
    void taken(long steps);

private:
    struct Expected {
        RecordedCommand command;
        std::size_t begin = 0;  ///< of its line in the file [bytes]
    };
    void cut();

    std::filesystem::path path_;
    std::deque<Expected> expected_;
    std::unique_ptr<OutputFile> file_;
};

}  // namespace limpet
