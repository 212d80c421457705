/// y ≥ y₀ − tolerance for every vertex of every body that is over the floor, whose top is at height y₀.

#include <cmath>

#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {

Violations check_floor(const SceneRun& run) {
    Violations found;
    const BodyDescription* floor = nullptr;
    for (const BodyDescription& body : run.scene.bodies)
        if (body.name == "floor") floor = &body;
    if (!floor) return found;
    double half = 0, top = floor->position[1];
    if (const auto* plane = std::get_if<PlaneShape>(&floor->shape)) half = plane->x / 2;
    if (const auto* box = std::get_if<BoxShape>(&floor->shape)) {
        half = box->size[0] / 2;
        top += box->size[1] / 2;
    }
    for (std::size_t i = 0; i < run.bodies.size(); ++i) {
        if (run.bodies[i].type == BodyType::Static) continue;
        // What starts in the floor has time to come out of it.
        const BodyMoment& first = run.moments.front().bodies[i];
        const double start = first.present ? std::max(0.0, top - first.lowest) : 0;
        Violation worst{"floor", {run.bodies[i].name}, 0, 0, "m", 0};
        for (std::size_t n = 1; n < run.moments.size(); ++n) {
            const BodyMoment& b = run.moments[n].bodies[i];
            if (!b.present) continue;
            if (std::abs(b.center.x() - floor->position[0]) + run.bodies[i].size > half ||
                std::abs(b.center.z() - floor->position[2]) + run.bodies[i].size > half)
                break;
            const double below = top - b.lowest;
            const double allowed =
                run.tolerance + std::max(0.0, start - static_cast<double>(n) * run.tolerance / 2);
            if (!(below <= allowed) && !(below <= worst.value)) {
                worst.value = below;
                worst.limit = allowed;
                worst.time = run.moments[n].record.time;
            }
        }
        if (worst.limit > 0) found.push_back(worst);
    }
    return found;
}

}  // namespace limpet::physics_fuzz
