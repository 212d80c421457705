#include "scene/check_scene.h"

#include <cmath>
#include <map>

#include "core/text.h"
#include "scene/json_value.h"
#include "scene/unknown_field.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

constexpr double most_steps = 1e8;

template <class Thing>
void check_unique_names(const std::vector<Thing>& things, const std::string& list, Complaints& complaints) {
    std::map<std::string, std::string> seen;
    for (std::size_t i = 0; i < things.size(); ++i) {
        const std::string path = item_path(list, i) + ".name";
        if (!complaints.is_given(path)) continue;
        const auto [first, is_new] = seen.emplace(things[i].name, item_path(list, i));
        if (!is_new)
            complaints.add_if_sound(
                path,
                found_allowed(in_quotes(things[i].name) + ", the name of " + first->second, "another name"));
    }
}

void check_time(const Scene& scene, Complaints& complaints) {
    if (!complaints.is_sound("time")) return;
    const double steps = std::round(scene.time.duration / scene.time.step);
    if (steps > most_steps)
        complaints.add(complaints.is_given("time.step") ? "time.step" : "time.duration",
                       found_allowed("a step of " + number_text(scene.time.step) + " s for a duration of " +
                                         number_text(scene.time.duration) + " s, which is " +
                                         number_text(steps) + " steps",
                                     "up to " + number_text(most_steps) + " steps"));
}

void check_camera(const Camera& camera, Complaints& complaints) {
    if (!camera.position || !camera.target || !complaints.is_sound("camera")) return;
    const Vector3 &a = *camera.position, &b = *camera.target, &up = camera.up;
    const Vector3 view{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const double distance = std::hypot(view[0], view[1], view[2]);
    if (distance == 0)
        return complaints.add("camera.target", found_allowed("the camera's own position", "another point"));
    const double sine = std::hypot(view[1] * up[2] - view[2] * up[1], view[2] * up[0] - view[0] * up[2],
                                   view[0] * up[1] - view[1] * up[0]) /
                        (distance * std::hypot(up[0], up[1], up[2]));
    if (sine < 1e-6)
        complaints.add("camera.up",
                       found_allowed("the direction that the camera looks in", "a direction across it"));
}

void check_probe(const ProbeDescription& probe, const std::string& path, bool has_contact,
                 const BodyTypes& bodies, Complaints& complaints) {
    check_body_name(probe.body, path + ".body", bodies, complaints);
    if (probe.nearest && complaints.is_sound(path + ".what") && !entry_of(probe.what).is_of_a_point)
        complaints.add_if_sound(path + ".nearest",
                                found_allowed("a point for a quantity of the whole body",
                                              "`nearest` for position, velocity and stress only"));
    check_contact_probe(probe, path, has_contact, bodies, complaints);
}

/// Columns of probes.csv: NAME and its endings, after `time`.
void check_columns(const std::vector<ProbeDescription>& probes, Complaints& complaints) {
    std::map<std::string, std::string> columns{{"time", "the time"}};
    for (std::size_t i = 0; i < probes.size(); ++i) {
        const std::string probe = item_path("probes", i);
        if (!complaints.is_sound(probe + ".what")) continue;
        for (const std::string_view part : probe_column_endings(entry_of(probes[i].what).columns)) {
            const std::string column = probes[i].name + std::string(part);
            const auto [first, is_new] = columns.emplace(column, probe);
            if (!is_new && first->second != probe)
                complaints.add_if_sound(probe + ".name",
                                        found_allowed(in_quotes(probes[i].name) + ", whose column " +
                                                          in_quotes(column) + " is that of " + first->second,
                                                      "another name"));
        }
    }
}

}  // namespace

void check_body_name(const std::string& name, const std::string& path, const BodyTypes& bodies,
                     Complaints& complaints) {
    if (bodies.contains(name) || !complaints.is_given(path) || !complaints.is_sound(path)) return;
    std::vector<std::string> names;
    // Nobody reads them then, and searching them for each of very many wrong names takes minutes.
    if (!complaints.is_full())
        for (const auto& [known, type] : bodies) names.push_back(known);
    complaints.add(path,
                   "no body has the name " + in_quotes(name) + did_you_mean(name, names) +
                       "; allowed: " + allowed_names(names, "none, as the scene has no bodies with names"));
}

void check_scene(const Scene& scene, Complaints& complaints) {
    check_time(scene, complaints);
    check_camera(scene.camera, complaints);
    check_unique_names(scene.bodies, "bodies", complaints);
    check_unique_names(scene.probes, "probes", complaints);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
        check_body(scene.bodies[i], item_path("bodies", i), scene, complaints);
    BodyTypes bodies;
    for (const BodyDescription& body : scene.bodies) bodies.emplace(body.name, body.type);
    if (scene.contact) check_contact(*scene.contact, bodies, complaints);
    check_adhesives(scene, bodies, complaints);
    for (std::size_t i = 0; i < scene.attachments.size(); ++i)
        check_attachment(scene.attachments[i], item_path("attachments", i), bodies, complaints);
    check_layered_depth(scene, complaints);
    check_solver(scene, complaints);
    for (std::size_t i = 0; i < scene.attractors.size(); ++i)
        check_attractor(scene.attractors[i], item_path("attractors", i), bodies, complaints);
    for (std::size_t i = 0; i < scene.loads.size(); ++i)
        check_load(scene.loads[i], item_path("loads", i), bodies, complaints);
    for (std::size_t i = 0; i < scene.blades.size(); ++i)
        check_blade(scene.blades[i], item_path("blades", i), scene, bodies, complaints);
    check_haptics(scene, bodies, complaints);
    for (std::size_t i = 0; i < scene.probes.size(); ++i)
        check_probe(scene.probes[i], item_path("probes", i), scene.contact.has_value(), bodies, complaints);
    check_columns(scene.probes, complaints);
    check_memory(scene, complaints);
}

}  // namespace limpet
