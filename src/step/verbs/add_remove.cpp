/// Bodies come and go. Those that stay keep their order, and all that contacts remember of them.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "bodies/make_body.h"
#include "limpet/error.h"
#include "limpet/live_fields.h"
#include "step/own_weight.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

/// As a scene file's bodies are checked, with all that the scene asks of bodies. Throws InputError about the
/// body's own fields.
void check_new_body(const BodyDescription& body, const Scene& scene) {
    for (const BodyDescription& other : scene.bodies)
        if (other.name == body.name)
            throw InputError("name", fmt::format("\"{}\" is the name of a body that is there; allowed: a "
                                                 "name that no other body has",
                                                 body.name));
    Scene with = scene;
    with.lines.clear();
    with.bodies.push_back(body);
    try {
        validate_change(scene, with);
    } catch (const InputError& error) {
        std::vector<Complaint> complaints = error.complaints();
        const std::string place = fmt::format("bodies[{}].", scene.bodies.size());
        for (Complaint& complaint : complaints) {
            complaint.file.clear();
            if (complaint.field.starts_with(place)) complaint.field.erase(0, place.size());
        }
        throw InputError(std::move(complaints));
    }
}

/// The scene as far as its bodies are there: settings of pairs wait for bodies of their names.
Scene of_present_bodies(const Scene& scene) {
    Scene present = scene;
    if (!present.contact) return present;
    const auto is_there = [&](const std::string& name) {
        return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                           [&](const BodyDescription& body) { return body.name == name; });
    };
    std::erase_if(present.contact->pairs, [&](const ContactPair& pair) {
        return !is_there(pair.bodies[0]) || !is_there(pair.bodies[1]);
    });
    return present;
}

bool is_same(const Warning& a, const Warning& b) {
    return a.code == b.code && a.bodies == b.bodies && a.sentence == b.sentence;
}

/// Drops those after the first `known` that were issued before.
void drop_repeated(std::vector<Warning>& warnings, std::size_t known) {
    const auto middle = [&] { return warnings.begin() + static_cast<std::ptrdiff_t>(known); };
    const auto is_known = [&](const Warning& warning) {
        return std::any_of(warnings.begin(), middle(), [&](const Warning& w) { return is_same(w, warning); });
    };
    warnings.erase(std::remove_if(middle(), warnings.end(), is_known), warnings.end());
}

/// Warnings about a scene that name the body.
void add_scene_warnings(const Scene& scene, const SceneBodies& bodies, const std::string& name,
                        std::vector<Warning>& warnings) {
    std::vector<Warning> all = scene_warnings(scene, bodies);
    warn_of_own_weight(scene, bodies, all);
    for (Warning& warning : all)
        if (std::find(warning.bodies.begin(), warning.bodies.end(), name) != warning.bodies.end())
            warnings.push_back(std::move(warning));
}

BodyRenumbering without(std::size_t bodies, std::optional<int> removed) {
    std::vector<int> now_at(bodies);
    std::iota(now_at.begin(), now_at.end(), 0);
    if (removed) {
        now_at[*removed] = -1;
        for (std::size_t i = *removed + 1; i < bodies; ++i) --now_at[i];
    }
    return BodyRenumbering(std::move(now_at));
}

}  // namespace

CommandResult World::Parts::apply(const AddBody& command) {
    check_new_body(command.body, scene);
    const std::size_t before = bodies.size(), warned = warnings.size();
    const BodyRenumbering same = without(before, {});
    bodies.push_back(make_body(command.body, scene, &warnings));
    scene.bodies.push_back(command.body);
    const BodyId id = ids.add();
    try {
        check_loaded_parts(scene, bodies);
        blades.follow(bodies);
        remake_contact(same);
    } catch (...) {
        ids.take_back();
        scene.bodies.pop_back();
        bodies.pop_back();
        warnings.resize(warned);
        blades.follow(bodies);
        throw;
    }
    scene.lines.clear();
    add_scene_warnings(scene, bodies, command.body.name, warnings);
    drop_repeated(warnings, warned);
    follow_bodies(same);
    return id;
}

CommandResult World::Parts::apply(const RemoveBody& command) {
    const int index = ids.index_of(command.body);
    const BodyRenumbering rest = without(bodies.size(), index);
    const std::unique_ptr<Body> gone = std::move(bodies[index]);
    bodies.erase(bodies.begin() + index);
    scene.bodies.erase(scene.bodies.begin() + index);
    scene.lines.clear();
    ids.remove(index);
    grabs.drop(command.body);
    blades.follow(bodies);
    remake_contact(rest);
    follow_bodies(rest);
    return {};
}

void World::Parts::remake_contact() {
    remake_contact(without(bodies.size(), {}));
}

void World::Parts::remake_contact(const BodyRenumbering& bodies_before) {
    if (!needs_contact_step()) return;
    if (!(smallest < std::numeric_limits<double>::infinity())) smallest = smallest_size(bodies);
    const std::size_t warned = warnings.size();
    auto made = std::make_unique<ContactStep>(of_present_bodies(scene), bodies, warnings, smallest);
    drop_repeated(warnings, warned);
    if (contact) made->inherit(*contact, bodies_before);
    contact = std::move(made);
}

void World::Parts::follow_bodies(const BodyRenumbering& bodies_before) {
    inverted.follow(bodies_before, bodies.size());
    for (Probe& probe : probes) probe.follow(bodies);
}

}  // namespace limpet
