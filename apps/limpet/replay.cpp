#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"
#include "progress.h"

namespace limpet::command {
namespace {

struct ReplayOptions {
    std::string folder;
    int threads = 0;
    bool quiet = false;
};

int replay_folder(const ReplayOptions& options) {
    set_threads(options.threads);
    catch_interrupts();
    std::unique_ptr<Progress> progress;
    ReplayResult result;
    try {
        result = replay(options.folder, [&](const World& world, long last) {
            if (!progress) progress = std::make_unique<Progress>(0, last, options.quiet);
            progress->show(world);
        });
    } catch (const Interrupted&) {
        return interrupted;
    }
    if (progress) progress->clear();
    if (const auto& found = result.difference) {
        const bool has_numbers = !std::isnan(found->recorded) || !std::isnan(found->found);
        fmt::print(stderr, "limpet: {}: step {} differs: {}{}\n", options.folder, found->step, found->where,
                   has_numbers ? fmt::format(" is {} where the run has {}", found->found, found->recorded)
                               : std::string());
        return gate_missed;
    }
    if (!options.quiet) fmt::print("{}: {} steps, all the same\n", options.folder, result.steps);
    return done;
}

}  // namespace

Action add_replay(CLI::App& app) {
    auto options = std::make_shared<ReplayOptions>();
    app.add_option("DIR", options->folder, "Folder of a run")->required()->check(not_empty);
    app.add_option("--threads", options->threads,
                   "At most this many threads [all cores]; results do not depend on it")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--quiet", options->quiet, "No progress, no closing line");
    return [options] { return replay_folder(*options); };
}

}  // namespace limpet::command
