#pragma once

/// The options that commands which simulate and record have in common.

#include <string>
#include <vector>

#include "limpet/limpet.h"

namespace CLI {
class App;
}

namespace limpet::command {

struct RecordingOptions {
    std::string scene, out, duration, frames;  ///< empty: not given
    std::vector<std::string> overrides;
    int every = 0, threads = 0;  ///< 0: not given
    bool quiet = false;

    /// The scene with its overrides.
    Scene load() const;
    /// What they say of a run of that scene.
    RecordSettings settings(const Scene& scene) const;
};

/// SCENE, --out, --duration, --frames, --every, --threads, --set, --quiet. `frames`: unless --frames says
/// otherwise.
void add_recording_options(CLI::App& app, RecordingOptions& options, const std::string& frames);

}  // namespace limpet::command
