#include "bodies/cloth/make_cloth_body.h"

#include "bodies/body_material.h"
#include "bodies/cloth/cloth_body.h"
#include "bodies/keyframes.h"
#include "shapes/meshes/unused_vertices.h"
#include "shapes/shape_surface.h"

namespace limpet {

namespace {

/// Of its longest side.
constexpr double default_thickness = 0.01;

/// What the description leaves out is as for a plate of the material.
ClothModuli moduli_of(const BodyDescription& body, const Material& m, double thickness) {
    const double membrane = m.young * thickness;
    return {body.stretch.value_or(membrane), body.shear.value_or(membrane / (2 * (1 + m.poisson))), m.poisson,
            body.bend.value_or(membrane * thickness * thickness / (12 * (1 - m.poisson * m.poisson)))};
}

}  // namespace

std::unique_ptr<Body> make_cloth_body(const BodyDescription& body, const Scene& scene,
                                      std::vector<std::string>* notes) {
    ClothBodyParts parts;
    parts.name = body.name;
    parts.mesh = shape_surface(body.shape, body.surface, notes);
    drop_unused_vertices(parts.mesh);
    parts.placement = {rotation_matrix(body.rotation), to_vec3(body.position)};
    parts.velocity = to_vec3(body.velocity);
    parts.angular_velocity = to_vec3(body.angular_velocity);
    parts.material = material_of(body, scene);
    parts.integrator = scene.time.integrator;
    parts.thickness =
        body.thickness.value_or(default_thickness * bounds(parts.mesh.vertices).sizes().maxCoeff());
    parts.moduli = moduli_of(body, parts.material, parts.thickness);
    parts.fixed = body.fixed;
    parts.motion = body.motion;
    return std::make_unique<ClothBody>(std::move(parts));
}

}  // namespace limpet
