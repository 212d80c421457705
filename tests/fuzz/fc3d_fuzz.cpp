/// Broken contact problems for all solvers, as files and as numbers:
///
///     fuzz_fc3d SECONDS [SEED] [FIRST]
///
/// Case k of a seed is the same everywhere, whatever ran before it; FIRST starts at that case. What has to
/// hold is support/solver_promises.h's, and that reading a file gives a problem or an InputError that names
/// the file. A broken promise, a crash or a case of more than a minute ends the run with the number of the
/// case, and exit code 1; the problem of the case is written to fuzz_fc3d.fc3d.

#include <fmt/core.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

#include "core/whole_file.h"
#include "fuzz/mutations.h"
#include "limpet/error.h"
#include "solve/fc3d_file.h"
#include "support/solver_promises.h"

namespace limpet::fuzz {
namespace {

constexpr unsigned longest_case = 60;  // [s]

/// For the signal handler, which may not build text.
char current_case[64];

void crashed(int signal) {
    const char* what = signal == SIGALRM ? "hangs: case " : "crashes: case ";
    if (write(STDERR_FILENO, what, std::strlen(what)) < 0 ||
        write(STDERR_FILENO, current_case, std::strlen(current_case)) < 0)
        _exit(2);
    _exit(1);
}

struct Counts {
    long files = 0, read = 0, solved = 0;
};

std::string broken_by_file(Random& random, Counts& counts) {
    Problem problem = any_problem(random);
    const bool pack = one_in(random, 3);
    std::string bytes = changed(fc3d_text(problem), random);
    if (pack) bytes = packed(bytes);
    if (pack && one_in(random, 2)) bytes = changed(bytes, random);
    ++counts.files;
    try {
        problem = parse_fc3d(bytes, "fuzz.fc3d");
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        return text.starts_with("fuzz.fc3d") && text.size() > 20 ? ""
                                                                 : "the complaint is " + std::string(text);
    }
    ++counts.read;
    return testing_support::broken_promise(problem, any_limits(random));
}

std::string broken_by_numbers(Random& random, Counts& counts) {
    const Problem problem = any_problem(random);
    ++counts.solved;
    return testing_support::broken_promise(problem, any_limits(random));
}

/// Whether all promises were kept.
bool keeps_promises(unsigned long seed, long number, Counts& counts) {
    Random random(seed * 1'000'003 + static_cast<unsigned long>(number));
    std::snprintf(current_case, sizeof current_case, "%ld of seed %lu\n", number, seed);
    alarm(longest_case);
    const std::string broken =
        number % 2 == 0 ? broken_by_file(random, counts) : broken_by_numbers(random, counts);
    if (broken.empty()) return true;
    fmt::print(stderr, "case {} of seed {}: {}\n", number, seed, broken);
    Random again(seed * 1'000'003 + static_cast<unsigned long>(number));
    io::save_file("fuzz_fc3d.fc3d", fc3d_text(any_problem(again)));
    return false;
}

int run(double seconds, unsigned long seed, long first) {
    for (const int signal : {SIGALRM, SIGSEGV, SIGBUS, SIGFPE, SIGILL}) ::signal(signal, crashed);
    const auto start = std::chrono::steady_clock::now();
    Counts counts;
    long number = first;
    bool kept = true;
    while (kept && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds)
        kept = keeps_promises(seed, number++, counts);
    fmt::print("seed {}: cases {} to {}; {} files of which {} could be read, {} problems\n", seed, first,
               number - 1, counts.files, counts.read, counts.solved);
    return kept ? 0 : 1;
}

}  // namespace
}  // namespace limpet::fuzz

int main(int count, char** words) {
    if (count < 2 || count > 4) {
        fmt::print(stderr, "fuzz_fc3d SECONDS [SEED] [FIRST]\n");
        return 2;
    }
    return limpet::fuzz::run(std::strtod(words[1], nullptr),
                             count > 2 ? std::strtoul(words[2], nullptr, 10) : 1,
                             count > 3 ? std::strtol(words[3], nullptr, 10) : 0);
}
