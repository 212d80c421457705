#include "bodies/acceleration_field.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// Of an attractor without `core`: of its range, or without that, in metres.
constexpr double core_to_range = 0.01, core_without_range = 1e-3;

}  // namespace

Vec3 Attractor::acceleration(const Vec3& x) const {
    const Vec3 d = position - x;
    const double square = d.squaredNorm() + core * core, distance = std::sqrt(square);
    const double end = range * range + core * core;
    double weight = 1;
    switch (falloff) {
        case Falloff::None:
            weight = range > 0 && square > end ? 0 : 1;
            break;
        case Falloff::Linear:
            weight = std::max(1 - std::sqrt(square / end), 0.0);
            break;
        case Falloff::InverseSquare:
            weight = range * range / (range * range + square);
            break;
    }
    return strength * weight / distance * d;
}

double Attractor::potential(const Vec3& x) const {
    const double distance = std::sqrt((position - x).squaredNorm() + core * core);
    const double end = std::sqrt(range * range + core * core);
    switch (falloff) {
        case Falloff::None:
            return strength * (range > 0 ? std::min(distance - end, 0.0) : distance - core);
        case Falloff::Linear:
            return distance < end ? strength * (distance - distance * distance / (2 * end) - end / 2) : 0;
        case Falloff::InverseSquare:
            break;
    }
    return strength * range * (std::atan(distance / range) - std::numbers::pi / 2);
}

Vec3 AccelerationField::attraction(const Vec3& x) const {
    Vec3 sum = Vec3::Zero();
    for (const Attractor& attractor : attractors_) sum += attractor.acceleration(x);
    return sum;
}

double AccelerationField::potential(const Vec3& x) const {
    double sum = -gravity_.dot(x);
    for (const Attractor& attractor : attractors_) sum += attractor.potential(x);
    return sum;
}

AccelerationField acceleration_field(const Scene& scene, const std::string& body) {
    std::vector<Attractor> attractors;
    for (const AttractorDescription& given : scene.attractors) {
        const bool for_all = given.bodies.empty();
        if (!for_all && std::find(given.bodies.begin(), given.bodies.end(), body) == given.bodies.end())
            continue;
        const double range = given.range.value_or(0);
        const double core = given.core.value_or(range > 0 ? core_to_range * range : core_without_range);
        attractors.push_back({to_vec3(given.position), given.strength, given.falloff, range, core});
    }
    return {to_vec3(scene.gravity), std::move(attractors)};
}

}  // namespace limpet
