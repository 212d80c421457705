#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>

#include "commands.h"
#include "limpet/limpet.h"
#include "progress.h"
#include "recording_options.h"
#include "run_audit.h"

namespace limpet::command {

namespace {

struct RunOptions : RecordingOptions {
    std::string resume, commands;
    long steps = -1;
    int audit = 0;
    bool problems = false;
};

/// As many steps as a scene may have.
constexpr long most_steps = 100'000'000;
constexpr const char* exit_reason_interrupted = "interrupted";

/// A word as a shell takes it.
std::string shell_word(const std::string& word) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
        return std::isalnum(c) ||
               std::string_view("_-./=+:,@%").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (plain) return word;
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

/// The command that goes on from where this one ended, with every option that it had.
std::string resume_command(const RunOptions& options, const std::string& folder) {
    std::vector<std::string> words = {"limpet", "run",      options.scene, "--out",
                                      folder,   "--frames", options.frames};
    const auto add = [&](const char* option, const std::string& value) {
        words.emplace_back(option);
        words.push_back(value);
    };
    for (const std::string& override : options.overrides) add("--set", override);
    if (!options.duration.empty()) add("--duration", options.duration);
    if (options.steps >= 0) add("--steps", std::to_string(options.steps));
    if (options.every > 0) add("--every", std::to_string(options.every));
    if (options.audit > 0) add("--audit", std::to_string(options.audit));
    if (options.threads > 0) add("--threads", std::to_string(options.threads));
    if (!options.commands.empty()) add("--commands", options.commands);
    if (options.problems) words.emplace_back("--dump-problems");
    add("--resume", folder + "/state.limpet");
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + shell_word(word);
    return text;
}

/// Says each of the world's warnings once, as soon as there is one; of a kind that many pairs of bodies have,
/// the first ones and how many more there are.
class Warnings {
public:
    void say(const World& world, Progress& progress) {
        for (; said_ < world.warnings().size(); ++said_) {
            const Warning& warning = world.warnings()[said_];
            if (++of_code_[warning.code] > most_of_code) continue;
            progress.clear();
            fmt::print(stderr, "limpet: warning: {}\n", warning_text(warning));
        }
    }
    void say_how_many_more() const {
        for (const auto& [code, count] : of_code_)
            if (count > most_of_code)
                fmt::print(stderr, "limpet: warning: {} more of this kind are in summary.json [{}]\n",
                           count - most_of_code, code);
    }

private:
    /// A screen has room for as many of three kinds.
    static constexpr int most_of_code = 20;
    std::size_t said_ = 0;
    std::map<std::string, int> of_code_;
};

/// Ends the recording, with a frame of the last step even where --every leaves it out: what a run came to is
/// what most want to see. Going on drops that frame again, so that a resumed run is as one that never
/// stopped.
void finish(World& world, Recorder& recorder, RecordSettings settings, const std::string& reason,
            const RunAudit& audit) {
    std::vector<Warning> warnings = world.warnings();
    warnings.insert(warnings.end(), audit.warnings().begin(), audit.warnings().end());
    recorder.finish(reason, warnings, audit.result());
    const bool has_frames = settings.frames != FrameFormat::None || !world.cells().empty();
    if (!has_frames || world.steps() % settings.every == 0) return;
    settings.resumed = true;
    settings.every = 1;
    Recorder(world, settings).finish(reason, warnings, audit.result());
}

/// The step that was being taken is given up: the run ends with the last one that is complete.
void end_before_step(World& world, Recorder& recorder, const RecordSettings& settings,
                     const std::string& reason, const RunAudit& audit) {
    recorder.finish(reason, world.warnings(), audit.result());
    world.restore(read_state(settings.folder + "/state.limpet"));
    finish(world, recorder, settings, reason, audit);
}

/// Up to the last step or to Ctrl-C.
void take_steps(World& world, CommandQueue& commands, Recorder& recorder, RunAudit& audit, Warnings& warnings,
                long last_step, bool quiet) {
    Progress progress(world.steps(), last_step, quiet);
    warnings.say(world, progress);
    audit.check(world, progress);
    while (world.steps() < last_step && !interruption_requested()) {
        commands.apply_due(world);
        try {
            world.step();
        } catch (const BreakdownError&) {
            warnings.say(world, progress);
            throw;
        }
        recorder.record(world);
        warnings.say(world, progress);
        audit.check(world, progress);
        progress.show(world);
    }
}

int simulate(World& world, CommandQueue commands, Recorder& recorder, const RecordSettings& settings,
             long last_step, const RunOptions& options) {
    const std::string& folder = settings.folder;
    catch_interrupts();
    RunAudit audit(world, options.audit);
    Warnings warnings;
    try {
        take_steps(world, commands, recorder, audit, warnings, last_step, options.quiet);
    } catch (const BreakdownError& error) {
        warnings.say_how_many_more();
        end_before_step(world, recorder, settings, error.what(), audit);
        throw BreakdownError(fmt::format("{}\nwhat was good until then is in {}", error.what(), folder));
    } catch (const WriteError& error) {
        recorder.give_up(error.what());
        throw;
    } catch (const Interrupted&) {
        clear_interruption();
        end_before_step(world, recorder, settings, exit_reason_interrupted, audit);
    }
    warnings.say_how_many_more();
    if (world.steps() < last_step) {
        finish(world, recorder, settings, exit_reason_interrupted, audit);
        fmt::print(stderr, "interrupted after step {} of {}, t = {:.4g} s; go on with:\n  {}\n",
                   world.steps(), last_step, world.time(), resume_command(options, folder));
        return interrupted;
    }
    finish(world, recorder, settings, "done", audit);
    return done;
}

/// A resumed run goes on with the commands that the state's folder has.
std::vector<RecordedCommand> commands_of(const RunOptions& options) {
    if (!options.commands.empty()) return read_commands(options.commands);
    if (options.resume.empty()) return {};
    const std::filesystem::path beside =
        std::filesystem::path(options.resume).parent_path() / "commands.jsonl";
    return std::filesystem::exists(beside) ? read_commands(beside.string()) : std::vector<RecordedCommand>();
}

int run(const RunOptions& options) {
    set_threads(options.threads);
    const Scene scene = options.load();
    World world(scene);
    const std::vector<RecordedCommand> commands = commands_of(options);
    if (!options.resume.empty()) resume(world, read_state(options.resume), commands);
    const long last_step =
        options.steps >= 0 ? options.steps : std::lround(scene.time.duration / scene.time.step);

    const long first_step = world.steps();
    RecordSettings settings = options.settings(scene);
    settings.resumed = !options.resume.empty();
    settings.problems = options.problems;
    settings.scene = scene;
    Recorder recorder(world, settings);
    const int code =
        simulate(world, CommandQueue(commands, first_step), recorder, settings, last_step, options);
    if (first_step > last_step)
        fmt::print(stderr,
                   "the state is at step {} already, and the run ends at step {}: nothing was simulated\n",
                   first_step, last_step);
    if (code == done && !options.quiet)
        fmt::print("{}: {} steps, t = {:.6g} s; see {}/report.html\n", scene.name, world.steps(),
                   world.time(), settings.folder);
    return code;
}

}  // namespace

std::string not_empty(const std::string& value) {
    return value.empty() ? "is empty" : "";
}

std::string default_folder(const std::string& scene_path_or_name) {
    return "out/" + std::filesystem::path(scene_path_or_name).stem().string();
}

Action add_run(CLI::App& app) {
    auto options = std::make_shared<RunOptions>();
    add_recording_options(app, *options, "vtk");
    auto* steps =
        app.add_option("--steps", options->steps, "End after this step")->check(CLI::Range(0L, most_steps));
    app.get_option("--duration")->excludes(steps);
    app.get_option("--every")->description(
        "Steps from frame to frame [about 30 frames a simulated second]; the last step has one too");
    app.add_option("--audit", options->audit,
                   "Check every K-th step for overlap, by means independent of detection; warn and count")
        ->check(CLI::Range(1, 1'000'000'000));
    app.add_option(
           "--commands", options->commands,
           "Do what a commands.jsonl says as its steps come [with --resume: the one beside the state]")
        ->check(not_empty);
    app.add_option("--resume", options->resume, "Go on from a state.limpet")->check(not_empty);
    app.add_flag("--dump-problems", options->problems,
                 "Write the contact problems of the steps that have frames to problems/, as .fc3d");
    return [options] { return run(*options); };
}

}  // namespace limpet::command
