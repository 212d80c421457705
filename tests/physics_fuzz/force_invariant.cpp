/// |P(n) − P(n−1) − h (m g + F)| ≤ ε max(|P|, h m g, h |F|)
///
/// | P | momentum of a body, m its mass | kg m/s, kg |
/// | F | sum of the contact forces of the step, as frames show them | N |
///
/// ε: 1e-5 of rigid bodies, ten times the default of `solver.tolerance`, which `anticipation` leaves; 1e-3 of
/// those that deform, whose linear solves have a tolerance of their own. At rest it says that contacts carry
/// the weight.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double rigid_error_ratio = 1e-5, deforming_error_ratio = 1e-3;
/// Of its size: a body that moves by less in a step stands still, and what it has left is rounding.
constexpr double standstill_ratio = 1e-6;

}  // namespace

Violations check_forces(const SceneRun& run) {
    Violations found;
    const double h = run.scene.time.step;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyFacts& body = run.bodies[i];
        if (body.mass == 0 || body.held || run.scene.bodies[i].dynamics == Dynamics::Quasistatic) continue;
        const double ratio = body.type == BodyType::Rigid ? rigid_error_ratio : deforming_error_ratio;
        const Vec3 weight = body.mass * to_vec3(run.scene.gravity);
        Violation worst{"forces", {body.name}, 0, ratio, "of the momentum", 0};
        for (std::size_t n = 1; n < run.moments.size(); ++n) {
            const BodyMoment &before = run.moments[n - 1].bodies[i], &after = run.moments[n].bodies[i];
            const Vec3 error = after.momentum - before.momentum - h * (weight + after.contact_force);
            const double scale =
                std::max({body.mass * before.fastest, body.mass * after.fastest, h * weight.norm(),
                          h * after.contact_force.norm(), body.mass * standstill_ratio * body.size / h});
            if (!(error.norm() <= worst.value * scale)) {
                worst.value = error.norm() / scale;
                worst.time = run.moments[n].record.time;
            }
        }
        if (!(worst.value <= worst.limit)) found.push_back(worst);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
