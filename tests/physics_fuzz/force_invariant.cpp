/// |P(n) − P(n−1) − h (m g + F + G)| ≤ ε m max(|v|, h g, h Σ|f|/m)
///
/// | P | momentum of a body, m its mass | kg m/s, kg |
/// | v | of its fastest vertex, before and after | m/s |
/// | F | sum of the contact forces f of the step, as frames show them | N |
/// | G | what grabs show and pushes are; of the f, too | N |
///
/// ε: 1e-9 of rigid bodies, which is rounding: what solvers with W apply is what frames show. 1e-3 of bodies
/// that deform, whose linear solves have a tolerance of their own. `anticipation` leaves more
/// (anticipation_error.h). At rest it says that contacts carry the weight.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/anticipation_error.h"
#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

/// What attractors pull with differs from node to node, and frames do not show it.
bool is_attracted(const Scene& scene, const std::string& body) {
    return std::any_of(scene.attractors.begin(), scene.attractors.end(), [&](const AttractorDescription& a) {
        return a.bodies.empty() || std::find(a.bodies.begin(), a.bodies.end(), body) != a.bodies.end();
    });
}

constexpr double rigid_force_error_ratio = 1e-9, deforming_force_error_ratio = 1e-3;

/// What the body's momentum may be wrong by in step n. [kg m/s]
double allowed_error(const SceneRun& run, std::size_t i, std::size_t n) {
    const BodyFacts& body = run.bodies[i];
    const double own = speed_in_step(run, i, n);
    const bool rigid = body.type == BodyType::Rigid;
    const double error = (rigid ? rigid_force_error_ratio : deforming_force_error_ratio) * body.mass * own;
    return std::max(error, anticipation_error(run, i, n));
}

}  // namespace

Violations check_forces(const SceneRun& run) {
    Violations found;
    const double h = run.scene.time.step;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyFacts& body = run.bodies[i];
        if (body.mass == 0 || body.held || run.scene.bodies[i].dynamics == Dynamics::Quasistatic ||
            is_attracted(run.scene, body.name))
            continue;
        Violation worst{"forces", {body.name}, 0, 0, "kg m/s", 0};
        for (std::size_t n = 1; n < run.moments.size(); ++n) {
            const BodyMoment &before = run.moments[n - 1].bodies[i], &after = run.moments[n].bodies[i];
            if (!before.present || !after.present) continue;
            // Zones exert forces that are no contacts', also those that end in the step in which they begin.
            if (before.in_zone || after.in_zone || run.moments[n].record.releases > 0) continue;
            const Vec3 weight = body.mass * (to_vec3(run.scene.gravity) + run.moments[n].gravity_change);
            const double error =
                (after.momentum - before.momentum - h * (weight + after.contact_force + after.pull)).norm();
            const double limit = allowed_error(run, i, n);
            if (!(error <= limit) && !(error * worst.limit <= worst.value * limit && worst.limit > 0)) {
                worst.value = error;
                worst.limit = limit;
                worst.time = run.moments[n].record.time;
            }
        }
        if (worst.limit > 0) found.push_back(worst);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
