#include "bodies/make_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bodies/body_material.h"
#include "bodies/bond_places.h"
#include "bodies/cloth/make_cloth_body.h"
#include "bodies/keyframes.h"
#include "bodies/meshes_by_shape.h"
#include "bodies/particles/make_particles_body.h"
#include "bodies/rigid/rigid_body.h"
#include "bodies/soft/make_soft_body.h"
#include "bodies/static_body.h"
#include "limpet/error.h"
#include "shapes/meshes/holes.h"
#include "shapes/meshes/meshes.h"
#include "shapes/meshes/outward_surface.h"
#include "shapes/meshes/primitive_mass.h"
#include "shapes/meshes/surface_check.h"
#include "shapes/meshes/surface_samples.h"
#include "shapes/shape_surface.h"

namespace limpet {

namespace {

/// Of the bodies that are made in one go.
struct BodyMeshes {
    MeshesByShape<TriMesh> surfaces;
    SoftMeshes soft;
    const Body* particles = nullptr;  ///< the last body of particles
};

MassProperties mass_of(const Shape& shape, const TriMesh& surface) {
    if (const std::optional<MassProperties> exact = primitive_mass(shape)) return *exact;
    const SurfaceCheck check = check_surface(surface);
    if (!check.closed() || check.misoriented_edges > 0) {
        std::string where;
        if (!check.closed()) where = " around " + holes_text(find_holes(surface.triangles, surface.vertices));
        throw InputError(
            "shape",
            fmt::format("a rigid body needs a closed, consistently oriented surface to take its mass from, "
                        "but this one has {}{}",
                        check.text(), where));
    }
    MassProperties mass = mass_properties(surface);
    const double box = bounds(surface.vertices).volume();
    if (!(mass.volume > 1e-9 * box))
        throw InputError("shape",
                         fmt::format("its surface encloses a volume of {} m^3; allowed: a positive volume "
                                     "(triangles counter-clockwise seen from outside)",
                                     mass.volume));
    return mass;
}

double density_of(const BodyDescription& body, const Scene& scene) {
    return body.density ? *body.density : material_of(body, scene).density;
}

bool sees_volumes(const Scene& scene) {
    return scene.contact && scene.contact->detection.type == DetectionType::LayeredDepth;
}

/// Layered depth images are drawn of triangles.
std::optional<CollisionShape> collision_shape(const BodyDescription& body, const Scene& scene) {
    if (sees_volumes(scene) || face_division(body, scene)) return std::nullopt;
    return exact_collision_shape(body.shape);
}

std::vector<SurfaceSample> samples_of(const BodyDescription& body, const Scene& scene) {
    const std::optional<double> spacing = sees_volumes(scene) ? std::nullopt : sample_spacing(body, scene);
    return spacing ? surface_samples(body.shape, *spacing) : std::vector<SurfaceSample>();
}

/// What pictures show; and what collides, unless the exact shape does.
TriMesh surface_of(const BodyDescription& body, const Scene& scene, BodyMeshes& meshes,
                   std::vector<std::string>* notes) {
    const std::optional<double> divided = sees_volumes(scene) ? std::nullopt : face_division(body, scene);
    const std::optional<double> edge = divided ? divided : body.surface;
    TriMesh surface = meshes.surfaces.get(body, edge, notes, [&](std::vector<std::string>* own) {
        return shape_surface(body.shape, edge, own);
    });
    if (!has_given_triangles(body.shape)) return surface;
    // Every detection asks which side is outside: of a surface that is inside out, nothing is kept off.
    const Turned done = turn_outwards(surface, notes);
    if (done.parts > 0 && body.type == BodyType::Static && notes)
        notes->emplace_back(
            "what a closed surface encloses is solid: a room that others are in needs walls with a "
            "thickness");
    return surface;
}

std::unique_ptr<Body> make_rigid(const BodyDescription& body, const Scene& scene, BodyMeshes& meshes,
                                 std::vector<std::string>* notes) {
    RigidBodyParts parts;
    parts.name = body.name;
    parts.surface = surface_of(body, scene, meshes, notes);
    parts.exact = collision_shape(body, scene);
    parts.round = round_solid(body.shape, parts.surface.vertices);
    parts.samples = samples_of(body, scene);
    parts.mass = mass_of(body.shape, parts.surface);
    parts.density = density_of(body, scene);
    parts.rotation = rotation_matrix(body.rotation);
    parts.position = to_vec3(body.position);
    parts.velocity = to_vec3(body.velocity);
    parts.angular_velocity = to_vec3(body.angular_velocity);
    return std::make_unique<RigidBody>(std::move(parts));
}

std::unique_ptr<Body> make_static(const BodyDescription& body, const Scene& scene, BodyMeshes& meshes,
                                  std::vector<std::string>* notes) {
    StaticBodyParts parts;
    parts.name = body.name;
    parts.surface = surface_of(body, scene, meshes, notes);
    parts.exact = collision_shape(body, scene);
    parts.round = round_solid(body.shape, parts.surface.vertices);
    parts.samples = samples_of(body, scene);
    parts.rotation = rotation_matrix(body.rotation);
    parts.position = to_vec3(body.position);
    if (!body.motion.empty()) parts.motion = Keyframes(body.motion.front().keyframes);
    return std::make_unique<StaticBody>(std::move(parts));
}

std::unique_ptr<Body> make_any(const BodyDescription& body, const Scene& scene, BodyMeshes& meshes,
                               std::vector<std::string>* notes) {
    switch (body.type) {
        case BodyType::Static:
            return make_static(body, scene, meshes, notes);
        case BodyType::Rigid:
            return make_rigid(body, scene, meshes, notes);
        case BodyType::Soft:
            return make_soft_body(body, scene, meshes.soft, notes);
        case BodyType::Cloth:
            return make_cloth_body(body, scene, notes);
        case BodyType::Particles:
            break;
    }
    std::unique_ptr<Body> made = make_particles_body(body, scene, notes, meshes.particles);
    meshes.particles = made.get();
    return made;
}

/// Puts a complaint about a body's field in its place in the scene file.
Complaint placed(Complaint complaint, std::size_t index, const Scene& scene) {
    const std::string body = fmt::format("bodies[{}]", index);
    complaint.field = complaint.field.empty() ? body : body + '.' + complaint.field;
    if (!complaint.file.empty() && complaint.file != scene.file) {
        complaint.message =
            fmt::format("{}{}: {}", complaint.file,
                        complaint.line > 0 ? fmt::format(":{}", complaint.line) : "", complaint.message);
    }
    return in_scene_file(std::move(complaint), scene);
}

/// A file that is read twice, for tetrahedra and for triangles, says the same twice.
void add_notes(const std::string& body, const std::vector<std::string>& notes,
               std::vector<Warning>& warnings) {
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (const auto end = notes.begin() + static_cast<std::ptrdiff_t>(i);
            std::find(notes.begin(), end, notes[i]) == end)
            warnings.push_back({"mesh", {body}, fmt::format("body \"{}\": {}", body, notes[i])});
}

}  // namespace

Complaint in_scene_file(Complaint complaint, const Scene& scene) {
    complaint.file = scene.file;
    complaint.line = 0;
    for (std::string path = complaint.field; !path.empty();) {
        if (const auto found = scene.lines.find(path); found != scene.lines.end()) {
            complaint.line = found->second;
            if (found->second == 0) complaint.file = "--set";
            break;
        }
        const std::size_t cut = path.find_last_of(".[");
        path = cut == std::string::npos ? "" : path.substr(0, cut);
    }
    return complaint;
}

int body_index(const std::vector<std::unique_ptr<Body>>& bodies, const std::string& name, const char* field) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (bodies[i]->name() == name) return static_cast<int>(i);
    throw InputError(field, fmt::format("no body has the name \"{}\"", name));
}

std::unique_ptr<Body> make_body(const BodyDescription& body, const Scene& scene,
                                std::vector<Warning>* warnings) {
    BodyMeshes meshes;
    std::vector<std::string> notes;
    std::unique_ptr<Body> made = make_any(body, scene, meshes, &notes);
    if (warnings) add_notes(body.name, notes, *warnings);
    return made;
}

std::vector<std::unique_ptr<Body>> make_bodies(const Scene& scene, std::vector<Warning>* warnings) {
    std::vector<std::unique_ptr<Body>> bodies;
    std::vector<Complaint> complaints;
    BodyMeshes meshes;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        std::vector<std::string> notes;
        try {
            bodies.push_back(make_any(scene.bodies[i], scene, meshes, &notes));
        } catch (const InputError& error) {
            for (const Complaint& complaint : error.complaints())
                complaints.push_back(placed(complaint, i, scene));
        }
        if (warnings) add_notes(scene.bodies[i].name, notes, *warnings);
    }
    if (!complaints.empty()) throw InputError(std::move(complaints));
    return bodies;
}

}  // namespace limpet
