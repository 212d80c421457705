/// What the fields of a blade mean together, and with the bodies that it cuts.

#include <algorithm>

#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"

namespace limpet {
namespace {

using json::in_quotes;
using json::item_path;

const BodyDescription* find_body(const Scene& scene, const std::string& name) {
    for (const BodyDescription& body : scene.bodies)
        if (body.name == name) return &body;
    return nullptr;
}

/// Why a soft body cannot be cut; empty if it can.
std::string uncuttable(const BodyDescription& body) {
    if (body.dynamics == Dynamics::Quasistatic)
        return "is quasistatic: a part that is cut off has nothing that holds it; allowed: \"dynamics\": "
               "\"implicit\"";
    const auto* file = std::get_if<FileShape>(&body.shape);
    const auto* mesh = std::get_if<MeshShape>(&body.shape);
    const bool own_boundary = body.tetrahedra ? !body.has_shape() || (file && file->file == *body.tetrahedra)
                                              : !file && !(mesh && mesh->tetrahedra.empty());
    if (body.surface || !own_boundary)
        return "collides with another surface than the boundary of its tetrahedra, which a blade cannot cut; "
               "allowed: soft bodies without `surface`, made from a primitive, a shape of the zoo or a file "
               "of tetrahedra alone";
    return "";
}

void check_cut_body(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    if (body.type != BodyType::Soft) {
        complaints.add_if_sound(
            path, found_allowed(in_quotes(body.name) + ", which is not soft", "names of soft bodies"));
        return;
    }
    const std::string reason = uncuttable(body);
    if (!reason.empty()) complaints.add_if_sound(path, "body " + in_quotes(body.name) + " " + reason);
}

void check_bodies(const BladeDescription& blade, const std::string& path, const Scene& scene,
                  const BodyTypes& bodies, Complaints& complaints) {
    for (std::size_t i = 0; i < blade.bodies.size(); ++i) {
        const std::string here = item_path(path + ".bodies", i);
        check_body_name(blade.bodies[i], here, bodies, complaints);
        if (const BodyDescription* body = find_body(scene, blade.bodies[i]))
            check_cut_body(*body, here, complaints);
    }
    if (!blade.bodies.empty()) return;
    const auto is_soft = [](const BodyDescription& body) { return body.type == BodyType::Soft; };
    if (std::none_of(scene.bodies.begin(), scene.bodies.end(), is_soft))
        complaints.add_if_sound(path,
                                found_allowed("no soft body to cut", "blades in scenes with soft bodies"));
    for (const BodyDescription& body : scene.bodies)
        if (is_soft(body)) check_cut_body(body, path, complaints);
}

void check_kind(const BladeDescription& blade, const std::string& path, Complaints& complaints) {
    const std::string both = "one of them";
    if (blade.plane && blade.edge)
        return complaints.add_if_sound(path + ".edge", found_allowed("`plane` and `edge` together", both));
    if (!blade.plane && !blade.edge && complaints.is_sound(path))
        return complaints.add(path,
                              "missing; allowed: a `plane` with its `time`, or an `edge` with `keyframes`");
    if (blade.plane && complaints.is_given(path + ".keyframes"))
        complaints.add_if_sound(
            path + ".keyframes",
            found_allowed("keyframes of a plane", "`time`, when the plane cuts, or an `edge`, which moves"));
    if (blade.edge && complaints.is_given(path + ".time"))
        complaints.add_if_sound(
            path + ".time", found_allowed("a time for an edge", "`keyframes`, which say where it is when"));
    if (blade.edge && !complaints.is_given(path + ".keyframes"))
        complaints.add_if_sound(path + ".keyframes",
                                "missing; allowed: [[t, [dx, dy, dz]], …], where the edge is when");
    if (blade.edge && (*blade.edge)[0] == (*blade.edge)[1])
        complaints.add_if_sound(path + ".edge",
                                found_allowed("an edge of no length", "two different points"));
}

}  // namespace

void check_blade(const BladeDescription& blade, const std::string& path, const Scene& scene,
                 const BodyTypes& bodies, Complaints& complaints) {
    check_kind(blade, path, complaints);
    check_keyframes(blade.keyframes, path + ".keyframes", complaints);
    check_bodies(blade, path, scene, bodies, complaints);
}

}  // namespace limpet
