#include "record/run_folder.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <system_error>

#include "core/text.h"
#include "record/files.h"

namespace limpet {

namespace fs = std::filesystem;

namespace {

/// Steps from one state.limpet to the next while a run goes on: what a killed run loses at most.
constexpr long steps_between_states = 50;

void remove_file(const fs::path& file) {
    std::error_code error;
    if (!fs::remove(file, error) && error) throw file_error(file, "cannot be replaced: " + error.message());
}

/// What the summary of an earlier part of the run says, as far as it goes on from there.
struct EarlierPart {
    std::optional<double> wall_time;  ///< [s]
    std::vector<std::string> warnings;
};

EarlierPart earlier_part(const fs::path& summary) {
    if (!fs::exists(summary)) return {};
    const std::string text = read_whole_file(summary);
    rapidjson::Document json;
    json.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
    if (json.HasParseError() || !json.IsObject()) return {};
    EarlierPart part;
    if (auto found = json.FindMember("wall_time"); found != json.MemberEnd() && found->value.IsNumber())
        part.wall_time = found->value.GetDouble();
    if (auto found = json.FindMember("warnings"); found != json.MemberEnd() && found->value.IsArray())
        for (const auto& warning : found->value.GetArray())
            if (warning.IsString())
                part.warnings.emplace_back(warning.GetString(), warning.GetStringLength());
    return part;
}

}  // namespace

RunFolder::RunFolder(RunInfo info, RecordSettings settings, const std::vector<ProbeReading>& readings,
                     const AskFrame& frame, WorldState state, const AskCells& cells,
                     const std::optional<StepRecord>& last)
    : info_(std::move(info)),
      settings_(std::move(settings)),
      folder_(settings_.folder),
      last_state_(std::move(state)),
      begun_(std::chrono::steady_clock::now()) {
    if (settings_.every < 1)
        throw InputError("every", "must be 1 or more, but is " + std::to_string(settings_.every));
    make_folder(folder_);
    if (!settings_.resumed) {
        for (const char* name : {"summary.json", "steps.csv", "probes.csv", "cells.csv", "state.limpet",
                                 "report.html", "scene.json", "commands.jsonl"})
            remove_file(folder_ / name);
        if (fs::is_directory(folder_ / "pictures")) remove_pictures((folder_ / "pictures").string());
    }
    // A frame off the beat closed the run when it stopped; one that had not stopped would not have it.
    const ResumePoint point{is_on_beat() ? last_state_.step : last_state_.step - 1,
                            latest_time_kept() - (is_on_beat() ? 0 : info_.time_step)};
    if (fs::exists(folder_ / "frames"))
        remove_frames(folder_ / "frames", settings_.resumed ? std::optional<long>(point.step) : std::nullopt);
    start_tables(readings, last);
    start_frames(point, frame, cells);
    save_last_state();
    // A run that is killed leaves a folder that can be rendered and resumed all the same.
    write_summary("running", earlier_warnings_);
}

/// Times are multiples of the step; half a step is the widest margin that cannot take in a row too many.
double RunFolder::latest_time_kept() const {
    return last_state_.time + info_.time_step / 2;
}

/// Does a table that goes on end a row before the state? If rows before that one are gone, too, or what it
/// says is not known, the table cannot go on.
bool RunFolder::lacks_last_row(const fs::path& file, double last_time, bool is_known) const {
    const double h = info_.time_step, end = last_state_.time;
    if (last_time > end - h / 2) return false;
    if (is_known && last_time > end - 1.5 * h) return true;
    throw file_error(file, "ends at " + number_text(last_time) + " s, and the state is of " +
                               number_text(end) +
                               " s: rows between them are missing; resume into another folder");
}

void RunFolder::start_tables(const std::vector<ProbeReading>& readings,
                             const std::optional<StepRecord>& last) {
    const fs::path steps = folder_ / "steps.csv", probes = folder_ / "probes.csv",
                   summary = folder_ / "summary.json";
    if (settings_.resumed && fs::exists(steps)) {
        steps_.emplace(StepsCsv::resume(steps, latest_time_kept()));
        for (const StepRecord& step : read_steps(steps)) summary_.add(step);
        const double end = steps_->has_rows() ? steps_->last_time() : 0;
        if (last_state_.step > 0 && lacks_last_row(steps, end, last.has_value())) {
            steps_->row(*last);
            summary_.add(*last);
        }
        // A killed run's summary is from its beginning; its steps tell at least a part of its time.
        EarlierPart earlier = earlier_part(summary);
        earlier_wall_time_ = std::max(earlier.wall_time.value_or(0), summary_.stage_seconds());
        earlier_warnings_ = std::move(earlier.warnings);
    } else {
        steps_.emplace(steps);
    }
    if (settings_.resumed && fs::exists(probes)) {
        probes_.emplace(ProbesCsv::resume(probes, readings, latest_time_kept()));
        if (probes_->has_rows() && lacks_last_row(probes, probes_->last_time(), last.has_value()))
            probes_->row(last_state_.time, readings);
    } else {
        probes_.emplace(probes, readings);
    }
    if (!probes_->has_rows()) probes_->row(last_state_.time, readings);
}

/// Frames, and cells.csv, which has a row per cell and frame.
void RunFolder::start_frames(const ResumePoint& point, const AskFrame& frame, const AskCells& cells) {
    const fs::path frames = folder_ / "frames", table = folder_ / "cells.csv";
    const long step = last_state_.step;
    if (settings_.frames != FrameFormat::None) {
        make_folder(frames);
        frames_ = make_frame_writer(settings_.frames, frames, info_.scene,
                                    settings_.resumed ? std::optional<ResumePoint>(point) : std::nullopt);
        const bool due = is_on_beat() || frames_->last_step() < 0;
        if (due && frames_->last_step() != step) frames_->write(frame());
    }
    if (settings_.resumed && fs::exists(table)) cells_.emplace(CellsCsv::resume(table, point.time));
    const bool has_rows = cells_ && cells_->has_rows();
    const bool has_this = has_rows && cells_->last_time() > last_state_.time - info_.time_step / 2;
    if (!has_this && (is_on_beat() || !has_rows)) write_cells(cells);
}

/// A scene without cells has no table of them.
void RunFolder::write_cells(const AskCells& cells) {
    if (!cells) return;
    const std::vector<CellReading> readings = cells();
    if (readings.empty()) return;
    if (!cells_) cells_.emplace(folder_ / "cells.csv");
    cells_->rows(last_state_.time, readings);
}

void RunFolder::add(const StepRecord& step, const std::vector<ProbeReading>& readings, const AskFrame& frame,
                    const AskState& state, const AskCells& cells) {
    last_state_ = state(std::move(last_state_));
    steps_->row(step);
    probes_->row(step.time, readings);
    summary_.add(step);
    if (frames_ && is_on_beat()) frames_->write(frame());
    if (is_on_beat()) write_cells(cells);
    // After the rows and the frame: a state must never be ahead of them, or a resumed run would have a gap.
    if (last_state_.step % steps_between_states == 0) save_last_state();
}

void RunFolder::save_last_state() {
    save_state(last_state_, info_.scene, (folder_ / "state.limpet").string());
}

void RunFolder::finish(const std::string& reason, const std::vector<Warning>& warnings,
                       const std::optional<AuditResult>& audit) {
    if (finished_) return;
    finished_ = true;
    std::vector<std::string> all = earlier_warnings_;
    for (const Warning& warning : warnings)
        if (const std::string said = warning_text(warning);
            std::find(all.begin(), all.end(), said) == all.end())
            all.push_back(said);
    if (frames_) frames_->finish();
    save_last_state();
    write_summary(reason, all, audit);
    write_report(settings_.folder);
}

void RunFolder::give_up(const std::string& reason) {
    if (finished_) return;
    finished_ = true;
    const std::string text = summary_text(reason, earlier_warnings_, {});
    try {
        write_file_aside(folder_ / "summary.json", text);
    } catch (const WriteError&) {
        overwrite_file(folder_ / "summary.json", text);
    }
}

std::string RunFolder::summary_text(const std::string& reason, const std::vector<std::string>& warnings,
                                    const std::optional<AuditResult>& audit) const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begun_;
    return summary_.json(info_, last_state_.step, last_state_.time, earlier_wall_time_ + wall.count(), reason,
                         warnings, audit);
}

void RunFolder::write_summary(const std::string& reason, const std::vector<std::string>& warnings,
                              const std::optional<AuditResult>& audit) {
    write_file_aside(folder_ / "summary.json", summary_text(reason, warnings, audit));
}

}  // namespace limpet
