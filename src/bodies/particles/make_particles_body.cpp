#include "bodies/particles/make_particles_body.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "bodies/particles/interior_particles.h"
#include "bodies/particles/particles_body.h"
#include "limpet/error.h"
#include "shapes/meshes/holes.h"
#include "shapes/meshes/outward_surface.h"
#include "shapes/meshes/surface_check.h"
#include "shapes/meshes/unused_vertices.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

/// Of its longest side, as for cloth.
constexpr double default_sheet_thickness = 0.01;
constexpr std::size_t least_particles = 4;
/// Of the body's box: what encloses less is flat.
constexpr double least_volume_ratio = 1e-9;
/// Of all mass, what particles on the surface have at least.
constexpr double least_surface_share = 0.1;
/// By how much the product of `stretch_at_start` may be off 1 where the volume is preserved.
constexpr double stretch_tolerance = 1e-6;

struct SurfaceOfParticles {
    TriMesh mesh;
    bool is_closed = false;
    double measure = 0;  ///< volume [m^3]; of a sheet its area [m^2]
};

void check_volume(const SurfaceOfParticles& surface) {
    const double box = bounds(surface.mesh.vertices).volume();
    if (!(surface.measure > least_volume_ratio * box) || !(surface.measure > 0))
        throw InputError("shape",
                         fmt::format("its surface encloses a volume of {} m^3; allowed: a positive volume "
                                     "(triangles counter-clockwise seen from outside)",
                                     surface.measure));
}

SurfaceOfParticles surface_of(const BodyDescription& body, std::vector<std::string>* notes) {
    SurfaceOfParticles surface;
    surface.mesh = shape_surface(body.shape, body.surface, notes);
    drop_unused_vertices(surface.mesh);
    if (has_given_triangles(body.shape)) turn_outwards(surface.mesh, notes);
    if (surface.mesh.vertices.size() < least_particles)
        throw InputError("shape", fmt::format("makes {} particles; allowed: {} or more",
                                              surface.mesh.vertices.size(), least_particles));
    const SurfaceCheck check = check_surface(surface.mesh);
    surface.is_closed = check.closed() && check.misoriented_edges == 0;
    if (body.volume_preservation.value_or(false) && !surface.is_closed) {
        std::string where;
        if (!check.closed())
            where = " around " + holes_text(find_holes(surface.mesh.triangles, surface.mesh.vertices));
        throw InputError(
            "volume_preservation",
            fmt::format("true of a surface that encloses no volume: it has {}{}; allowed: false, "
                        "or a closed, consistently oriented surface",
                        check.text(), where));
    }
    surface.measure = surface.is_closed ? volume(surface.mesh) : area(surface.mesh);
    if (surface.is_closed) check_volume(surface);
    return surface;
}

double thickness_of(const BodyDescription& body, const SurfaceOfParticles& surface) {
    if (!surface.is_closed)
        return body.thickness.value_or(default_sheet_thickness *
                                       bounds(surface.mesh.vertices).sizes().maxCoeff());
    if (body.thickness)
        throw InputError("thickness", "is of sheets, but this surface is closed; allowed: nothing");
    return 0;
}

double total_mass(const BodyDescription& body, const SurfaceOfParticles& surface, double thickness) {
    if (body.mass) return *body.mass;
    return *body.density * surface.measure * (surface.is_closed ? 1 : thickness);
}

