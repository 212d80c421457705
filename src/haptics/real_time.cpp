#include "haptics/real_time.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace limpet::haptics {
namespace {

/// Of 1 to 99: above ordinary real-time work, below what the kernel itself runs at 99.
constexpr int priority = 80;

}  // namespace

std::string ask_for_real_time() {
    sched_param parameters{};
    parameters.sched_priority = priority;
    const int refused = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    std::string sentence = refused == 0
                               ? fmt::format("The haptic thread runs with real-time priority {}.", priority)
                               : fmt::format(
                                     "The haptic thread runs with ordinary priority: the system refuses a "
                                     "real-time one ({}). Allow it by `ulimit -r {}` or CAP_SYS_NICE.",
                                     std::strerror(refused), priority);
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2)
        return sentence + " There is one processor for all.";
    int last = 0;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &allowed)) last = cpu;
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(last, &own);
    if (pthread_setaffinity_np(pthread_self(), sizeof own, &own) == 0)
        return sentence + fmt::format(" It stays on processor {}.", last);
    return sentence + " It may be moved between processors.";
}

long long now_ns() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000LL + time.tv_nsec;
}

void sleep_until_ns(long long due) {
    timespec time{};
    time.tv_sec = due / 1'000'000'000LL;
    time.tv_nsec = due % 1'000'000'000LL;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) {
    }
}

}  // namespace limpet::haptics
