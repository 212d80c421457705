#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "limpet/audit.h"
#include "limpet/warning.h"
#include "progress.h"

namespace limpet::command {

/// `limpet run --audit K`: checks the steps that are a multiple of K for overlap, and warns.
class RunAudit {
public:
    /// `every` 0: no audit.
    RunAudit(const World& world, int every);

    /// Warns of a pair of bodies when it first overlaps, and again when it is twice as deep.
    void check(const World& world, Progress& progress);

    const std::vector<Warning>& warnings() const { return warnings_; }
    /// Nothing without an audit.
    std::optional<AuditResult> result() const;

private:
    int every_;
    OverlapAudit audit_;
    std::map<std::pair<std::string, std::string>, double> deepest_said_;  ///< [m]
    std::vector<Warning> warnings_;
};

}  // namespace limpet::command
