#include "physics_fuzz/invariants.h"

#include <fmt/format.h>

#include <algorithm>

namespace limpet::physics_fuzz {

std::string Violation::text() const {
    std::string names;
    for (const std::string& name : bodies) names += (names.empty() ? "" : ", ") + name;
    return fmt::format("{}: {:.3g} {} where at most {:.3g} is allowed, at t = {:.4g} s ({})", invariant,
                       value, unit, limit, time, names);
}

Violations check_all(const SceneRun& run) {
    Violations all;
    if (run.moments.empty()) return all;
    for (const auto& check : {check_overlap, check_floor, check_energy, check_momentum, check_forces,
                              check_rest, check_rolling}) {
        const Violations found = check(run);
        all.insert(all.end(), found.begin(), found.end());
    }
    return all;
}

bool is_spoken(const Violation& violation, const std::vector<Warning>& warnings) {
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
        const auto names = [&](const std::string& body) {
            return std::find(warning.bodies.begin(), warning.bodies.end(), body) != warning.bodies.end();
        };
        // Two bodies that overlap have to be named together; energy and momentum belong to all that move.
        return violation.invariant == "overlap"
                   ? std::all_of(violation.bodies.begin(), violation.bodies.end(), names)
                   : std::any_of(violation.bodies.begin(), violation.bodies.end(), names);
    });
}

}  // namespace limpet::physics_fuzz
