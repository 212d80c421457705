#include "peers/timed_child.h"

#include <fcntl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <vector>

namespace limpet::peers {
namespace {

/// Short solves are repeated until they have taken so long together.
constexpr double long_enough = 0.3;  // [s]
constexpr int most_repeats = 200;
/// A child that sleeps, which the limit on processor time does not see, ends after this many times the cap.
constexpr double patience = 20;

/// Processor time is not disturbed by other programs, but some machines count it in hundredths of a second.
constexpr double processor_time_is_exact = 0.5;  // [s]

double seconds_of(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void limit_time(double cap) {
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(cap);
    timer.it_value.tv_usec = std::max<suseconds_t>(1, std::lround(1e6 * (cap - std::floor(cap))) % 1'000'000);
    setitimer(ITIMER_PROF, &timer, nullptr);
    alarm(static_cast<unsigned>(patience * cap) + 1);
}

void write_all(int file, const double* numbers, std::size_t count) {
    const char* bytes = reinterpret_cast<const char*>(numbers);
    for (std::size_t left = count * sizeof(double); left > 0;) {
        const ssize_t written = write(file, bytes, left);
        if (written <= 0) _exit(1);
        bytes += written;
        left -= static_cast<std::size_t>(written);
    }
}

/// The child: the seconds of the quickest repeat, then the result.
[[noreturn]] void work_and_leave(int out, double cap, const std::function<Work()>& prepare) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    limit_time(cap);
    double best = INFINITY, total = 0;
    VecX result;
    for (int repeat = 0; repeat < most_repeats && total < std::min(long_enough, cap / 2); ++repeat) {
        const Work work = prepare();
        const double wall = seconds_of(CLOCK_MONOTONIC), busy = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        result = work();
        const double busy_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - busy;
        const double seconds =
            busy_seconds > processor_time_is_exact ? busy_seconds : seconds_of(CLOCK_MONOTONIC) - wall;
        best = std::min(best, seconds);
        total += seconds;
    }
    write_all(out, &best, 1);
    write_all(out, result.data(), static_cast<std::size_t>(result.size()));
    _exit(0);
}

}  // namespace

Outcome in_child(double cap, Eigen::Index size, const std::function<Work()>& prepare) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe to a child process");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) {
        close(ends[0]);
        work_and_leave(ends[1], cap, prepare);
    }
    close(ends[1]);
    std::vector<double> numbers(static_cast<std::size_t>(size) + 1);
    char* bytes = reinterpret_cast<char*>(numbers.data());
    std::size_t left = numbers.size() * sizeof(double);
    for (ssize_t got = 0; left > 0 && (got = read(ends[0], bytes, left)) > 0;
         left -= static_cast<std::size_t>(got))
        bytes += got;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    Outcome outcome;
    outcome.ended = left == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!outcome.ended) return outcome;
    outcome.seconds = numbers[0];
    outcome.result = Eigen::Map<const VecX>(numbers.data() + 1, size);
    return outcome;
}

}  // namespace limpet::peers
