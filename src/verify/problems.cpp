/// F12. Frictional contact problems of other engines (.fc3d files), by solver `auto`. The error is that of
/// the natural map, free of units (solve/residual.h):
///
///   ‖F(λ)‖ / max(‖u⁰‖, s ‖λ‖, ‖W λ + u⁰‖) < 1e-8
///
/// Siconos 4.4, with all its solvers, leaves 3.9e-6 on RockWall-s000025-c02230: there the gate is to be
/// better than that. Iterations are limited, so that the row ends within minutes.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "limpet/error.h"
#include "limpet/solve.h"
#include "verify/benchmark.h"

namespace limpet::verification {
namespace {

namespace fs = std::filesystem;

constexpr double problem_error_gate = 1e-8;
constexpr int most_iterations = 20000;
constexpr std::string_view hardest = "RockWall-s000025-c02230";
constexpr double best_on_hardest = 3.881e-6;
/// Files larger than this take seconds [byte].
constexpr std::uintmax_t quick_size = 100'000;

std::string problem_name(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.substr(0, name.find(".fc3d"));
}

/// Sorted by name, so that two runs say the same.
std::vector<fs::path> problem_files(const std::string& folder, bool quick) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (!name.ends_with(".fc3d") && !name.ends_with(".fc3d.gz")) continue;
        if (!quick || it->file_size(error) <= quick_size) files.push_back(it->path());
    }
    if (error) throw InputError(folder, "cannot be read: " + error.message());
    std::sort(files.begin(), files.end());
    return files;
}

void run_problems(Findings& findings) {
    if (findings.problems().empty())
        return findings.skip("no problems were given: name the folder of .fc3d files with --problems DIR");
    const std::vector<fs::path> files = problem_files(findings.problems(), findings.quick());
    if (files.empty()) return findings.skip(findings.problems() + " has no .fc3d files");
    VerifyPlot plot{"What is left of the problems", "contacts", "error", {}, true};
    VerifyLine line{"auto", {}, {}};
    double most_contacts = 1;
    for (const fs::path& file : files) {
        const std::string name = problem_name(file);
        findings.progress(name);
        const SolveResult result =
            solve_file({file.string(), "auto", "", problem_error_gate, most_iterations, "", ""});
        findings.expect_below(
            fmt::format("error, {}, {} contacts, {} iterations", name, result.contacts, result.iterations),
            result.error, "", name == hardest ? best_on_hardest : problem_error_gate);
        line.x.push_back(result.contacts);
        line.y.push_back(std::max(result.error, 1e-18));
        most_contacts = std::max<double>(most_contacts, result.contacts);
    }
    plot.lines = {{"1e-8", {0, most_contacts}, {problem_error_gate, problem_error_gate}, true},
                  std::move(line)};
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark foreign_problems() {
    return {{"F12", "frictional contact problems of other engines, by solver auto", "no error",
             "1e-8; where no solver of Siconos gets there and ours does not either, its best", ""},
            run_problems};
}

}  // namespace limpet::verification
