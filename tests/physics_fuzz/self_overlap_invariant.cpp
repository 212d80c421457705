/// depth ≤ tolerance of every body that may touch itself (`self`): the same as between two bodies.

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {

Violations check_self_overlap(const SceneRun& run) {
    Violations found;
    for (const SelfOverlap& s : run.self_overlaps)
        if (!(s.depth <= run.tolerance))
            found.push_back({"self overlap", {s.body}, s.depth, run.tolerance, "m", s.time});
    return found;
}

}  // namespace limpet::physics_fuzz