/// Particles inside have the mass of a cube of the lattice each; the rest is shared by those on the surface
/// as their areas are, a third of each triangle at each corner.
std::vector<double> masses(const SurfaceOfParticles& surface, std::size_t inside, double spacing,
                           double total) {
    const TriMesh& mesh = surface.mesh;
    double inner = inside == 0 ? 0 : std::pow(spacing, 3) * total / surface.measure;
    inner = std::min(
        inner, (1 - least_surface_share) * total / static_cast<double>(std::max<std::size_t>(inside, 1)));
    const double outer = total - inner * static_cast<double>(inside);
    std::vector<double> mass(mesh.vertices.size(), 0.0);
    const double all = area(mesh);
    for (const auto& [a, b, c] : mesh.triangles) {
        const std::vector<Vec3>& x = mesh.vertices;
        const double share = outer / all * 0.5 * (x[b] - x[a]).cross(x[c] - x[a]).norm() / 3;
        for (const int corner : {a, b, c}) mass[corner] += share;
    }
    for (std::size_t i = 0; i < mass.size(); ++i)
        if (!(mass[i] > 0))
            throw InputError("shape", fmt::format("vertex {} belongs to triangles without area only, so that "
                                                  "its particle has no mass; allowed: triangles with an area",
                                                  i));
    mass.resize(mass.size() + inside, inner);
    return mass;
}

ParticleCloud cloud_of(const BodyDescription& body, SurfaceOfParticles surface, double thickness) {
    ParticleCloud cloud;
    cloud.surface_vertices = static_cast<int>(surface.mesh.vertices.size());
    cloud.own = surface.mesh.vertices;
    cloud.links = edges_of(surface.mesh.triangles);
    std::vector<Vec3> inside;
    if (body.interior) {
        if (!surface.is_closed)
            throw InputError("interior", "is of closed surfaces, but this one is open; allowed: nothing");
        inside = interior_particles(surface.mesh, *body.interior);
        cloud.own.insert(cloud.own.end(), inside.begin(), inside.end());
        const ParticleLinks links = interior_links(cloud.own, cloud.surface_vertices, *body.interior);
        cloud.links.insert(cloud.links.end(), links.begin(), links.end());
    }
    cloud.mass =
        masses(surface, inside.size(), body.interior.value_or(0), total_mass(body, surface, thickness));
    cloud.triangles = std::move(surface.mesh.triangles);
    return cloud;
}

Vec3 stretch_of(const BodyDescription& body, bool keeps_volume) {
    const Vec3 stretch = to_vec3(body.stretch_at_start);
    if (!keeps_volume || stretch == Vec3::Ones()) return stretch;
    const double product = stretch.prod();
    if (!(std::abs(product - 1) <= stretch_tolerance))
        throw InputError("stretch_at_start",
                         fmt::format("factors whose product is {:.6g}, of a body that keeps its volume; "
                                     "allowed: a product of 1, such as [{:.6g}, {:.6g}, {:.6g}]",
                                     product, stretch.x(), stretch.y(), 1 / (stretch.x() * stretch.y())));
    return stretch / std::cbrt(product);
}

}  // namespace

std::unique_ptr<Body> make_particles_body(const BodyDescription& body, const Scene& scene,
                                          std::vector<std::string>* notes, const Body* alike) {
    SurfaceOfParticles surface = surface_of(body, notes);
    ParticlesBodyParts parts;
    parts.name = body.name;
    parts.keeps_volume = body.volume_preservation.value_or(surface.is_closed);
    parts.thickness = thickness_of(body, surface);
    parts.cloud = cloud_of(body, std::move(surface), parts.thickness);
    parts.placement = {rotation_matrix(body.rotation), to_vec3(body.position)};
    parts.velocity = to_vec3(body.velocity);
    parts.angular_velocity = to_vec3(body.angular_velocity);
    parts.stretch = stretch_of(body, parts.keeps_volume);
    parts.shape_memory = body.shape_memory.value_or(0);
    parts.strain_memory = body.strain_memory;
    parts.damping = body.damping;
    parts.step = scene.time.step;
    parts.substeps = body.substeps;
    if (body.muscle) parts.muscle = Muscle(*body.muscle, parts.keeps_volume);
    parts.fixed = body.fixed;
    parts.motion = body.motion;
    auto made = std::make_unique<ParticlesBody>(std::move(parts));
    if (!alike || !made->swings_as(static_cast<const ParticlesBody&>(*alike)))
        made->require_stable_step(scene.time.step);
    return made;
}

}  // namespace limpet
