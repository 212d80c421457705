#include "limpet/haptics.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"
#include "recording_options.h"

namespace limpet::command {

namespace {

struct HapticsOptions : RecordingOptions {
    std::string commands;
    std::vector<std::string> devices;
    double rate = 1000;
    bool lockstep = false;
};

void print_report(const HapticReport& report) {
    fmt::print("{:.1f} Hz; latency p50 {:.0f} µs, p99 {:.0f} µs, p99.9 {:.0f} µs; {} of {} ticks missed\n",
               report.rate_hz, report.p50_us, report.p99_us, report.p999_us, report.missed, report.ticks);
    fmt::print("largest force {:.4g} N, largest step {:.4g} N, {:.3g} J returned: {}\n{}\n", report.max_force,
               report.max_force_step, report.energy_returned, report.passive ? "passive" : "not passive",
               report.scheduling);
}

void say_warnings(const World& world) {
    for (const Warning& warning : world.warnings())
        fmt::print(stderr, "limpet: warning: {}\n", warning_text(warning));
}

int run_devices(World& world, std::vector<std::unique_ptr<Device>> devices, HapticSettings settings,
                Recorder& recorder, bool quiet) {
    settings.after_step = [&](const World& w) { recorder.record(w); };
    catch_interrupts();
    try {
        const auto reports = run_haptics(world, std::move(devices), settings);
        const bool cut_short = interruption_requested();
        recorder.finish(cut_short ? "interrupted" : "done", world.warnings());
        say_warnings(world);
        if (!quiet)
            for (const HapticReport& report : reports) print_report(report);
        if (!cut_short) return done;
    } catch (const BreakdownError& error) {
        recorder.finish(error.what(), world.warnings());
        say_warnings(world);
        throw BreakdownError(
            fmt::format("{}\nwhat was good until then is in {}", error.what(), settings.folder));
    } catch (const Interrupted&) {
        recorder.finish("interrupted", world.warnings());
    }
    fmt::print(stderr, "interrupted after step {}, t = {:.4g} s; forces are zero\n", world.steps(),
               world.time());
    return interrupted;
}

int run_haptics_command(const HapticsOptions& options) {
    set_threads(options.threads);
    const Scene scene = options.load();
    const RecordSettings record = options.settings(scene);
    if (scene.haptics.empty())
        throw InputError("haptics",
                         "missing in this scene; allowed: {\"tool\": BODY, …}, the body that a "
                         "device moves");
    std::vector<std::unique_ptr<Device>> devices;
    for (std::size_t i = 0; i < options.devices.size(); ++i)
        devices.push_back(
            make_device(options.devices[i], scene.haptics[std::min(i, scene.haptics.size() - 1)]));
    HapticSettings settings;
    settings.rate = options.rate;
    settings.duration = scene.time.duration;
    settings.lockstep = options.lockstep;
    settings.folder = record.folder;
    World world(scene);
    CommandQueue commands(options.commands.empty() ? std::vector<RecordedCommand>()
                                                   : read_commands(options.commands));
    settings.before_step = [&](World& w) { commands.apply_due(w); };
    check_haptics(world, devices.size(), settings);
    Recorder recorder(world, record);
    return run_devices(world, std::move(devices), settings, recorder, options.quiet);
}

}  // namespace

Action add_haptics(CLI::App& app) {
    auto options = std::make_shared<HapticsOptions>();
    add_recording_options(app, *options, "none");
    app.get_option("SCENE")->description("Scene file with `haptics`, or the name of a scene that ships");
    app.add_option("--device", options->devices,
                   "scripted:FILE.csv | operator[:FILE.csv] | udp:PORT | ws:PORT | haply[:ws://HOST:PORT]; "
                   "once per tool, in the scene's order")
        ->required()
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--rate", options->rate, "Of the haptic loop, in Hz [1000]");
    app.add_flag("--lockstep", options->lockstep,
                 "Both rates in one thread, by count, as fast as it goes: the same bytes always");
    app.add_option("--commands", options->commands,
                   "Do what a commands.jsonl says as its steps come: cuts, forces, changed fields")
        ->check(not_empty);
    return [options] { return run_haptics_command(*options); };
}

}  // namespace limpet::command
