/// |V(n) − V(0)| ≤ 1e-6 V(0), of each particles body that preserves its volume
///
/// V is that of the body's surface as frames show it, summed here.

#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double most_volume_change_ratio = 1e-6;

}  // namespace

Violations check_volume(const SceneRun& run) {
    Violations found;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyDescription& body = run.scene.bodies[i];
        if (body.type != BodyType::Particles || !body.volume_preservation.value_or(true)) continue;
        const double volume = run.moments.front().bodies[i].volume;
        Violation worst{"volume", {body.name}, 0, most_volume_change_ratio * volume, "m^3", 0};
        for (const Moment& m : run.moments) {
            if (!m.bodies[i].present) continue;
            const double change = std::abs(m.bodies[i].volume - volume);
            if (!(change <= worst.value)) worst.value = change, worst.time = m.record.time;
        }
        if (!(worst.value <= worst.limit)) found.push_back(worst);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
