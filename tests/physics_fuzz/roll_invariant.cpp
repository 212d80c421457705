/// A rigid ball or cylinder that rolls without slipping on a level floor keeps its speed: v(t) ≥ (1 − 0.01
/// t/s − 0.01) v(0)
///
/// Nothing in Coulomb's law brakes a round body that rolls. 1 % per second is the aim for tessellated ones; 1
/// % on top is for the step in which contact begins.

#include <algorithm>
#include <cmath>

#include "physics_fuzz/invariants.h"
#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double loss_at_once = 0.01, loss_rate = 0.01;  ///< [-], [1/s]

bool rolls_freely(const SceneRun& run, const BodyDescription& body) {
    const double spin = -body.angular_velocity[2], speed = body.velocity[0];
    const auto* ball = std::get_if<SphereShape>(&body.shape);
    const auto* cylinder = std::get_if<CylinderShape>(&body.shape);
    const double radius = ball ? ball->radius : cylinder ? cylinder->radius : 0;
    return body.type == BodyType::Rigid && run.scene.gravity[0] == 0 && speed > 0 &&
           std::abs(spin * radius - speed) < 1e-3 * speed;
}

}  // namespace

Violations check_rolling(const SceneRun& run) {
    if (class_of(run.scene) != "roll" || run.end != RunEnd::Done) return {};
    Violations found;
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        if (!rolls_freely(run, run.scene.bodies[i])) continue;
        const Moment& last = run.moments.back();
        const double kept = last.bodies[i].momentum.x() / run.moments.front().bodies[i].momentum.x();
        const double limit = loss_at_once + loss_rate * last.record.time;
        if (!(1 - kept <= limit))
            found.push_back(
                {"rolling", {run.bodies[i].name}, 1 - kept, limit, "of the speed", last.record.time});
    }
    return found;
}

}  // namespace limpet::physics_fuzz
