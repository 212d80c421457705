#include "core/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "core/memory_budget.h"
#include "core/text.h"
#include "limpet/error.h"

namespace limpet::io {

namespace fs = std::filesystem;

namespace {

/// Of the memory budget: what a reader makes of a file's bytes takes a few times as much.
constexpr double file_share = 0.25;

[[noreturn]] void complain(const std::string& path, const std::string& message) {
    throw InputError({{path, 0, "", message}});
}

[[noreturn]] void complain_missing(const std::string& path) {
    std::error_code ignored;
    const fs::path folder = fs::path(path).parent_path();
    std::vector<std::string> names;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, ignored), end;
         entry != end && names.size() < 1000 && !ignored; entry.increment(ignored))
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    const std::string near = nearest_name(fs::path(path).filename().string(), names);
    complain(path, "there is no such file" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

/// An open file of a kind that can be read to its end.
class RegularFile {
public:
    RegularFile(const std::string& path, const FileKind& kind) : path_(path) {
        if (path.find('\0') != std::string::npos) complain("", "a file's name has a zero byte");
        // A pipe that nobody writes to would be waited for.
        handle_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        if (handle_ < 0 && (errno == ENOENT || errno == ENOTDIR)) complain_missing(path);
        if (handle_ < 0) fail();
        try {
            look(kind);
        } catch (...) {
            ::close(handle_);
            throw;
        }
    }
    ~RegularFile() { ::close(handle_); }
    RegularFile(const RegularFile&) = delete;
    RegularFile& operator=(const RegularFile&) = delete;

    std::uint64_t size() const { return size_; }

    std::string read(std::uint64_t count) const {
        std::string bytes(count, '\0');
        std::uint64_t got = 0;
        while (got < count) {
            const ssize_t more = ::read(handle_, bytes.data() + got, count - got);
            if (more < 0 && errno == EINTR) continue;
            if (more < 0) fail();
            if (more == 0) break;
            got += static_cast<std::uint64_t>(more);
        }
        bytes.resize(got);
        return bytes;
    }

private:
    [[noreturn]] void fail() const {
        complain(path_, std::string("the file cannot be read: ") + std::strerror(errno));
    }

    void look(const FileKind& kind) {
        struct stat status {};
        if (::fstat(handle_, &status) != 0) fail();
        if (S_ISDIR(status.st_mode))
            complain(path_, "this is a directory; " + kind.expected + " is expected");
        if (!S_ISREG(status.st_mode))
            complain(path_, "this is not a regular file, but a pipe, a socket or a device; " + kind.expected +
                                " is expected");
        size_ = static_cast<std::uint64_t>(status.st_size);
        const auto budget = static_cast<std::uint64_t>(file_share * static_cast<double>(memory_budget()));
        const std::uint64_t most = std::min(kind.largest, budget);
        if (size_ > most)
            complain(path_, "the file has " + bytes_text(static_cast<double>(size_)) + "; allowed: " +
                                kind.expected + " of up to " + bytes_text(static_cast<double>(most)) +
                                (budget < kind.largest ? ", a quarter of the memory budget" : ""));
        if (size_ == 0 && has_bytes_all_the_same())
            complain(path_, "this is a file that the system makes up as it is read, as those of /proc are; " +
                                kind.expected + " that is stored is expected");
    }

    bool has_bytes_all_the_same() const {
        char byte = 0;
        return ::pread(handle_, &byte, 1, 0) != 0;
    }

    std::string path_;
    int handle_ = -1;
    std::uint64_t size_ = 0;
};

}  // namespace

std::string load_file(const std::string& path, const FileKind& kind) {
    const RegularFile file(path, kind);
    return file.read(file.size());
}

std::string load_beginning(const std::string& path, const FileKind& kind, std::size_t count) {
    const RegularFile file(path, kind);
    return file.read(std::min<std::uint64_t>(count, file.size()));
}

void save_file(const std::string& path, const std::string& bytes) {
    const fs::path folder = fs::path(path).parent_path();
    if (std::error_code ignored; !folder.empty() && !fs::is_directory(folder, ignored))
        complain(path, "there is no folder '" + folder.string() + "' to write into");
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    if (!stream) complain(path, "the file cannot be opened for writing");
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream) complain(path, "the file could not be written completely (is the disk full?)");
}

}  // namespace limpet::io
