/// Forces and grabs.

#include <cmath>
#include <numbers>

#include "step/step_constants.h"
#include "step/verbs/arguments.h"
#include "step/verbs/surface_search.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

/// Static bodies, and soft ones that are held everywhere, are moved by nothing.
void require_movable(const Body& body, const char* verb) {
    if (!body.can_move())
        throw InputError(
            "body",
            fmt::format("\"{}\" is {}, which forces do not move; allowed: {} of bodies "
                        "that can move",
                        body.name(), body.type() == BodyType::Static ? "static" : "held at all nodes", verb));
}

double default_stiffness(const Body& body, const Vec3& gravity) {
    const double g = gravity.norm() > min_weighing_gravity ? gravity.norm() : standard_gravity;
    return body.mass() * g / default_grab_sag;
}

void check_settings(const GrabSettings& settings) {
    if (settings.stiffness) require_amount("stiffness", *settings.stiffness);
    if (settings.damping) require_amount("damping", *settings.damping);
    if (settings.max_force) require_amount("max_force", *settings.max_force);
}

}  // namespace

CommandResult World::Parts::apply(const ApplyForce& command) {
    const Body& body = *bodies[ids.index_of(command.body)];
    require_movable(body, "forces");
    require_finite("force", command.force);
    if (command.at) require_place("at", *command.at);
    Pull pull{{}, to_vec3(command.force)};
    if (command.at && body.type() == BodyType::Rigid)
        pull.place = to_vec3(*command.at);
    else if (command.at)
        pull.at = nearest_surface_point(body.surface(), to_vec3(*command.at));
    grabs.push({command.body, pull});
    return {};
}

CommandResult World::Parts::apply(const Grab& command) {
    const int index = ids.index_of(command.body);
    const Body& body = *bodies[index];
    require_movable(body, "grabs");
    require_place("at", command.at);
    check_settings(command.settings);
    Grabs::Held held;
    held.body = command.body;
    held.at = nearest_surface_point(body.surface(), to_vec3(command.at));
    held.target = held.at.of(body.surface().positions);
    held.stiffness = command.settings.stiffness.value_or(default_stiffness(body, to_vec3(scene.gravity)));
    // In equilibrium nothing moves that could be damped.
    const BodyDescription& described = scene.bodies[index];
    held.is_quasistatic = described.type == BodyType::Soft && described.dynamics == Dynamics::Quasistatic;
    if (!held.is_quasistatic)
        held.damping = command.settings.damping.value_or(2 * std::sqrt(held.stiffness * body.mass()));
    held.max_force = command.settings.max_force.value_or(held.max_force);
    return grabs.add(std::move(held));
}

CommandResult World::Parts::apply(const MoveGrab& command) {
    Grabs::Held& held = grabs.at(command.grab);
    require_place("target", command.target);
    held.target = to_vec3(command.target);
    return {};
}

CommandResult World::Parts::apply(const ReleaseGrab& command) {
    grabs.release(command.grab);
    return {};
}

}  // namespace limpet
