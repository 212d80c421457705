#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

/// A point of the jaw's arch: s from −1 (one corner of the mouth) over 0 (the middle, in front) to 1.
Vec3 arch(double s, double width, double depth) {
    const double angle = s * 1.75;
    return {width * std::sin(angle), 0, depth * std::cos(angle)};
}

}  // namespace

SignedDistance jaw() {
    std::vector<TubePoint> bone, lip;
    constexpr int points = 12;
    for (int i = -points; i <= points; ++i) {
        const double s = static_cast<double>(i) / points;
        bone.push_back({arch(s, 0.86, 0.95) + Vec3(0, -0.16 - 0.05 * (1 - s * s), 0), 0.2});
        // Fullest on both sides of the middle, thin at the corners; the top stays level so that two lips
        // meet.
        const double full = 0.11 + 0.085 * std::exp(-std::pow((std::abs(s) - 0.14) / 0.4, 2));
        lip.push_back({arch(s, 0.92, 1.05) + Vec3(0, 0.3 - full, 0), full});
    }
    const SignedDistance base = tube_distance(smooth_curve(bone, 3));
    const SignedDistance wall =
        translate(stretch(translate(base, {0, 0.16, 0}), {1, 1.35, 1}), {0, -0.14, 0});
    SignedDistance solid = smooth_union(wall, tube_distance(smooth_curve(lip, 3)), 0.09);
    const SignedDistance chin = ellipsoid_distance({0.3, 0.22, 0.2}, {0, -0.26, 1.02});
    solid = smooth_union(solid, chin, 0.16);
    // The fold between lip and chin, and the dimple in the lip's middle.
    const SignedDistance dimple = capsule_distance({0, 0.42, 0.8}, {0, 0.36, 1.5}, 0.1);
    solid = subtract(solid, dimple, 0.08);
    // Both ends are cut flat, to be held.
    return intersect(solid, half_space_distance({0, 0, -0.12}, {0, 0, -1}), 0.03);
}

}  // namespace limpet::zoo
