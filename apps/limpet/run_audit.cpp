#include "run_audit.h"

#include <fmt/format.h>

namespace limpet::command {
namespace {

/// Of the depth that was said last: an overlap is said again where it has become so much worse.
constexpr double renewal_ratio = 2;

}  // namespace

RunAudit::RunAudit(const World& world, int every)
    : every_(every), audit_(every > 0 ? audit_tolerance(world.scene(), world.frame()) : 0) {}

void RunAudit::check(const World& world, Progress& progress) {
    if (every_ == 0 || world.steps() % every_ != 0) return;
    for (const Overlap& overlap : audit_.check(world.frame())) {
        double& said = deepest_said_[{overlap.first, overlap.second}];
        if (overlap.depth < renewal_ratio * said) continue;
        said = overlap.depth;
        warnings_.push_back(overlap_warning(overlap, audit_.tolerance()));
        progress.clear();
        fmt::print(stderr, "limpet: warning: {}\n", warning_text(warnings_.back()));
    }
}

std::optional<AuditResult> RunAudit::result() const {
    return every_ > 0 ? std::optional(audit_.result()) : std::nullopt;
}

}  // namespace limpet::command
