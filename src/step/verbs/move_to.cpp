/// Static bodies and named groups of nodes that are taken somewhere.

#include <fmt/ranges.h>

#include "step/verbs/arguments.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

[[noreturn]] void refuse_group(const Body& body, const std::string& group) {
    const std::vector<std::string> names = body.groups();
    const std::string allowed =
        body.type() == BodyType::Static
            ? "no group, since a static body moves as a whole"
            : fmt::format("names of its motions: {}",
                          names.empty() ? "it has none" : fmt::format("\"{}\"", fmt::join(names, "\", \"")));
    throw InputError(
        "group", fmt::format("\"{}\" is no group of body \"{}\"; allowed: {}", group, body.name(), allowed));
}

}  // namespace

CommandResult World::Parts::apply(const MoveTo& command) {
    Body& body = *bodies[ids.index_of(command.body)];
    require_place("position", command.position);
    require_finite("rotation.axis", command.rotation.axis);
    require_finite("rotation.degrees", command.rotation.degrees);
    require_amount("duration", command.duration);
    if (command.rotation.degrees != 0 && to_vec3(command.rotation.axis).norm() == 0)
        throw InputError("rotation.axis", "[0, 0, 0]; allowed: an axis with a length");
    if (body.type() == BodyType::Rigid)
        throw InputError("body", fmt::format("\"{}\" is rigid and moves freely; allowed: static bodies, and "
                                             "groups of nodes of soft bodies, cloth and particles",
                                             body.name()));
    const Placement to{rotation_matrix(command.rotation), to_vec3(command.position)};
    if (!body.move_to(command.group, to, time(), command.duration)) refuse_group(body, command.group);
    return {};
}

}  // namespace limpet
