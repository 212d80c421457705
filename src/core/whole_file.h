#pragma once

/// The one door for files that are read, and files written as a whole; complaints name them. Nothing else in
/// the project opens a file to read it (tests/architecture/one_door_test.cpp), so that no reader can wait for
/// a pipe, read a device without an end, or take more memory than the budget has.

#include <cstdint>
#include <string>

namespace limpet::io {

/// What a reader expects of a file.
struct FileKind {
    std::string expected;  ///< e.g. "a mesh file": what should have been given in place of a folder
    std::uint64_t largest = unlimited;  ///< [bytes]; the memory budget bounds every kind

    static constexpr std::uint64_t unlimited = UINT64_MAX;
};

/// All bytes of a regular file. Throws an InputError for what is missing (with the nearest name beside it), a
/// directory, a pipe or a device, what the kernel makes up as it is read (/proc), what is too large, or not
/// readable.
std::string load_file(const std::string& path, const FileKind& kind);
/// The same checks; of the file's bytes the first `count`, or fewer if it has no more.
std::string load_beginning(const std::string& path, const FileKind& kind, std::size_t count);
void save_file(const std::string& path, const std::string& bytes);

}  // namespace limpet::io
