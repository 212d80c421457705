#pragma once

/// Files that are written and read with every failure noticed: no short write and no full disk passes in
/// silence.

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "limpet/error.h"

namespace limpet {

/// An InputError about a whole file.
InputError file_error(const std::filesystem::path& file, const std::string& message);

/// A file open for writing. Opening throws InputError, failing to write throws WriteError; both say
/// the path and the system's reason.
class OutputFile {
public:
    enum class Mode { Replace, Continue };  ///< Continue: what is there stays, and writing goes on at its end
    OutputFile(std::filesystem::path path, Mode mode);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void write(std::string_view bytes);
    void flush();
    /// Flushes and waits until the bytes are on the disk.
    void sync();
    /// Goes to a byte counted from the file's beginning.
    void seek(std::size_t offset);
    void close();

private:
    [[noreturn]] void fail(int error) const;
    std::filesystem::path path_;
    std::FILE* file_ = nullptr;
};

/// Creates a folder and those above it. Throws InputError.
void make_folder(const std::filesystem::path& folder);

void write_file(const std::filesystem::path& file, std::string_view bytes);

/// Writes to a temporary name beside `file`, waits for the disk, and renames: readers see the old file or the
/// new one.
void write_file_aside(const std::filesystem::path& file, std::string_view bytes);

/// Writes over what a file has, which takes no more room on the disk unless it gets longer.
void overwrite_file(const std::filesystem::path& file, std::string_view bytes);

/// All of a file's bytes. Throws InputError.
std::string read_whole_file(const std::filesystem::path& file);

/// Cuts a file. Throws InputError.
void shorten_file(const std::filesystem::path& file, std::size_t bytes);

}  // namespace limpet
