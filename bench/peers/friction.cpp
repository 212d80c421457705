/// Our solvers beside those of Siconos on contact problems with friction:
///
///     bench_peers_friction [--cap SECONDS] [--solver NAME] PROBLEM.fc3d...
///
/// prints a table (Markdown): milliseconds to an error of 1e-4, 1e-6 and 1e-8, ours, then
/// those of the fastest Siconos solver, and ours divided by theirs. Errors of both are solve/residual.h's,
/// computed here; a solver that says it is done but is not counts as not there. Each solve has a process of
/// its own with one thread, which ends after the cap.

#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string>

#include "limpet/error.h"
#include "peers/siconos_solvers.h"
#include "peers/timed_child.h"
#include "solve/fc3d_file.h"
#include "solve/residual.h"
#include "solve/solvers.h"

namespace limpet::peers {
namespace {

constexpr int iterations = 20'000;
constexpr double tolerances[] = {1e-4, 1e-6, 1e-8};
/// A solver is stopped when it has taken twice as long as another, but not before it could start.
constexpr double shortest_cap = 0.3;  // [s]
/// Siconos' criterion and ours may round differently.
constexpr double rounding = 1 + 1e-6;

struct Options {
    double cap = 20;  ///< [s]
    std::string solver = "auto";
    std::vector<std::string> problems;
};

struct Best {
    std::string_view solver;
    double seconds = std::numeric_limits<double>::infinity();
    double error = std::numeric_limits<double>::infinity();  ///< the smallest that was seen
    bool reached() const { return seconds < std::numeric_limits<double>::infinity(); }
};

void look_at(Best& best, const Outcome& outcome, std::string_view solver, const Problem& problem,
             double tolerance) {
    if (!outcome.ended) return;
    const double error = natural_map_error(problem, outcome.result);
    if (error < best.error) best.error = error;
    if (!(error <= tolerance * rounding) || outcome.seconds >= best.seconds) return;
    best.seconds = outcome.seconds;
    best.solver = solver;
}

Best ours(const Problem& problem, double tolerance, const Options& options) {
    Best best;
    const Outcome outcome = in_child(options.cap, problem.u0.size(), [&] {
        return [&] { return solve(problem, {options.solver, {}}, {iterations, tolerance}).lambda; };
    });
    look_at(best, outcome, options.solver, problem, tolerance);
    return best;
}

/// `usable`: who got to the last tolerance, or was stopped only because another had been faster.
Best theirs(const Problem& problem, double tolerance, const Options& options, std::vector<bool>& usable) {
    Best best;
    for (std::size_t i = 0; i < siconos_solvers().size(); ++i) {
        if (!usable[i]) continue;
        const SiconosSolver& solver = siconos_solvers()[i];
        const double cap = std::min(options.cap, std::max(2 * best.seconds, shortest_cap));
        const Outcome outcome =
            in_child(cap, problem.u0.size(), [&] { return solver.prepare(problem, tolerance); });
        Best own;
        look_at(own, outcome, solver.name, problem, tolerance);
        const bool only_slower = !outcome.ended && cap < options.cap;
        usable[i] = own.reached() || only_slower;
        best.error = std::min(best.error, own.error);
        if (own.seconds < best.seconds) {
            best.seconds = own.seconds;
            best.solver = own.solver;
        }
    }
    return best;
}

std::string cell(const Best& best, bool with_name) {
    if (!best.reached()) return best.error < 1 ? fmt::format("– ({:.0e})", best.error) : std::string("–");
    return fmt::format("{:.3g}{}", 1e3 * best.seconds, with_name ? " " + std::string(best.solver) : "");
}

void print_row(const std::string& path, const Options& options) {
    const Problem problem = read_fc3d(path);
    std::string name = std::filesystem::path(path).filename().string();
    name.resize(name.find(".fc3d"));
    fmt::print("| {} | {} |", name, problem.contacts());
    std::vector<bool> usable(siconos_solvers().size(), true);
    for (const double tolerance : tolerances) {
        const Best we = ours(problem, tolerance, options), they = theirs(problem, tolerance, options, usable);
        fmt::print(" {} | {} | {} |", cell(we, false), cell(they, true),
                   we.reached() && they.reached() ? fmt::format("{:.2f}", we.seconds / they.seconds) : "");
        std::fflush(stdout);
    }
    fmt::print("\n");
}

Options read_options(int count, char** words) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if ((word == "--cap" || word == "--solver") && i + 1 < count) {
            const std::string value = words[++i];
            if (word == "--solver") {
                options.solver = find_solver(value).name;
            } else {
                options.cap = std::strtod(value.c_str(), nullptr);
                if (!(options.cap > 0 && options.cap < 1e6))
                    throw InputError("--cap", "is '" + value + "'; allowed are seconds above 0");
            }
        } else if (word.find(".fc3d") != std::string::npos) {
            options.problems.push_back(word);
        } else {
            throw InputError(word, "is none of: --cap SECONDS, --solver NAME, problems (.fc3d, .fc3d.gz)");
        }
    }
    if (options.problems.empty()) throw InputError("PROBLEM", "is missing: .fc3d or .fc3d.gz files");
    return options;
}

/// The library of linear algebra behind Siconos reads this when it is loaded.
void stay_on_one_thread(char** words) {
    if (const char* threads = getenv("OPENBLAS_NUM_THREADS"); threads && std::string(threads) == "1") return;
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    execv("/proc/self/exe", words);
}

void print_table(const Options& options) {
    fmt::print("| problem | contacts |");
    for (const double tolerance : tolerances)
        fmt::print(" {} {:.0e} [ms] | Siconos [ms] | ratio |", options.solver, tolerance);
    fmt::print("\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const std::string& problem : options.problems) print_row(problem, options);
}

}  // namespace
}  // namespace limpet::peers

int main(int count, char** words) {
    limpet::peers::stay_on_one_thread(words);
    try {
        limpet::peers::print_table(limpet::peers::read_options(count, words));
    } catch (const limpet::InputError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
