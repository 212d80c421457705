#include <filesystem>

#include "limpet/record.h"
#include "record/commands_file.h"
#include "record/files.h"
#include "record/problem_files.h"
#include "record/run_folder.h"

namespace limpet {
namespace {

/// A run's folder may be moved, and read from anywhere.
void make_paths_absolute(BodyDescription& body) {
    if (auto* file = std::get_if<FileShape>(&body.shape))
        file->file = std::filesystem::absolute(file->file).string();
    if (body.tetrahedra) body.tetrahedra = std::filesystem::absolute(*body.tetrahedra).string();
}

RecordedCommand with_absolute_paths(long step, const Command& command) {
    RecordedCommand recorded{step, command};
    if (auto* added = std::get_if<AddBody>(&recorded.command)) make_paths_absolute(added->body);
    return recorded;
}

void write_scene(Scene scene, const std::filesystem::path& file) {
    for (BodyDescription& body : scene.bodies) make_paths_absolute(body);
    write_file_aside(file, scene_to_json(scene));
}

}  // namespace

struct Recorder::Parts {
    RunFolder folder;
    std::shared_ptr<CommandsFile> commands;
    std::filesystem::path problems;  ///< their folder; empty: none
    int every;
};

Recorder::Recorder(World& world, RecordSettings settings) {
    // Before the folder is touched: what an earlier run left there stays.
    if (settings.problems) refuse_without_problem_files(world.scene());
    WorldState state = world.state();
    std::optional<StepRecord> last;
    if (!state.shown.empty()) last = world.last_step();
    parts_.reset(
        new Parts{RunFolder(
                      describe_run(world.scene(), world.frame()), settings, world.probes(),
                      [&] { return world.frame(); }, std::move(state), [&] { return world.cells(); }, last),
                  {},
                  {},
                  settings.every});
    const std::filesystem::path folder(settings.folder);
    if (!settings.resumed || settings.scene)
        write_scene(settings.scene.value_or(world.scene()), folder / "scene.json");
    parts_->commands = std::make_shared<CommandsFile>(
        folder / "commands.jsonl", settings.resumed ? std::optional<long>(world.steps()) : std::nullopt);
    // The world may live longer than the recording.
    world.on_command([file = std::weak_ptr(parts_->commands)](long step, const Command& command) {
        if (const auto open = file.lock()) open->write(with_absolute_paths(step, command));
    });
    if (!settings.problems) return;
    parts_->problems = folder / "problems";
    make_folder(parts_->problems);
}

Recorder::~Recorder() = default;

void Recorder::record(const World& world) {
    parts_->folder.add(
        world.last_step(), world.probes(), [&] { return world.frame(); },
        [&](WorldState spent) { return world.state(std::move(spent)); }, [&] { return world.cells(); });
    parts_->commands->taken(world.steps());
    if (!parts_->problems.empty() && world.steps() % parts_->every == 0)
        write_problem_files(world, parts_->problems);
}

void Recorder::finish(const std::string& reason, const std::vector<Warning>& warnings,
                      const std::optional<AuditResult>& audit) {
    parts_->folder.finish(reason, warnings, audit);
}

void Recorder::give_up(const std::string& reason) {
    parts_->folder.give_up(reason);
}

}  // namespace limpet
