#include "bodies/bond_places.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "shapes/meshes/surface_samples.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

/// Of the radius of a cap that is nearer than the reference gap to a flat face.
constexpr double of_cap = 0.25;
/// Of a round body's size.
constexpr double finest = 0.01, coarsest = 0.05;
/// Of a box's or plane's size.
constexpr double of_face = 0.125;

bool keeps_shape(const BodyDescription& body) {
    return body.type == BodyType::Rigid || body.type == BodyType::Static;
}

bool is_flat(const BodyDescription& body) {
    return keeps_shape(body) &&
           (std::holds_alternative<BoxShape>(body.shape) || std::holds_alternative<PlaneShape>(body.shape));
}

/// Width of the largest face of a box, or of a plane [m].
double width_of(const Shape& flat) {
    if (const auto* plane = std::get_if<PlaneShape>(&flat)) return std::min(plane->x, plane->z);
    Vector3 sides = std::get<BoxShape>(flat).size;
    std::sort(sides.begin(), sides.end());
    return sides[1];
}

/// Reference gap of two bodies that can touch and bond; 0 of others [m].
double reference_gap(const BodyDescription& a, const BodyDescription& b, const Scene& scene) {
    const std::optional<Adhesion> law = bond_law(a, b, scene);
    return law ? law->reference_gap : 0;
}

/// The largest of those with other bodies that `chosen` says yes to.
template <class Chosen>
double largest_gap(const BodyDescription& body, const Scene& scene, Chosen&& chosen) {
    double largest = 0;
    if (!scene.contact) return largest;
    for (const BodyDescription& other : scene.bodies)
        if (chosen(other)) largest = std::max(largest, reference_gap(body, other, scene));
    return largest;
}

/// Of two equal ones, the first in the scene.
bool is_smaller(double size, const BodyDescription& body, double other_size, const BodyDescription& other) {
    return std::pair(size, &body) < std::pair(other_size, &other);
}

}  // namespace

std::optional<Adhesion> bond_law(const BodyDescription& a, const BodyDescription& b, const Scene& scene) {
    if (&a == &b || (a.type == BodyType::Static && b.type == BodyType::Static)) return {};
    std::optional<Adhesion> law = adhesion_of_all(*scene.contact);
    for (const ContactPair& pair : scene.contact->pairs)
        if ((pair.bodies[0] == a.name && pair.bodies[1] == b.name) ||
            (pair.bodies[0] == b.name && pair.bodies[1] == a.name))
            law = adhesion_of(*scene.contact, pair);
    if (law && !law->can_bond()) law.reset();
    return law;
}

std::optional<double> sample_spacing(const BodyDescription& body, const Scene& scene) {
    if (!keeps_shape(body) || !is_round(body.shape)) return std::nullopt;
    const double radius = radius_of_round(body.shape);
    const double gap = largest_gap(body, scene, [&](const BodyDescription& other) {
        return keeps_shape(other) &&
               (!is_round(other.shape) || is_smaller(radius, body, radius_of_round(other.shape), other));
    });
    if (!(gap > 0)) return std::nullopt;
    if (body.surface) return body.surface;
    const double size = shape_extent(body.shape);
    return std::clamp(of_cap * std::sqrt(2 * radius * gap), finest * size, coarsest * size);
}

std::optional<double> face_division(const BodyDescription& body, const Scene& scene) {
    if (!is_flat(body)) return std::nullopt;
    if (body.surface) {
        const auto any = [](const BodyDescription&) { return true; };
        return largest_gap(body, scene, any) > 0 ? body.surface : std::nullopt;
    }
    const double size = shape_extent(body.shape);
    const double gap = largest_gap(body, scene, [&](const BodyDescription& other) {
        return is_flat(other) && !other.surface && size > width_of(other.shape) &&
               is_smaller(size, body, shape_extent(other.shape), other);
    });
    return gap > 0 ? std::optional(of_face * size) : std::nullopt;
}

}  // namespace limpet
