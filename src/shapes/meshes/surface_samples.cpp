#include "shapes/meshes/surface_samples.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limpet {
namespace {

using std::numbers::pi;

double height_of(const Shape& round) {
    const auto* capsule = std::get_if<CapsuleShape>(&round);
    return capsule ? capsule->height : 0;
}

}  // namespace

bool is_round(const Shape& shape) {
    return std::holds_alternative<SphereShape>(shape) || std::holds_alternative<CapsuleShape>(shape);
}

double radius_of_round(const Shape& shape) {
    const auto* sphere = std::get_if<SphereShape>(&shape);
    return sphere ? sphere->radius : std::get<CapsuleShape>(shape).radius;
}

std::vector<SurfaceSample> surface_samples(const Shape& round, double edge) {
    const double radius = radius_of_round(round), height = height_of(round), length = height + 2 * radius;
    const double area = 2 * pi * radius * length, golden = pi * (3 - std::sqrt(5.0));
    const int count = std::max(4, static_cast<int>(std::ceil(area / (std::sqrt(3.0) / 2 * edge * edge))));
    std::vector<SurfaceSample> samples;
    samples.reserve(count);
    for (int k = 0; k < count; ++k) {
        const double y = length * ((k + 0.5) / count - 0.5), angle = golden * k;
        const double core = std::clamp(y, -height / 2, height / 2), up = (y - core) / radius;
        const double across = std::sqrt(std::max(0.0, 1 - up * up));
        const Vec3 normal(across * std::cos(angle), up, across * std::sin(angle));
        samples.push_back({Vec3(0, core + height / 2, 0) + radius * normal, normal, area / count});
    }
    return samples;
}

}  // namespace limpet
