#include "limpet/record.h"
#include "record/files.h"
#include "record/problem_files.h"
#include "record/run_folder.h"

namespace limpet {

struct Recorder::Parts {
    RunFolder folder;
    std::filesystem::path problems;  ///< their folder; empty: none
    int every;
};

Recorder::Recorder(const World& world, RecordSettings settings) {
    // Before the folder is touched: what an earlier run left there stays.
    if (settings.problems) refuse_without_problem_files(world.scene());
    parts_.reset(new Parts{RunFolder(
                               describe_run(world.scene(), world.frame()), settings, world.probes(),
                               [&] { return world.frame(); }, world.state()),
                           {},
                           settings.every});
    if (!settings.problems) return;
    parts_->problems = std::filesystem::path(settings.folder) / "problems";
    make_folder(parts_->problems);
}

Recorder::~Recorder() = default;

void Recorder::record(const World& world) {
    parts_->folder.add(
        world.last_step(), world.probes(), [&] { return world.frame(); }, world.state());
    if (!parts_->problems.empty() && world.steps() % parts_->every == 0)
        write_problem_files(world, parts_->problems);
}

void Recorder::finish(const std::string& reason, const std::vector<Warning>& warnings,
                      const std::optional<AuditResult>& audit) {
    parts_->folder.finish(reason, warnings, audit);
}

}  // namespace limpet
