#include <array>

#include "core/text.h"
#include "scene/check_scene.h"
#include "scene/json_value.h"
#include "scene/unknown_field.h"

namespace limpet {
void check_selection(const NodeSelection& selection, const std::string& path, Complaints& complaints) {
    const auto* box = std::get_if<BoxSelection>(&selection);
    if (!box) return;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (box->min[axis] > box->max[axis])
            complaints.add_if_sound(
                path + ".box", found_allowed("a lower corner of " + number_text(box->min[axis]) +
                                                 " m above the upper corner of " +
                                                 number_text(box->max[axis]) + " m along " + "xyz"[axis],
                                             "[[x, y, z], [x, y, z]] with the smaller coordinates first"));
}

namespace {

using json::in_quotes;
using json::item_path;

void check_shape(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    const auto* torus = std::get_if<TorusShape>(&body.shape);
    if (torus && torus->tube >= torus->radius && complaints.is_sound(path + ".torus"))
        complaints.add_if_sound(path + ".torus.tube",
                                found_allowed(number_text(torus->tube) + " m in a ring of radius " +
                                                  number_text(torus->radius) + " m",
                                              "a tube that is thinner than the ring's radius"));
    const auto* file = std::get_if<FileShape>(&body.shape);
    if (file && file->scale && file->size)
        complaints.add_if_sound(path + ".size", found_allowed("`scale` and `size` together", "one of them"));
    if (std::holds_alternative<PlaneShape>(body.shape) && body.type != BodyType::Static &&
        body.type != BodyType::Cloth && body.type != BodyType::Particles)
        complaints.add_if_sound(path + ".plane",
                                found_allowed("a plane, which has no volume, for a body that moves",
                                              "planes for static bodies, cloth and particles; box, sphere, "
                                              "cylinder, capsule, torus, file, zoo, mesh "
                                              "for others"));
}

void check_material(const BodyDescription& body, const std::string& path, const Scene& scene,
                    Complaints& complaints) {
    if (body.type == BodyType::Static || body.type == BodyType::Particles) return;
    if (body.material && scene.materials.contains(*body.material)) return;
    const bool cloth = body.type == BodyType::Cloth;
    if (body.material || body.type == BodyType::Soft || cloth) {
        std::vector<std::string> names;
        for (const auto& [name, material] : scene.materials) names.push_back(name);
        complaints.add_if_sound(
            path + ".material",
            (body.material ? "no material has the name " + in_quotes(*body.material) +
                                 did_you_mean(*body.material, names)
             : cloth ? "missing; cloth needs a material"
                     : "missing; a soft body needs a material") +
                "; allowed: " + allowed_names(names, "none yet, as the scene has no `materials`"));
    } else if (!complaints.is_given(path + ".density")) {
        complaints.add_if_sound(
            path + ".density",
            "missing; a rigid body needs a `density` such as 1000 (kg/m^3), or a `material`");
    }
}

void check_motion(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    if (body.type == BodyType::Static && body.motion.size() > 1)
        complaints.add_if_sound(path, found_allowed(std::to_string(body.motion.size()) + " motions",
                                                    "one, since a static body moves as a whole"));
    for (std::size_t i = 0; i < body.motion.size(); ++i) {
        const Motion& motion = body.motion[i];
        const std::string here = item_path(path, i);
        if (motion.nodes && body.type == BodyType::Static)
            complaints.add_if_sound(
                here + ".nodes",
                "a static body moves as a whole; allowed for soft bodies, cloth and particles");
        if (!motion.nodes && body.type != BodyType::Static)
            complaints.add_if_sound(
                here + ".nodes",
                "missing; allowed: {\"box\": [[x, y, z], [x, y, z]]} or {\"sphere\": {\"center\": "
                "[x, y, z], \"radius\": r}}, the nodes of the soft body or cloth, or the particles, that are "
                "moved");
        if (motion.nodes) check_selection(*motion.nodes, here + ".nodes", complaints);
        check_keyframes(motion.keyframes, here + ".keyframes", complaints);
    }
}

void check_tetrahedra(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    if (body.type != BodyType::Soft) return;
    if (body.element && body.tetrahedra)
        complaints.add_if_sound(path + ".tetrahedra",
                                found_allowed("`element` and `tetrahedra` together", "one of them"));
    const bool sphere = std::holds_alternative<SphereShape>(body.shape);
    if (body.refine_towards && complaints.is_sound(path + ".shape") &&
        (body.tetrahedra || !(std::holds_alternative<BoxShape>(body.shape) || sphere)))
        complaints.add_if_sound(path + ".refine_towards",
                                found_allowed("a refinement of another shape than a box or a sphere",
                                              "boxes and spheres whose tetrahedra Limpet makes"));
    if (body.refine_towards && sphere && body.refine_ring > 0)
        complaints.add_if_sound(path + ".refine_ring",
                                found_allowed("a ring in a sphere", "a point, without `refine_ring`"));
    for (const auto& [field, word] : {std::pair(".refine_ratio", "ratio"),
                                      {".refine_radius", "radius"},
                                      {".refine_ring", "ring"},
                                      {".refine_growth", "growth"}})
        if (!body.refine_towards && complaints.is_given(path + field))
            complaints.add_if_sound(
                path + field,
                found_allowed(std::string("a ") + word + " without `refine_towards`", "both, or none"));
}

void check_muscle(const MuscleDescription& muscle, const std::string& path, Complaints& complaints) {
    for (std::size_t i = 1; i < muscle.contraction.size(); ++i) {
        const double before = muscle.contraction[i - 1].time, time = muscle.contraction[i].time;
        if (time <= before)
            complaints.add_if_sound(item_path(path + ".contraction", i) + "[0]",
                                    found_allowed("a time of " + number_text(time) + " s after one of " +
                                                      number_text(before) + " s",
                                                  "times that grow from one to the next"));
    }
}

void check_particles(const BodyDescription& body, const std::string& path, Complaints& complaints) {
    if (body.type != BodyType::Particles) return;
    if (body.mass && body.density)
        complaints.add_if_sound(path + ".mass",
                                found_allowed("`mass` and `density` together", "one of them"));
    if (!body.mass && !body.density && !complaints.is_given(path + ".density"))
        complaints.add_if_sound(
            path + ".density",
            "missing; a particles body needs a `density` such as 1000 (kg/m^3), or a `mass`");
    if (!body.shape_memory && !complaints.is_given(path + ".shape_memory"))
        complaints.add_if_sound(path + ".shape_memory",
                                "missing; a particles body needs its stiffness, such as 10 (N/m)");
    const bool plane = std::holds_alternative<PlaneShape>(body.shape);
    if (plane && body.volume_preservation.value_or(false))
        complaints.add_if_sound(path + ".volume_preservation",
                                found_allowed("true of a plane, which encloses no volume", "false"));
    if (plane && body.interior)
        complaints.add_if_sound(
            path + ".interior",
            found_allowed("particles inside a plane, which has no inside", "it for closed surfaces"));
    if (body.stretch_at_start != Vector3{1, 1, 1} && (!body.fixed.empty() || !body.motion.empty()))
        complaints.add_if_sound(
            path + ".stretch_at_start",
            found_allowed(
                "a stretched start of a body some of whose particles are held where they are at rest",
                "it without `fixed` and `motion`"));
    if (body.muscle) check_muscle(*body.muscle, path + ".muscle", complaints);
}

}  // namespace

void check_keyframes(const std::vector<Keyframe>& keyframes, const std::string& path,
                     Complaints& complaints) {
    for (std::size_t i = 1; i < keyframes.size(); ++i) {
        const double before = keyframes[i - 1].time, time = keyframes[i].time;
        if (time <= before && complaints.is_sound(item_path(path, i - 1)))
            complaints.add_if_sound(item_path(path, i) + "[0]",
                                    found_allowed("a time of " + number_text(time) + " s after one of " +
                                                      number_text(before) + " s",
                                                  "times that grow from keyframe to keyframe"));
    }
}

void check_body(const BodyDescription& body, const std::string& path, const Scene& scene,
                Complaints& complaints) {
    // Without a type that is known, there is no telling what the body may have.
    if (!complaints.is_sound(path + ".type")) return;
    if (complaints.is_given(path + ".shape"))
        check_shape(body, path + ".shape", complaints);
    else if (!body.tetrahedra)
        complaints.add_if_sound(
            path + ".shape",
            "missing; allowed: an object { … } with one of box, sphere, cylinder, capsule, "
            "torus, plane, file, zoo, mesh" +
                std::string(body.type == BodyType::Soft ? "; or a file of `tetrahedra`" : ""));
    if (const auto* mesh = std::get_if<MeshShape>(&body.shape)) check_mesh(body, *mesh, path, complaints);
    check_material(body, path, scene, complaints);
    check_motion(body, path + ".motion", complaints);
    check_tetrahedra(body, path, complaints);
    check_particles(body, path, complaints);
    for (std::size_t i = 0; i < body.fixed.size(); ++i)
        check_selection(body.fixed[i], item_path(path + ".fixed", i), complaints);
    if (complaints.is_sound(path + ".shape")) check_element_count(body, path, complaints);
}

}  // namespace limpet
