#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

/// The body's centre line from the neck at the origin backwards: a meander, whose direction swings like a
/// sine of the length along it (Langbein and Leopold, 1966).
SignedDistance body() {
    constexpr int pieces = 150;
    constexpr double length = 5.6, waves = 2.35;
    std::vector<TubePoint> line;
    Vec3 p(0, 0, 0);
    for (int i = 0; i <= pieces; ++i) {
        const double s = static_cast<double>(i) / pieces;
        const double neck = 0.1 + 0.075 * std::sin(1.5708 * std::min(1.0, s / 0.3));
        const double tail = 0.042 + 0.133 * std::sin(1.5708 * std::min(1.0, (1 - s) / 0.55));
        const double radius = std::min(neck, tail);
        const double lift = 0.2 * std::pow(std::max(0.0, 1 - s / 0.1), 2);
        line.push_back({p + Vec3(0, radius + lift, 0), radius});
        const double swing = 1.5 * std::min(1.0, s / 0.12) * std::sin(6.283185307 * waves * s);
        p += length / pieces * Vec3(std::sin(swing), 0, -std::cos(swing));
    }
    return tube_distance(line);
}

/// From the neck at the origin forwards.
SignedDistance snake_head() {
    const SignedDistance skull = ellipsoid_distance({0.215, 0.13, 0.26}, {0, 0.33, 0.2});
    const SignedDistance snout = ellipsoid_distance({0.15, 0.1, 0.22}, {0, 0.305, 0.4});
    const SignedDistance brow = capsule_distance({0.1, 0.43, 0.16}, {0.1, 0.415, 0.3}, 0.05);
    SignedDistance face = smooth_union(smooth_union(skull, snout, 0.12), mirror_x(brow), 0.07);
    face = smooth_union(face, mirror_x(sphere_distance(0.075, {0.13, 0.395, 0.3})), 0.01);
    face = subtract(face, mirror_x(sphere_distance(0.03, {0.07, 0.36, 0.6})), 0.02);
    // The mouth: a groove around the snout.
    const SignedDistance edge = stretch(torus_distance(1, 0.075), {0.2, 0.2, 0.4});
    const SignedDistance groove = translate(rotate(edge, {1, 0, 0}, 4), {0, 0.275, 0.225});
    return subtract(face, intersect(groove, half_space_distance({0, 0, 0.2}, {0, 0, -1})), 0.02);
}

}  // namespace

SignedDistance snake() {
    return smooth_union(body(), snake_head(), 0.1);
}

}  // namespace limpet::zoo
