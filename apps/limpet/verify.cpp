#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

namespace {

struct VerifyOptions {
    std::vector<std::string> names;
    std::string out = "out/verify";
    std::string problems;
    bool quick = false, list = false;
    int threads = 0;
};

std::string with_unit(double value, const std::string& unit) {
    return fmt::format("{:.4g}{}{}", value, unit.empty() ? "" : " ", unit);
}

void print_row(const VerifyResult& result) {
    const VerifyNumber* worst = result.worst();
    fmt::print("{:<5} {:<5} {:>7.1f} s  {}\n", result.row.id,
               !result.skipped.empty() ? "skip"
               : result.passed()       ? "pass"
                                       : "FAIL",
               result.seconds, result.row.title);
    fmt::print("      theory: {}; gate: {}\n", result.row.reference, result.row.gate);
    if (worst)
        fmt::print("      worst: {}: {}, theory {}, error {:.3g}, gate {:g}\n", worst->what,
                   with_unit(worst->measured, worst->unit), with_unit(worst->reference, worst->unit),
                   worst->error, *worst->gate);
    if (!result.skipped.empty()) fmt::print("      skipped: {}\n", result.skipped);
    if (!result.breakdown.empty()) fmt::print("      broke down: {}\n", result.breakdown);
    std::fflush(stdout);
}

/// Every name is right before anything runs.
std::vector<std::string> chosen_benchmarks(const std::vector<std::string>& names) {
    std::vector<std::string> ids;
    if (names.empty())
        for (const VerifyRow& row : verify_rows()) ids.push_back(row.id);
    for (const std::string& name : names) {
        const std::string id = verify_row(name).id;
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
    }
    return ids;
}

int list_rows() {
    for (const VerifyRow& row : verify_rows())
        fmt::print("{:<5} {}\n      theory: {}; gate: {}{}{}\n", row.id, row.title, row.reference, row.gate,
                   row.scene.empty() ? "" : "; scene: ", row.scene);
    return done;
}

int run_verify(const VerifyOptions& options) {
    if (options.list) return list_rows();
    set_threads(options.threads);
    const std::vector<std::string> ids = chosen_benchmarks(options.names);
    const bool terminal = isatty(fileno(stderr)) != 0;
    std::vector<VerifyResult> results;
    for (const std::string& id : ids) {
        VerifySettings settings;
        settings.quick = options.quick;
        settings.problems = options.problems;
        if (terminal)
            settings.progress = [&](const std::string& what) {
                fmt::print(stderr, "\r\033[K{}: {} …", id, what);
            };
        results.push_back(verify(id, settings));
        if (terminal) fmt::print(stderr, "\r\033[K");
        print_row(results.back());
        write_verify_page(results, options.out);
    }
    const auto passed =
        std::count_if(results.begin(), results.end(), [](const auto& r) { return r.passed(); });
    const auto skipped =
        std::count_if(results.begin(), results.end(), [](const auto& r) { return !r.skipped.empty(); });
    const auto missed = std::ssize(results) - passed - skipped;
    fmt::print("{} of {} pass{}; see {}/verify.html\n", passed, results.size(),
               skipped > 0 ? fmt::format(", {} skipped", skipped) : "", options.out);
    return missed == 0 ? done : gate_missed;
}

}  // namespace

Action add_verify(CLI::App& app) {
    auto options = std::make_shared<VerifyOptions>();
    app.add_option("NAME", options->names, "Benchmarks to run, e.g. C1 REST [all]");
    app.add_option("--out", options->out, "Folder for verify.html [out/verify]")->check(not_empty);
    app.add_option("--problems", options->problems, "Folder of .fc3d files, for F12")
        ->check(CLI::ExistingDirectory);
    app.add_flag("--quick", options->quick, "Coarse meshes and short runs alone: seconds instead of minutes");
    app.add_flag("--list", options->list, "Say what there is, run nothing");
    app.add_option("--threads", options->threads,
                   "At most this many threads [all cores]; results do not depend on it")
        ->check(CLI::Range(1, 1024));
    return [options] { return run_verify(*options); };
}

}  // namespace limpet::command
