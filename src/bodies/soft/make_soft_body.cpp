#include "bodies/soft/make_soft_body.h"

#include <fmt/format.h>

#include "bodies/body_material.h"
#include "bodies/keyframes.h"
#include "bodies/soft/soft_body.h"
#include "limpet/error.h"
#include "shapes/distance/solid_of_surface.h"
#include "shapes/io/mesh_io.h"
#include "shapes/shape_surface.h"
#include "shapes/tetrahedra/tetrahedralise.h"

namespace limpet {

namespace {

/// Without an `element`: this many along the longest side.
constexpr double default_elements_along = 10;

VolumeAndSurface with_own_boundary(TetMesh volume) {
    VolumeAndSurface parts;
    std::vector<int> node_of;
    parts.surface = boundary_surface(volume, &node_of);
    parts.embedding = BarycentricEmbedding::of_nodes(node_of);
    parts.volume = std::move(volume);
    return parts;
}

VolumeAndSurface with_surface(TetMesh volume, TriMesh surface) {
    BarycentricEmbedding embedding(volume, surface.vertices);
    return {std::move(volume), std::move(surface), std::move(embedding)};
}

TetMesh box_volume(const BoxShape& box, const BodyDescription& body, double element) {
    return tetrahedralise_box(to_vec3(box.size), {element, grading_of(body)});
}

/// A file's or mesh's triangles are the surface that collides, unless `surface` asks for another size.
VolumeAndSurface from_triangles(const BodyDescription& body, double element,
                                std::vector<std::string>* notes) {
    TriMesh triangles = shape_surface(body.shape, std::nullopt, notes);
    turn_as_solid(triangles, notes);
    TetMesh volume = tetrahedralise(triangles, element, notes);
    return with_surface(std::move(volume),
                        body.surface ? shape_surface(body.shape, body.surface) : std::move(triangles));
}

/// Tetrahedra from a file collide with their own boundary, or with the surface of a shape given beside them.
VolumeAndSurface from_tetrahedra_file(const BodyDescription& body, std::vector<std::string>* notes) {
    TetMesh volume = read_tetrahedra(*body.tetrahedra, notes);
    const auto* file = std::get_if<FileShape>(&body.shape);
    if (body.has_shape() && (!file || file->file != *body.tetrahedra)) {
        TriMesh surface = shape_surface(body.shape, body.surface, notes);
        if (has_given_triangles(body.shape)) turn_as_solid(surface, notes);
        return with_surface(std::move(volume), std::move(surface));
    }
    if (body.surface)
        throw InputError("surface",
                         "tetrahedra from a file collide with their own boundary; give a `shape` "
                         "beside them for another surface");
    if (file) place_file(*file, volume.vertices);
    return with_own_boundary(std::move(volume));
}

VolumeAndSurface make_volume(const BodyDescription& body, std::vector<std::string>* notes) {
    if (body.tetrahedra) return from_tetrahedra_file(body, notes);
    if (const auto* mesh = std::get_if<MeshShape>(&body.shape); mesh && !mesh->tetrahedra.empty())
        return with_own_boundary(mesh_tetrahedra(*mesh, notes));
    const double element = body.element.value_or(shape_extent(body.shape) / default_elements_along);
    if (has_given_triangles(body.shape)) return from_triangles(body, element, notes);
    TetMesh volume;
    const auto* sphere = std::get_if<SphereShape>(&body.shape);
    if (const auto* box = std::get_if<BoxShape>(&body.shape))
        volume = box_volume(*box, body, element);
    else if (const std::optional<Grading> grading = grading_of(body); sphere && grading)
        volume = tetrahedralise_ball(sphere->radius, element, *grading);
    else
        volume = tetrahedralise(*shape_distance(body.shape), element);
    if (!body.surface) return with_own_boundary(std::move(volume));
    return with_surface(std::move(volume), shape_surface(body.shape, body.surface, notes));
}

}  // namespace

std::unique_ptr<Body> make_soft_body(const BodyDescription& body, const Scene& scene, SoftMeshes& meshes,
                                     std::vector<std::string>* notes) {
    VolumeAndSurface made = meshes.get(body, body.surface, notes,
                                       [&](std::vector<std::string>* own) { return make_volume(body, own); });
    SoftBodyParts parts;
    parts.name = body.name;
    parts.mesh = std::move(made.volume);
    parts.surface = std::move(made.surface);
    parts.embedding = std::move(made.embedding);
    parts.rotation = rotation_matrix(body.rotation);
    parts.position = to_vec3(body.position);
    parts.velocity = to_vec3(body.velocity);
    parts.angular_velocity = to_vec3(body.angular_velocity);
    parts.material = material_of(body, scene);
    parts.integrator = scene.time.integrator;
    parts.model = body.model;
    parts.dynamics = body.dynamics;
    parts.newton_iterations = body.newton_iterations;
    parts.linear_solver = body.linear_solver;
    parts.fixed = body.fixed;
    parts.motion = body.motion;
    return std::make_unique<SoftBody>(std::move(parts));
}

}  // namespace limpet
