#include "physics_fuzz/facet_sag.h"

#include <algorithm>

#include "core/types.h"

namespace limpet::physics_fuzz {
namespace {

double longest_edge(const BodyFrame& body) {
    double longest = 0;
    for (const auto& t : body.triangles)
        for (int k = 0; k < 3; ++k)
            longest = std::max(
                longest, (to_vec3(body.vertices[t[k]]) - to_vec3(body.vertices[t[(k + 1) % 3]])).norm());
    return longest;
}

/// Of an exact round shape [m]; 0: it is none.
double round_radius(const BodyDescription& body) {
    if (body.type != BodyType::Rigid && body.type != BodyType::Static) return 0;
    if (const auto* ball = std::get_if<SphereShape>(&body.shape)) return ball->radius;
    if (const auto* capsule = std::get_if<CapsuleShape>(&body.shape)) return capsule->radius;
    return 0;
}

}  // namespace

double facet_sag(const Scene& scene, const Frame& frame, const Overlap& pair) {
    if (!scene.contact || scene.contact->detection.type != DetectionType::Proximity ||
        scene.contact->law.adhesion)
        return 0;
    double radius = 0, edge = 0;
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        const BodyDescription& body = scene.bodies[i];
        if (body.name != pair.first && body.name != pair.second) continue;
        radius = std::max(radius, round_radius(body));
        if (body.type == BodyType::Soft || body.type == BodyType::Particles)
            edge = longest_edge(frame.bodies[i]);
    }
    return radius > 0 ? edge * edge / (6 * radius) : 0;
}

}  // namespace limpet::physics_fuzz
