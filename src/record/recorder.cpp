#include "limpet/record.h"
#include "record/run_folder.h"

namespace limpet {

struct Recorder::Parts {
    RunFolder folder;
};

Recorder::Recorder(const World& world, RecordSettings settings)
    : parts_(new Parts{RunFolder(
          describe_run(world.scene(), world.frame()), std::move(settings), world.probes(),
          [&] { return world.frame(); }, world.state())}) {}

Recorder::~Recorder() = default;

void Recorder::record(const World& world) {
    parts_->folder.add(
        world.last_step(), world.probes(), [&] { return world.frame(); }, world.state());
}

void Recorder::finish(const std::string& reason, const std::vector<std::string>& warnings) {
    parts_->folder.finish(reason, warnings);
}

}  // namespace limpet
