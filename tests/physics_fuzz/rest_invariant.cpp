/// Bodies of the class "stack-rest" start in equilibrium: at the end no centre has moved by more than the
/// tolerance of overlap, none is faster than 1 % of √(g L), and contacts carry each weight to 1 %.

#include <cmath>

#include "physics_fuzz/invariants.h"
#include "physics_fuzz/scene_classes.h"

namespace limpet::physics_fuzz {
namespace {

constexpr double most_speed_ratio = 0.01, most_force_error_ratio = 0.01;

}  // namespace

Violations check_rest(const SceneRun& run) {
    Violations found;
    if (class_of(run.scene) != "stack-rest" || run.end != RunEnd::Done) return found;
    const Vec3 g = to_vec3(run.scene.gravity);
    const Moment &first = run.moments.front(), &last = run.moments.back();
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        const BodyFacts& body = run.bodies[i];
        if (body.mass == 0) continue;
        const auto judge = [&](const char* name, double value, double limit, const char* unit) {
            if (!(value <= limit)) found.push_back({name, {body.name}, value, limit, unit, last.record.time});
        };
        judge("rest: moved", (last.bodies[i].center - first.bodies[i].center).norm(), run.tolerance, "m");
        judge("rest: speed", last.bodies[i].fastest, most_speed_ratio * std::sqrt(g.norm() * body.size),
              "m/s");
        judge("rest: force", (last.bodies[i].contact_force + body.mass * g).norm(),
              most_force_error_ratio * body.mass * g.norm(), "N");
    }
    return found;
}

}  // namespace limpet::physics_fuzz
