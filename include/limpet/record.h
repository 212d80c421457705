#pragma once

/// Writing a run to a folder: summary.json, steps.csv, probes.csv, frames/, state.limpet, report.html, and
/// what it takes to run it again: scene.json and commands.jsonl.

#include <functional>
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
    std::optional<Scene> scene = {};  ///< that the run began with, where it is resumed; else the world's
};

/// Writes what the contract promises, row by row, so that an interrupted run leaves a readable folder.
class Recorder {
public:
    /// Creates the folder and writes time 0 (or cuts the folder's files back to the world's time when
    /// resumed). From now on each command that the world accepts is written at once.
    Recorder(World& world, RecordSettings settings);
    ~Recorder();

    /// Records the step just taken.
    void record(const World& world);
    /// Writes the last complete state, the summary and the report. `reason`: "done", "interrupted" or why it
    /// broke down; `warnings`: the world's; `audit`: where there was one.
    void finish(const std::string& reason, const std::vector<Warning>& warnings = {},
                const std::optional<AuditResult>& audit = {});

    /// After a WriteError: summary.json says why the run ended, in the place that it has on the disk already;
    /// nothing else is written. The folder's state is the last that could be.
    void give_up(const std::string& reason);

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

/// The commands of a commands.jsonl, in their order. Throws InputError with file and line.
std::vector<RecordedCommand> read_commands(const std::string& file);

/// Brings a world of a run's scene, at time 0, to one of the run's states: commands before it that change
/// what the world is made of (bodies, live fields, cuts) are applied, then the state is restored.
void resume(World& world, const WorldState& state, const std::vector<RecordedCommand>& commands);

/// Commands that act as their steps come.
class CommandQueue {
public:
    /// Those before `steps` have acted already.
    explicit CommandQueue(std::vector<RecordedCommand> commands = {}, long steps = 0);
    /// Applies those that act before the next step.
    void apply_due(World& world);

private:
    std::vector<RecordedCommand> commands_;
    std::size_t next_ = 0;
};

/// Where a run differs from its recording.
struct ReplayDifference {
    long step = 0;
    std::string where;               ///< such as "steps.csv: kinetic"
    double recorded = 0, found = 0;  ///< NaN where it is no number
};

struct ReplayResult {
    long steps = 0;  ///< taken
    std::optional<ReplayDifference> difference;
};

/// Runs the scene of a run's folder again with its commands, and compares steps.csv without times, probes.csv
/// and state.limpet with what is there, up to the first difference. `after_step` is called with the world and
/// the number of the last step. Throws InputError if the folder is not of a whole run.
ReplayResult replay(const std::string& folder,
                    const std::function<void(const World&, long last_step)>& after_step = {});

/// The frames in a run's folder (VTK frames), oldest first, as "DIR/frames/SCENE.pvd#NUMBER" for
/// read_frame(). Both throw InputError: if there are none, or a file is missing or broken.
std::vector<std::string> list_frames(const std::string& folder);
Frame read_frame(const std::string& frame);
/// The camera of the scene that a run's folder is of. Throws InputError if its summary.json is missing or
/// broken.
Camera read_camera(const std::string& folder);

}  // namespace limpet
