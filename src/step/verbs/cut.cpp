/// Strokes of a blade that is moved by hand; step/blades.h makes them.

#include "step/verbs/arguments.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

void require_edge(const std::string& field, const std::array<Vector3, 2>& ends) {
    require_place(field + "[0]", ends[0]);
    require_place(field + "[1]", ends[1]);
    if (ends[0] == ends[1]) throw InputError(field, "an edge of no length; allowed: two different points");
}

}  // namespace

CommandResult World::Parts::apply(const limpet::Cut& command) {
    require_edge("from", command.from);
    require_edge("to", command.to);
    std::vector<int> chosen;
    for (const BodyId id : command.bodies) chosen.push_back(ids.index_of(id));
    for (int i = 0; command.bodies.empty() && i < static_cast<int>(bodies.size()); ++i)
        if (bodies[i]->type() == BodyType::Soft) chosen.push_back(i);
    if (chosen.empty()) throw InputError("bodies", "no soft body to cut; allowed: ids of soft bodies");
    const auto ends = [](const std::array<Vector3, 2>& edge) -> std::array<Vec3, 2> {
        return {to_vec3(edge[0]), to_vec3(edge[1])};
    };
    blades.add_stroke(chosen, {ends(command.from), ends(command.to)}, steps);
    return {};
}

}  // namespace limpet
