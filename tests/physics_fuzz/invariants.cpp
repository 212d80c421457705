#include "physics_fuzz/invariants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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
    const auto judge = [&](auto... checks) {
        for (const auto& check : {checks...}) {
            const Violations found = check(run);
            all.insert(all.end(), found.begin(), found.end());
        }
    };
    judge(check_overlap, check_self_overlap, check_floor, check_energy, check_volume);
    // What is touched is no closed system, and neither rests nor rolls freely.
    if (!run.touches) judge(check_momentum);
    judge(check_forces);
    if (!run.touches) judge(check_rest, check_rolling);
    return all;
}

namespace {

using Codes = std::set<std::string>;

/// Codes that say that bodies may be in each other, or found late (docs/warnings.md).
const Codes depth_codes = {"overlap",  "held",      "held-back",   "pass",   "residual",
                           "solves",   "thinned",   "inside",      "scaled", "skipped-rays",
                           "too-far",  "long-step", "fast-bodies", "gain",   "ill-conditioned",
                           "inverted", "left-scene"};
/// Codes that say that forces are not what they should be, or act on bodies that are deep in each other.
const Codes energy_codes = {"overlap", "held",        "held-back", "pass",           "residual",
                            "solves",  "thinned",     "inside",    "scaled",         "long-step",
                            "gain",    "fast-bodies", "inverted",  "ill-conditioned"};
/// One contact holds no moment: what lies flat on it rocks, by more than it may move, and forces swing about
/// the weights.
const Codes rest_codes = [] {
    Codes codes = energy_codes;
    codes.insert(depth_codes.begin(), depth_codes.end());
    codes.insert("one-volume");
    return codes;
}();
/// Impulses act at points that are as far apart as bodies are deep in each other.
const Codes arm_codes = {"overlap", "held-back", "pass", "inside", "long-step", "fast-bodies"};

/// Warnings that tell of a violation. Of a wrong balance of forces or momentum none does; of a symmetry, that
/// rounding decides what bonds.
const Codes& codes_for(const std::string& invariant) {
    static const std::map<std::string, Codes> codes = {
        {"overlap", depth_codes},    {"self overlap", depth_codes},  {"floor", depth_codes},
        {"rest: moved", rest_codes}, {"rest: speed", rest_codes},    {"rest: force", rest_codes},
        {"energy", energy_codes},    {"angular momentum", arm_codes}};
    static const Codes none, by_rounding = {"initial-bonds"};
    if (invariant.starts_with("symmetry")) return by_rounding;
    const auto found = codes.find(invariant);
    return found == codes.end() ? none : found->second;
}

}  // namespace

bool is_spoken(const Violation& violation, const std::vector<Warning>& warnings) {
    const Codes& codes = codes_for(violation.invariant);
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
        const auto names = [&](const std::string& body) {
            return std::find(warning.bodies.begin(), warning.bodies.end(), body) != warning.bodies.end();
        };
        if (!codes.contains(warning.code)) return false;
        // Two bodies that overlap have to be named together, but one whose surface has turned over says so of
        // all that it touches; energy and momentum belong to all that move.
        return violation.invariant == "overlap" && warning.code != "inverted"
                   ? std::all_of(violation.bodies.begin(), violation.bodies.end(), names)
                   : std::any_of(violation.bodies.begin(), violation.bodies.end(), names);
    });
}

}  // namespace limpet::physics_fuzz
