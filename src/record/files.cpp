#include "record/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "core/whole_file.h"

namespace limpet {

namespace fs = std::filesystem;

InputError file_error(const fs::path& file, const std::string& message) {
    return InputError(std::vector<Complaint>{{file.string(), 0, "", message}});
}

OutputFile::OutputFile(fs::path path, Mode mode) : path_(std::move(path)) {
    file_ = std::fopen(path_.c_str(), mode == Mode::Replace ? "wb" : "r+b");
    if (!file_) throw file_error(path_, std::string("cannot be written: ") + std::strerror(errno));
    if (mode == Mode::Continue && std::fseek(file_, 0, SEEK_END) != 0) fail(errno);
}

OutputFile::~OutputFile() {
    if (file_) std::fclose(file_);
}

void OutputFile::fail(int error) const {
    throw WriteError(path_.string() + ": writing failed: " + std::strerror(error));
}

void OutputFile::write(std::string_view bytes) {
    errno = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail(errno);
}

void OutputFile::flush() {
    if (std::fflush(file_) != 0) fail(errno);
}

void OutputFile::sync() {
    flush();
    // Devices and pipes have no disk to wait for and answer EINVAL.
    if (::fsync(::fileno(file_)) != 0 && errno != EINVAL) fail(errno);
}

void OutputFile::seek(std::size_t offset) {
    if (std::fseek(file_, static_cast<long>(offset), SEEK_SET) != 0) fail(errno);
}

void OutputFile::close() {
    if (std::fclose(std::exchange(file_, nullptr)) != 0) fail(errno);
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw file_error(folder, "cannot be made a folder: " + error.message());
    if (!fs::is_directory(folder, error)) throw file_error(folder, "is not a folder");
}

void write_file(const fs::path& file, std::string_view bytes) {
    OutputFile out(file, OutputFile::Mode::Replace);
    out.write(bytes);
    out.close();
}

namespace {

/// A rename is on the disk once its folder is.
void sync_folder(const fs::path& folder) {
    const int handle = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
    if (handle < 0) return;
    ::fsync(handle);
    ::close(handle);
}

}  // namespace

void write_file_aside(const fs::path& file, std::string_view bytes) {
    fs::path aside = file;
    aside += ".writing";
    std::error_code error;
    try {
        OutputFile out(aside, OutputFile::Mode::Replace);
        out.write(bytes);
        out.sync();
        out.close();
    } catch (...) {
        fs::remove(aside, error);
        throw;
    }
    fs::rename(aside, file, error);
    if (error) {
        const std::string reason = error.message();
        fs::remove(aside, error);
        throw file_error(file, "cannot be replaced: " + reason);
    }
    sync_folder(file.parent_path());
}

void overwrite_file(const fs::path& file, std::string_view bytes) {
    OutputFile out(file, OutputFile::Mode::Continue);
    out.seek(0);
    out.write(bytes);
    out.close();
    shorten_file(file, bytes.size());
}

std::string read_whole_file(const fs::path& file) {
    return io::load_file(file.string(), {"a file of a run"});
}

void shorten_file(const fs::path& file, std::size_t bytes) {
    std::error_code error;
    fs::resize_file(file, bytes, error);
    if (error) throw file_error(file, "cannot be cut back: " + error.message());
}

}  // namespace limpet
