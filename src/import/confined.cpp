#include "import/confined.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

#include "core/memory_budget.h"
#include "limpet/error.h"

namespace limpet::io {
namespace {

/// First byte of the child's answer.
enum class Answer : char { Bytes = 'b', Sentence = 's', NoMemory = 'm' };

constexpr rlim_t most_open_files = 32;

void limit(int what, double most) {
    rlimit now{};
    if (::getrlimit(static_cast<__rlimit_resource>(what), &now) != 0) return;
    const auto wanted = static_cast<rlim_t>(most);
    now.rlim_cur = std::min(wanted, now.rlim_max);
    now.rlim_max = now.rlim_cur;
    ::setrlimit(static_cast<__rlimit_resource>(what), &now);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Of address space, by the kernel's first figure. [bytes]
double present_size() {
    std::FILE* in = std::fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (in && std::fscanf(in, "%lu", &pages) != 1) pages = 0;
    if (in) std::fclose(in);
    return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}
#endif

void confine(const Confinement& limits) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // What libraries print before they abort; the parent says what happened.
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0)
        ::dup2(nowhere, STDERR_FILENO);
    for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGINT, SIGTERM, SIGHUP})
        std::signal(signal, SIG_DFL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, most_open_files);
    limit(RLIMIT_CPU, std::ceil(limits.seconds));
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    // Sanitizers reserve more addresses than there is memory.
    limit(RLIMIT_AS, present_size() + limits.memory);
#endif
}

void send(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = ::write(to, bytes.data(), bytes.size());
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void send(int to, Answer kind, std::string_view bytes) {
    const char mark = static_cast<char>(kind);
    send(to, std::string_view(&mark, 1));
    send(to, bytes);
}

[[noreturn]] void work_in_child(int to, const Confinement& limits, const std::function<std::string()>& work) {
    try {
        confine(limits);
        send(to, Answer::Bytes, work());
    } catch (const InputError& error) {
        const auto& first = error.complaints().front();
        send(to, Answer::Sentence, first.message);
    } catch (const std::bad_alloc&) {
        send(to, Answer::NoMemory, "");
    } catch (const std::exception& error) {
        send(to, Answer::Sentence, limits.worker + " cannot read this file: " + error.what());
    }
    // Not exit(): what the parent registered to be done at the end is the parent's.
    ::_exit(0);
}

/// Ends the child if it is still there, and waits for it.
class Child {
public:
    explicit Child(pid_t pid) : pid_(pid) {}
    ~Child() {
        if (pid_ > 0) ::kill(pid_, SIGKILL);
        wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// How it ended, as waitpid() has it.
    int wait() {
        if (pid_ <= 0) return status_;
        while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
        }
        pid_ = 0;
        return status_;
    }

private:
    pid_t pid_;
    int status_ = 0;
};

/// False: time is up.
bool receive(int from, double seconds, std::string& bytes) {
    using clock = std::chrono::steady_clock;
    const auto end =
        clock::now() + std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(seconds));
    std::array<char, 1 << 16> part{};
    while (true) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
        if (left <= 0) return false;
        pollfd look{from, POLLIN, 0};
        const int ready = ::poll(&look, 1, static_cast<int>(std::min<long long>(left, 1000)));
        if (ready < 0 && errno != EINTR) return true;
        if (ready <= 0) continue;
        const ssize_t got = ::read(from, part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return true;
        bytes.append(part.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

std::string run_confined(const std::string& file, const Confinement& limits,
                         const std::function<std::string()>& work) {
    const auto complain = [&](const std::string& message) { throw InputError({{file, 0, "", message}}); };
    std::array<int, 2> pipe{};
    if (::pipe(pipe.data()) != 0) complain(limits.worker + " cannot be started: " + std::strerror(errno));
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(pipe[0]);
        work_in_child(pipe[1], limits, work);
    }
    ::close(pipe[1]);
    Child child(pid);
    std::string bytes;
    const bool in_time = pid > 0 && receive(pipe[0], 2 * limits.seconds, bytes);
    ::close(pipe[0]);
    if (pid < 0) complain(limits.worker + " cannot be started: " + std::strerror(errno));
    const std::string took_long =
        fmt::format("{} took more than {:.0f} s to read this file; it is damaged, or far too large",
                    limits.worker, limits.seconds);
    if (!in_time) complain(took_long);
    const int status = child.wait();
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
        complain(took_long);
    if (!WIFEXITED(status) || bytes.empty())
        complain(fmt::format("{} crashed as it read this file ({}); it is damaged", limits.worker,
                             WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "no answer"));
    const auto kind = static_cast<Answer>(bytes.front());
    bytes.erase(0, 1);
    if (kind == Answer::NoMemory)
        complain(
            fmt::format("{} needs more memory than {} to read this file; it is damaged, or far too large",
                        limits.worker, bytes_text(limits.memory)));
    if (kind == Answer::Sentence) complain(bytes);
    return bytes;
}

}  // namespace limpet::io
