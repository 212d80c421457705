#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "commands.h"
#include "limpet/bench.h"

namespace limpet::command {

namespace {

struct BenchCommand {
    std::vector<std::string> names, rows;
    std::string out = "out/bench";
    int threads = 0;
    bool quick = false, list = false;
};

void list_benches() {
    for (const BenchInfo& bench : benches()) fmt::print("{}  {}\n", bench.name, bench.description);
}

int bench(const BenchCommand& command) {
    if (command.list) {
        list_benches();
        return done;
    }
    std::vector<std::string> names = command.names;
    if (names.empty())
        for (const BenchInfo& bench : benches()) names.push_back(bench.name);
    // A wrong name is no surprise after minutes.
    for (const std::string& name : names) require_bench(name, command.rows);

    BenchOptions options;
    options.quick = command.quick;
    options.threads = command.threads;
    options.rows = command.rows;
    options.on_table = [](const BenchTable& table) {
        fmt::print("{}\n", bench_text(table));
        std::fflush(stdout);
    };
    std::vector<BenchResult> results;
    for (const std::string& name : names) {
        results.push_back(run_bench(name, options));
        fmt::print("{}: {} thread{}, {:.0f} s{}\n", name, results.back().threads,
                   results.back().threads == 1 ? "" : "s", results.back().seconds,
                   command.quick ? "; quick, so these are no measurements" : "");
    }
    write_bench(results, command.out);
    fmt::print("see {}/bench.html\n", command.out);
    return done;
}

}  // namespace

Action add_bench(CLI::App& app) {
    auto command = std::make_shared<BenchCommand>();
    app.add_option("NAME", command->names, "What to measure [everything]");
    app.add_option("--out", command->out, "Folder for bench.html, bench.csv and bench.json [out/bench]")
        ->check(not_empty);
    app.add_option("--threads", command->threads, "At most this many threads [all cores]")
        ->check(CLI::Range(1, 1024));
    app.add_option(
           "--row", command->rows,
           "Only rows whose name begins so, of the table of scenes, or growth; may be given again [all]")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_flag("--quick", command->quick, "Small sizes, few repeats: does it work, not how fast is it");
    app.add_flag("--list", command->list, "List the benches");
    return [command] { return bench(*command); };
}

}  // namespace limpet::command
