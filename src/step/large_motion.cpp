/// Newton's method for a step with contacts in which bodies move far: each iteration is linear, and solved by
/// the same stages as the first.

#include <algorithm>

#include "core/parallel.h"
#include "step/contact_pipeline.h"

namespace limpet {
namespace {

constexpr int most_linearisations = 20;

}  // namespace

std::vector<char> ContactPipeline::overshooting() const {
    std::vector<char> overshoot(bodies_.size());
    parallel_each(static_cast<int>(bodies_.size()), [&](int i) { overshoot[i] = bodies_[i]->overshoots(); });
    return overshoot;
}

void ContactPipeline::follow_large_motion(double h) {
    for (int i = 0; i < most_linearisations; ++i) {
        const std::vector<char> overshoot = overshooting();
        if (std::find(overshoot.begin(), overshoot.end(), 1) == overshoot.end()) return;
        if (!budget_.allows_against_gain()) break;
        parallel_each(static_cast<int>(bodies_.size()), [&](int k) {
            if (!overshoot[k]) return;
            bodies_[k]->linearise_at_end();
            renewed_[k] = true;
        });
        solve_again(h, impulses());
        solve_idle(h);
        keep_apart(h);
    }
    const std::vector<char> overshoot = overshooting();
    for (std::size_t k = 0; k < overshoot.size(); ++k)
        if (overshoot[k]) warn_of_gain(static_cast<int>(k));
}

}  // namespace limpet
