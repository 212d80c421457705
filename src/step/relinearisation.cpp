#include "step/relinearisation.h"

#include <algorithm>

#include "core/parallel.h"
#include "step/step_constants.h"

namespace limpet {

std::vector<char> Relinearisation::overshooting() const {
    std::vector<char> overshoot(context_.bodies.size());
    parallel_each(context_.count(), [&](int i) { overshoot[i] = context_.bodies[i]->overshoots(); });
    return overshoot;
}

void Relinearisation::begin() {
    linearisations_ = 0;
    settled_ = false;
}

std::optional<std::vector<Contact>> Relinearisation::look(double) {
    if (linearisations_ == max_linearisations) return {};
    const std::vector<char> overshoot = overshooting();
    settled_ = std::find(overshoot.begin(), overshoot.end(), 1) == overshoot.end();
    // Bodies must not be linearised anew for a solve that does not come.
    if (settled_ || !allowed(budget_)) return {};
    ++linearisations_;
    parallel_each(context_.count(), [&](int i) {
        if (overshoot[i]) context_.bodies[i]->linearise_at_end();
    });
    for (int i = 0; i < context_.count(); ++i)
        if (overshoot[i]) response_.renew(i);
    return std::vector<Contact>();
}

void Relinearisation::end(double) {
    if (settled_) return;
    const std::vector<char> overshoot = overshooting();
    for (int i = 0; i < context_.count(); ++i)
        if (overshoot[i])
            context_.warnings.about_body("gain", i, 0,
                                         "is hit so hard that it gains energy: its parts move too far in a "
                                         "step; a smaller time.step helps");
}

}  // namespace limpet
