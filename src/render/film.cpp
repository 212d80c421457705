/// Films by ffmpeg, started without a shell. The pictures go to its standard input over a socket, where a
/// reader that dies early is an error we can report, and not a signal.

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <system_error>

#include "core/text.h"
#include "core/whole_file.h"
#include "limpet/error.h"
#include "limpet/render.h"

extern char** environ;

namespace limpet {
namespace {

namespace fs = std::filesystem;

std::string find_ffmpeg() {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        std::string program = (folder.empty() ? "." : folder) + "/ffmpeg";
        if (access(program.c_str(), X_OK) == 0 && fs::is_regular_file(program)) return program;
    }
    return "";
}

/// Closes what it holds.
struct Descriptor {
    int number = -1;
    explicit Descriptor(int n = -1) : number(n) {}
    ~Descriptor() { close_now(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    void close_now() {
        if (number >= 0) close(number);
        number = -1;
    }
};

[[noreturn]] void fail(const std::string& file, const std::string& what) {
    throw InputError(file, "cannot make the film: " + what);
}

/// Width and height from the header (PNG specification, section 11.2.2).
std::array<std::uint32_t, 2> png_size(const std::string& file, const std::string& bytes) {
    if (bytes.size() < 24 || bytes.compare(0, 8, "\x89PNG\r\n\x1a\n") != 0 ||
        bytes.compare(12, 4, "IHDR") != 0)
        throw InputError(file, "is not a PNG picture");
    const auto number = [&](int at) {
        std::uint32_t value = 0;
        for (int i = 0; i < 4; ++i) value = 256 * value + static_cast<unsigned char>(bytes[at + i]);
        return value;
    };
    return {number(16), number(20)};
}

std::vector<std::string> arguments(const std::string& program, double frames_per_second, bool gif,
                                   const std::string& file) {
    std::vector<std::string> out = {program, "-nostdin", "-hide_banner", "-loglevel",
                                    "error", "-y",       "-f",           "image2pipe",
                                    "-c:v",  "png",      "-framerate",   number_text(frames_per_second),
                                    "-i",    "pipe:0",   "-an"};
    const std::vector<std::string> format =
        gif ? std::vector<std::string>{"-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse",
                                       "-loop", "0"}
            // H.264 with halved colour needs even sizes: an odd row or column is left out.
            : std::vector<std::string>{"-vf",       "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                       "-c:v",      "libx264",
                                       "-crf",      "17",
                                       "-pix_fmt",  "yuv420p",
                                       "-movflags", "+faststart"};
    out.insert(out.end(), format.begin(), format.end());
    out.push_back("file:" + file);
    return out;
}

pid_t start(const std::vector<std::string>& words, int input, int errors, const std::string& film) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    pid_t child = -1;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) fail(film, std::string("ffmpeg does not start: ") + std::strerror(error));
    return child;
}

/// False if the reader is gone; its own message says why.
bool send_all(int socket, const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const ssize_t n = send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        sent += static_cast<std::size_t>(n);
    }
    return true;
}

std::string last_words(std::FILE* errors) {
    constexpr std::size_t most = 2000;
    std::string text(most, '\0');
    std::rewind(errors);
    text.resize(std::fread(text.data(), 1, most, errors));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.pop_back();
    return text.empty() ? "it gave no reason" : text;
}

void send_pictures(const std::vector<std::string>& files, int socket) {
    std::array<std::uint32_t, 2> size{};
    for (const std::string& file : files) {
        const std::string bytes = io::load_file(file, {"a picture"});
        const std::array<std::uint32_t, 2> own = png_size(file, bytes);
        if (&file == &files.front()) size = own;
        if (own != size)
            throw InputError(file, fmt::format("is {} × {} pixels, but the film's first picture is {} × {}",
                                               own[0], own[1], size[0], size[1]));
        if (!send_all(socket, bytes)) return;
    }
}

/// Runs ffmpeg over the pictures; whatever goes wrong with these ends it before the error goes on.
void run_ffmpeg(const std::vector<std::string>& words, const std::vector<std::string>& pictures,
                const std::string& film) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail(film, std::strerror(errno));
    Descriptor ours(ends[0]), theirs(ends[1]);
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> errors(std::tmpfile(), std::fclose);
    if (!errors) fail(film, std::strerror(errno));
    const pid_t child = start(words, theirs.number, fileno(errors.get()), film);
    theirs.close_now();
    std::exception_ptr trouble;
    try {
        send_pictures(pictures, ours.number);
    } catch (...) {
        trouble = std::current_exception();
    }
    ours.close_now();
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) fail(film, std::strerror(errno));
    if (trouble) std::rethrow_exception(trouble);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    fail(film, "ffmpeg says: " + last_words(errors.get()));
}

}  // namespace

bool can_write_films() {
    return !find_ffmpeg().empty();
}

void write_film(const std::vector<std::string>& png_files, double frames_per_second,
                const std::string& file) {
    const fs::path path(file);
    const std::string kind = path.extension().string();
    if (kind != ".mp4" && kind != ".gif") fail(file, "its name must end in .mp4 or .gif");
    if (!(frames_per_second >= 0.01 && frames_per_second <= 1000))
        fail(file, "frames per second must be from 0.01 to 1000, but are " + number_text(frames_per_second));
    if (png_files.empty()) fail(file, "there are no pictures");
    const std::string program = find_ffmpeg();
    if (program.empty())
        fail(file, "ffmpeg is not on the PATH; Debian and Ubuntu have it as the package ffmpeg");

    fs::path aside = path;
    aside.replace_extension(".partial" + kind);
    std::error_code ignored;
    try {
        run_ffmpeg(arguments(program, frames_per_second, kind == ".gif", aside.string()), png_files, file);
    } catch (...) {
        fs::remove(aside, ignored);
        throw;
    }
    std::error_code error;
    fs::rename(aside, path, error);
    if (error) fail(file, error.message());
}

}  // namespace limpet
