#include "limpet/haptics.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <map>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"

namespace limpet::command {

namespace {

struct HapticsOptions {
    std::string scene, out, duration;
    std::vector<std::string> devices, overrides;
    std::string frames = "none";
    double rate = 1000;
    int every = 0, threads = 0;
    bool lockstep = false, quiet = false;
};

/// Frames a simulated second, unless --every says otherwise.
constexpr double frames_per_second = 30;

const std::map<std::string, FrameFormat> haptics_frames = {{"vtk", FrameFormat::Vtk},
                                                           {"obj", FrameFormat::Obj},
                                                           {"gltf", FrameFormat::Gltf},
                                                           {"none", FrameFormat::None}};

Scene haptics_scene(const HapticsOptions& options) {
    std::vector<std::string> overrides = options.overrides;
    if (!options.duration.empty()) overrides.push_back("time.duration=" + options.duration);
    return load_scene(options.scene, overrides);
}

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
    const std::string folder = options.out.empty() ? default_folder(options.scene) : options.out;
    const Scene scene = haptics_scene(options);
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
    settings.folder = folder;
    World world(scene);
    RecordSettings record;
    record.folder = folder;
    record.frames = haptics_frames.at(options.frames);
    record.every =
        options.every > 0
            ? options.every
            : std::max(1, static_cast<int>(std::lround(1 / (frames_per_second * scene.time.step))));
    check_haptics(world, devices.size(), settings);
    Recorder recorder(world, record);
    return run_devices(world, std::move(devices), settings, recorder, options.quiet);
}

}  // namespace

Action add_haptics(CLI::App& app) {
    auto options = std::make_shared<HapticsOptions>();
    app.add_option("SCENE", options->scene, "Scene file with `haptics`, or the name of a scene that ships")
        ->required();
    app.add_option("--device", options->devices,
                   "scripted:FILE.csv | operator[:FILE.csv] | udp:PORT | ws:PORT | haply[:ws://HOST:PORT]; "
                   "once per tool, in the scene's order")
        ->required()
        ->allow_extra_args(false)
        ->take_all();
    app.add_option("--rate", options->rate, "Of the haptic loop, in Hz [1000]");
    app.add_option("--duration", options->duration, "Run this long, e.g. 2 or \"500 ms\" [the scene's]")
        ->check(not_empty);
    app.add_option("--out", options->out, "Folder for the outputs [out/ and the scene file's name]")
        ->check(not_empty);
    app.add_flag("--lockstep", options->lockstep,
                 "Both rates in one thread, by count, as fast as it goes: the same bytes always");
    app.add_option("--frames", options->frames, "vtk | obj | gltf | none [none]")
        ->check(CLI::IsMember({"vtk", "obj", "gltf", "none"}));
    app.add_option("--every", options->every,
                   "Steps from frame to frame [about 30 frames a simulated second]")
        ->check(CLI::Range(1, 1'000'000'000));
    app.add_option("--threads", options->threads,
                   "At most this many threads of the simulation [all cores]; results do not depend on it")
        ->check(CLI::Range(1, 1024));
    app.add_option("--set", options->overrides,
                   "PATH=VALUE: override a field of the scene, e.g. haptics[0].max_force=2")
        ->allow_extra_args(false)
        ->take_all();
    app.add_flag("--quiet", options->quiet, "No closing lines");
    return [options] { return run_haptics_command(*options); };
}

}  // namespace limpet::command
