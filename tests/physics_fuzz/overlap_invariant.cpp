/// depth(n) ≤ tolerance + sag + max(0, depth(0) − n · share · tolerance), of each pair of bodies
///
/// By design bodies may be in each other by `distance`, or by two and a half pixels (limpet/audit.h), and a
/// round shape by the sag of the facets that it dents (facet_sag.h). What starts deeper is parted by at most
/// one `distance` per step; it has twice as long.

#include <algorithm>
#include <map>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

/// Of the tolerance, per step.
constexpr double least_parting_ratio = 0.5;

double start_depth(const SceneRun& run, const Overlap& pair) {
    const auto found =
        std::find_if(run.start_overlaps.begin(), run.start_overlaps.end(),
                     [&](const Overlap& o) { return o.first == pair.first && o.second == pair.second; });
    return found == run.start_overlaps.end() ? 0 : found->depth;
}

}  // namespace

Violations check_overlap(const SceneRun& run) {
    std::map<std::pair<std::string, std::string>, Violation> worst;
    for (const std::vector<PairOverlap>& frame : run.overlaps)
        for (const PairOverlap& overlap : frame) {
            const double steps = overlap.time / run.scene.time.step;
            const double allowed =
                run.tolerance + overlap.sag +
                std::max(0.0, start_depth(run, overlap) - steps * least_parting_ratio * run.tolerance);
            Violation& v = worst[{overlap.first, overlap.second}];
            if (overlap.depth > allowed && overlap.depth * v.limit >= v.value * allowed)
                v = {"overlap", {overlap.first, overlap.second}, overlap.depth, allowed, "m", overlap.time};
        }
    Violations found;
    for (const auto& [pair, violation] : worst)
        if (violation.value > 0) found.push_back(violation);
    return found;
}

}  // namespace limpet::physics_fuzz
