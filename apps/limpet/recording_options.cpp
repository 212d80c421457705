#include "recording_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <map>

#include "commands.h"

namespace limpet::command {

namespace {

const std::map<std::string, FrameFormat> frame_formats = {{"vtk", FrameFormat::Vtk},
                                                          {"obj", FrameFormat::Obj},
                                                          {"gltf", FrameFormat::Gltf},
                                                          {"none", FrameFormat::None}};

/// Frames a simulated second, unless --every says otherwise.
constexpr double default_recording_rate = 30;

}  // namespace

Scene RecordingOptions::load() const {
    std::vector<std::string> all = overrides;
    if (!duration.empty()) all.push_back("time.duration=" + duration);
    return load_scene(scene, all);
}

RecordSettings RecordingOptions::settings(const Scene& loaded) const {
    RecordSettings settings;
    settings.folder = out.empty() ? default_folder(scene) : out;
    settings.frames = frame_formats.at(frames);
    const double steps_per_frame = 1 / (default_recording_rate * loaded.time.step);
    settings.every = every > 0 ? every : std::max(1, static_cast<int>(std::lround(steps_per_frame)));
    return settings;
}

void add_recording_options(CLI::App& app, RecordingOptions& options, const std::string& frames) {
    options.frames = frames;
    app.add_option("SCENE", options.scene, "Scene file, or the name of a scene that ships")->required();
    app.add_option("--out", options.out, "Folder for the outputs [out/ and the scene file's name]")
        ->check(not_empty);
    app.add_option("--duration", options.duration, "Simulate this long, e.g. 2 or \"500 ms\" [the scene's]")
        ->check(not_empty);
    app.add_option("--frames", options.frames, "vtk | obj | gltf | none [" + frames + "]")
        ->check(CLI::IsMember({"vtk", "obj", "gltf", "none"}));
    app.add_option("--every", options.every, "Steps from frame to frame [about 30 frames a simulated second]")
        ->check(CLI::Range(1, 1'000'000'000));
    app.add_option("--threads", options.threads,
                   "At most this many threads of the simulation [all cores]; results do not depend on it")
        ->check(CLI::Range(1, 1024));
    app.add_option("--set", options.overrides,
                   "PATH=VALUE: override a field of the scene, e.g. time.step=\"2 ms\"")
        ->allow_extra_args(false)
        ->take_all();
    app.add_flag("--quiet", options.quiet, "No progress, no closing lines");
}

}  // namespace limpet::command
