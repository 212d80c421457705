#include <cmath>
#include <filesystem>

#include "core/text.h"
#include "limpet/error.h"
#include "limpet/record.h"
#include "record/files.h"
#include "record/tables.h"

namespace limpet {
namespace {

namespace fs = std::filesystem;

/// Only these change what a world is made of; all else is in its state.
bool is_structural(const Command& command) {
    return std::holds_alternative<AddBody>(command) || std::holds_alternative<RemoveBody>(command) ||
           std::holds_alternative<Cut>(command) || std::holds_alternative<Set>(command);
}

bool is_same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// The numbers of a run's folder, to compare with.
class RecordedRun {
public:
    explicit RecordedRun(const fs::path& folder)
        : steps_(read_csv(folder / "steps.csv")), probes_(read_csv(folder / "probes.csv")) {
        if (const fs::path state = folder / "state.limpet"; fs::exists(state))
            state_ = read_state(state.string());
        if (probes_.rows() > 0 && probes_.values[0][0] != 0)
            throw file_error(folder,
                             "begins at t = " + number_text(probes_.values[0][0]) +
                                 " s, as a run does that was resumed into it; allowed: the folder of a "
                                 "run that began at time 0");
    }

    /// As many as all tables have.
    long steps() const {
        return static_cast<long>(std::min(steps_.rows(), std::max<std::size_t>(probes_.rows(), 1) - 1));
    }

    std::optional<ReplayDifference> compare(const World& world) const {
        const long step = world.steps();
        std::optional<ReplayDifference> difference;
        if (step > 0)
            difference = compare_row("steps.csv", steps_, step - 1, StepsCsv::columns(),
                                     StepsCsv::values(world.last_step()), step);
        const std::vector<ProbeReading> readings = world.probes();
        if (!difference)
            difference = compare_row("probes.csv", probes_, step, ProbesCsv::columns(readings),
                                     ProbesCsv::values(world.time(), readings), step);
        if (!difference && state_ && state_->step == step && *state_ != world.state())
            difference = ReplayDifference{step, "state.limpet", NAN, NAN};
        return difference;
    }

private:
    static std::optional<ReplayDifference> compare_row(const std::string& file, const CsvTable& table,
                                                       long row, const std::vector<std::string>& columns,
                                                       const std::vector<double>& values, long step) {
        if (table.columns != columns) return ReplayDifference{step, file + ": its columns", NAN, NAN};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const double recorded = table.values[i][static_cast<std::size_t>(row)];
            // Times are the machine's.
            if (!columns[i].starts_with("ms_") && !is_same(recorded, values[i]))
                return ReplayDifference{step, file + ": " + columns[i], recorded, values[i]};
        }
        return {};
    }

    CsvTable steps_, probes_;
    std::optional<WorldState> state_;
};

/// The complaints about a command, with its line as far as it is short.
InputError about_command(const InputError& error, const RecordedCommand& command) {
    constexpr std::size_t max_shown = 200;  // characters
    std::string line = to_json(command);
    if (line.size() > max_shown) line = line.substr(0, max_shown) + "…";
    std::vector<Complaint> complaints = error.complaints();
    for (Complaint& complaint : complaints)
        complaint.field = line + (complaint.field.empty() ? "" : ": " + complaint.field);
    return InputError(std::move(complaints));
}

}  // namespace

void resume(World& world, const WorldState& state, const std::vector<RecordedCommand>& commands) {
    for (const RecordedCommand& recorded : commands)
        if (recorded.step < state.step && is_structural(recorded.command)) world.apply(recorded.command);
    world.restore(state);
}

CommandQueue::CommandQueue(std::vector<RecordedCommand> commands, long steps)
    : commands_(std::move(commands)) {
    while (next_ < commands_.size() && commands_[next_].step < steps) ++next_;
}

void CommandQueue::apply_due(World& world) {
    for (; next_ < commands_.size() && commands_[next_].step <= world.steps(); ++next_) {
        try {
            world.apply(commands_[next_].command);
        } catch (const InputError& error) {
            throw about_command(error, commands_[next_]);
        }
    }
}

ReplayResult replay(const std::string& folder,
                    const std::function<void(const World&, long last)>& after_step) {
    const fs::path path(folder), scene = path / "scene.json", commands = path / "commands.jsonl";
    if (!fs::exists(scene))
        throw file_error(scene, "no such file; allowed: the folder of a run that began at time 0");
    const RecordedRun recorded(path);
    World world(load_scene(scene.string()));
    CommandQueue queue(fs::exists(commands) ? read_commands(commands.string())
                                            : std::vector<RecordedCommand>());
    ReplayResult result;
    result.difference = recorded.compare(world);
    while (!result.difference && world.steps() < recorded.steps()) {
        try {
            queue.apply_due(world);
            world.step();
        } catch (const BreakdownError&) {
            result.difference = ReplayDifference{world.steps() + 1, "the simulation broke down", NAN, NAN};
            break;
        }
        result.steps = world.steps();
        result.difference = recorded.compare(world);
        if (after_step) after_step(world, recorded.steps());
    }
    return result;
}

}  // namespace limpet
