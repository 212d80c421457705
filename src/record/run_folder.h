#pragma once

/// A run's folder, written from plain data; limpet::Recorder feeds it from a World.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "limpet/record.h"
#include "record/frame_files.h"
#include "record/summary.h"
#include "record/tables.h"

namespace limpet {

class RunFolder {
public:
    using AskFrame = std::function<Frame()>;
    using AskCells = std::function<std::vector<CellReading>()>;
    /// The present state, in the memory of one that is no longer needed.
    using AskState = std::function<WorldState(WorldState spent)>;
    /// Begins with the world as it is: at time 0, or where a resumed run goes on. `frame` and `cells` are
    /// asked only when a frame is due. `last`: the row of the state's step, for a table whose own is torn.
    RunFolder(RunInfo info, RecordSettings settings, const std::vector<ProbeReading>& readings,
              const AskFrame& frame, WorldState state, const AskCells& cells = {},
              const std::optional<StepRecord>& last = {});

    /// A step and what the world looks like after it. `state` is asked once: a step can be given up at any
    /// time, and then the state before it is wanted.
    void add(const StepRecord& step, const std::vector<ProbeReading>& readings, const AskFrame& frame,
             const AskState& state, const AskCells& cells = {});

    /// Once; later calls do nothing.
    void finish(const std::string& reason, const std::vector<Warning>& warnings = {},
                const std::optional<AuditResult>& audit = {});

    /// After something could not be written.
    void give_up(const std::string& reason);

private:
    void start_tables(const std::vector<ProbeReading>& readings, const std::optional<StepRecord>& last);
    bool lacks_last_row(const std::filesystem::path& file, double last_time, bool is_known) const;
    void start_frames(const ResumePoint& point, const AskFrame& frame, const AskCells& cells);
    bool is_on_beat() const { return last_state_.step % settings_.every == 0; }
    void write_cells(const AskCells& cells);
    void save_last_state();
    std::string summary_text(const std::string& reason, const std::vector<std::string>& warnings,
                             const std::optional<AuditResult>& audit) const;
    void write_summary(const std::string& reason, const std::vector<std::string>& warnings,
                       const std::optional<AuditResult>& audit = {});
    double latest_time_kept() const;

    RunInfo info_;
    RecordSettings settings_;
    std::filesystem::path folder_;
    WorldState last_state_;
    std::optional<StepsCsv> steps_;
    std::optional<ProbesCsv> probes_;
    std::optional<CellsCsv> cells_;  ///< from the first moment with cells on
    std::unique_ptr<FrameWriter> frames_;
    Summary summary_;
    double earlier_wall_time_ = 0;  ///< of the run before it was resumed [s]
    std::vector<std::string> earlier_warnings_;
    std::chrono::steady_clock::time_point begun_;
    bool finished_ = false;
};

}  // namespace limpet
