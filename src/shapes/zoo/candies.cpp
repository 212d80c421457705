#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

SignedDistance candy_ring() {
    constexpr double radius = 0.7, tube = 0.3, depth = 0.022;
    constexpr int around = 12, twist = 3;
    // Flutes that wind around the tube; their Lipschitz constant is taken at the hole, where they are
    // densest.
    const auto flutes = [](const Vec3& p) {
        const double ring = std::hypot(p.x(), p.z()) - radius;
        const double weight =
            std::min(1.0, std::hypot(ring, p.y()) / 0.15) * std::min(1.0, std::hypot(p.x(), p.z()) / 0.3);
        const double phase = around * std::atan2(p.z(), p.x()) + twist * std::atan2(p.y(), ring);
        return depth * weight * std::cos(phase);
    };
    const double steepest = depth * (around / 0.3 + twist / 0.15 + 1 / 0.15 + 1 / 0.3);
    return displace(torus_distance(radius, tube), flutes, depth, steepest);
}

SignedDistance candy_drop() {
    // A round foot, and spheres above it that get smaller and lean over, like chocolate let go of.
    std::vector<TubePoint> line;
    constexpr int points = 24;
    for (int i = 0; i <= points; ++i) {
        const double s = static_cast<double>(i) / points;
        const double radius = 0.04 + 0.36 * std::pow(1 - s, 1.35);
        const double lean = 0.2 * std::pow(s, 4);
        line.push_back({{lean, 0.55 + 0.95 * s - 0.1 * std::pow(s, 6), 0.3 * lean}, radius});
    }
    const SignedDistance foot = ellipsoid_distance({0.64, 0.46, 0.64}, {0, 0.34, 0});
    const SignedDistance drop = smooth_union(foot, tube_distance(line), 0.45);
    return intersect(drop, half_space_distance({0, 0, 0}, {0, -1, 0}), 0.08);
}

SignedDistance candy_bear() {
    const SignedDistance belly = ellipsoid_distance({0.36, 0.46, 0.29}, {0, 0.6, 0});
    const SignedDistance back = translate(rounded_box_distance({0.6, 0.86, 0.3}, 0.14), {0, 0.58, -0.08});
    const SignedDistance head = ellipsoid_distance({0.32, 0.28, 0.27}, {0, 1.26, 0.02});
    const SignedDistance muzzle = ellipsoid_distance({0.15, 0.115, 0.13}, {0, 1.2, 0.22});
    const SignedDistance ear = subtract(sphere_distance(0.115, {0.23, 1.5, -0.02}),
                                        sphere_distance(0.075, {0.235, 1.51, 0.1}), 0.03);
    const SignedDistance arm =
        smooth_union(round_cone_distance({0.3, 0.88, 0}, 0.12, {0.34, 0.8, 0.24}, 0.105),
                     sphere_distance(0.115, {0.29, 0.79, 0.32}), 0.05);
    const SignedDistance leg =
        smooth_union(round_cone_distance({0.24, 0.3, 0}, 0.18, {0.27, 0.17, 0.26}, 0.14),
                     ellipsoid_distance({0.14, 0.16, 0.1}, {0.28, 0.19, 0.37}), 0.05);
    SignedDistance bear = smooth_union({belly, back, head}, 0.12);
    bear = smooth_union(bear, mirror_x(arm), 0.06);
    bear = smooth_union(bear, mirror_x(leg), 0.07);
    bear = smooth_union(bear, mirror_x(ear), 0.05);
    bear = smooth_union(bear, muzzle, 0.05);
    const SignedDistance nose = ellipsoid_distance({0.05, 0.035, 0.04}, {0, 1.24, 0.34});
    const SignedDistance eye = sphere_distance(0.042, {0.105, 1.335, 0.245});
    bear = smooth_union({bear, nose, mirror_x(eye)}, 0.015);
    // A navel, and the gap between the legs.
    return subtract(bear, sphere_distance(0.035, {0, 0.55, 0.305}), 0.03);
}

}  // namespace limpet::zoo
