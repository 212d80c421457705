#pragma once

/// Writing a run to a folder: summary.json, steps.csv, probes.csv, frames/, state.limpet, report.html.

#include <memory>
#include <string>
#include <vector>

#include "limpet/audit.h"
#include "limpet/export.h"
#include "limpet/world.h"

namespace LIMPET_API limpet {

enum class FrameFormat { None, Vtk, Obj, Gltf };

struct RecordSettings {
    std::string folder;
    FrameFormat frames = FrameFormat::Vtk;
    int every = 1;          ///< steps from frame to frame
    bool resumed = false;   ///< go on with the folder's files from the world's present time
    bool problems = false;  ///< also the contact problems of the steps that have frames, in problems/
};

/// Writes what the contract promises, row by row, so that an interrupted run leaves a readable folder.
class Recorder {
public:
    /// Creates the folder and writes time 0 (or cuts the folder's files back to the world's time when
    /// resumed).
    Recorder(const World& world, RecordSettings settings);
    ~Recorder();

    /// Records the step just taken.
    void record(const World& world);
    /// Writes the last complete state, the summary and the report. `reason`: "done", "interrupted" or why it
    /// broke down; `warnings`: the world's; `audit`: where there was one.
    void finish(const std::string& reason, const std::vector<Warning>& warnings = {},
                const std::optional<AuditResult>& audit = {});

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Makes a run folder's report.html from its summary.json, steps.csv and probes.csv and the PNG files in its
/// pictures/ folder. Recorder::finish() does it; call it again when pictures have been added. Throws
/// InputError.
void write_report(const std::string& folder);

/// Removes the pictures of an earlier rendering (000120.png …) from a folder, so that they do not stand among
/// new ones.
void remove_pictures(const std::string& folder);

/// Writes a state aside and renames it; reading checks format, version and checksum and throws InputError.
void save_state(const WorldState& state, const std::string& scene_name, const std::string& file);
WorldState read_state(const std::string& file);

/// The frames in a run's folder (VTK frames), oldest first, as "DIR/frames/SCENE.pvd#NUMBER" for
/// read_frame(). Both throw InputError: if there are none, or a file is missing or broken.
std::vector<std::string> list_frames(const std::string& folder);
Frame read_frame(const std::string& frame);
/// The camera of the scene that a run's folder is of. Throws InputError if its summary.json is missing or
/// broken.
Camera read_camera(const std::string& folder);

}  // namespace limpet
