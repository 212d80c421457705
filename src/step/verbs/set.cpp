/// Fields of the scene that change while its world runs.

#include <fmt/format.h>

#include "bodies/bond_places.h"
#include "core/text.h"
#include "limpet/error.h"
#include "limpet/live_fields.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

/// Of an exact box, with no divided faces.
constexpr std::size_t box_triangles = 12;

/// Whether bonds would need points on a body that it does not have: on spheres, capsules, boxes and planes
/// they are made with it. Volumes need none.
bool lacks_bond_places(const Scene& scene, std::size_t i, const Body& body) {
    if (!scene.contact || scene.contact->detection.type == DetectionType::LayeredDepth) return false;
    const bool sampled = !body.samples().empty(), divided = body.complex().simplices().size() > box_triangles;
    return (sample_spacing(scene.bodies[i], scene) && !sampled) ||
           (face_division(scene.bodies[i], scene) && !divided);
}

/// A change may not ask for them. Bodies that were added later may lack them already.
void require_bond_places(const Scene& before, const Scene& after,
                         const std::vector<std::unique_ptr<Body>>& bodies, const std::string& path) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (lacks_bond_places(after, i, *bodies[i]) && !lacks_bond_places(before, i, *bodies[i]))
            throw InputError(
                path,
                fmt::format("bonds need points on body \"{}\" that are made with it; allowed: adhesion in "
                            "the scene that the world is made of, with a small \"energy\" if it is not "
                            "to bond at first",
                            bodies[i]->name()));
}

bool changes_contact(const Scene& before, const Scene& after) {
    for (std::size_t i = 0; i < after.bodies.size(); ++i)
        if (before.bodies[i].friction != after.bodies[i].friction ||
            before.bodies[i].restitution != after.bodies[i].restitution)
            return true;
    return before.contact != after.contact || before.solver != after.solver;
}

}  // namespace

CommandResult World::Parts::apply(const Set& command) {
    Scene before = with_live_field(scene, command.path, command.value);
    require_bond_places(scene, before, bodies, command.path);
    std::swap(scene, before);
    try {
        set_dampings(before);
        if (changes_contact(before, scene)) remake_contact();
    } catch (...) {
        std::swap(scene, before);
        throw;
    }
    return {};
}

void World::Parts::set_dampings(const Scene& before) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto& name = scene.bodies[i].material;
        if (name && before.materials.at(*name).damping != scene.materials.at(*name).damping)
            bodies[i]->set_damping(scene.materials.at(*name).damping);
        if (before.bodies[i].damping != scene.bodies[i].damping)
            bodies[i]->set_damping({scene.bodies[i].damping, 0});
    }
}

void World::set(const std::string& path, const std::string& value) {
    apply(Set{path, value});
}

void World::set(const std::string& path, double value) {
    apply(Set{path, json_number(value)});
}

std::string World::get(const std::string& path) const {
    return field_json(parts_->scene, path);
}

}  // namespace limpet
