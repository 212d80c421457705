#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

/// An arm's centre line in its own plane: out from the head, down to the ground, and up into a curl.
std::vector<TubePoint> arm_line(double angle, double curl, double reach, double twist) {
    const Vec3 out(std::sin(angle), 0, std::cos(angle));
    const Vec3 side(std::cos(angle), 0, -std::sin(angle));
    const auto at = [&](double r, double y, double s, double radius) -> TubePoint {
        return {reach * r * out + Vec3(0, y, 0) + twist * s * side, radius};
    };
    std::vector<TubePoint> line{at(0.15, 0.42, 0, 0.17), at(0.42, 0.3, 0, 0.17), at(0.68, 0.17, 0.05, 0.15),
                                at(0.95, 0.125, 0.12, 0.125), at(1.2, 0.11, 0.12, 0.108)};
    // The curl: a spiral that turns up and back, ever tighter.
    constexpr int turns = 7;
    double radius = 0.26;
    Vec3 center = line.back().center + Vec3(0, radius, 0);
    for (int i = 1; i <= turns; ++i) {
        const double phi = curl * i / turns;
        const double r = radius * (1 - 0.55 * i / turns);
        const double thickness = 0.105 - 0.06 * i / turns;
        line.push_back({center + r * (std::sin(phi) * out - std::cos(phi) * Vec3(0, 1, 0)) +
                            twist * (0.12 - 0.35 * i / turns) * side,
                        thickness});
    }
    return line;
}

/// Two rows of suckers along the underside, which is the outside of the curl.
void add_suckers(std::vector<SignedDistance>& suckers, const std::vector<TubePoint>& curve,
                 const Vec3& side) {
    double travelled = 0, next = 0.5;
    int row = 0;
    for (std::size_t i = 1; i + 3 < curve.size(); ++i) {
        travelled += (curve[i].center - curve[i - 1].center).norm();
        const double r = curve[i].radius;
        if (travelled < next) continue;
        next = travelled + 0.75 * r;
        const Vec3 along = (curve[i + 1].center - curve[i - 1].center).normalized();
        const Vec3 outward = side.cross(along).normalized();
        const double lean = (row++ % 2 ? 1 : -1) * 0.5;
        const Vec3 direction = (outward + lean * side).normalized();
        suckers.push_back(sphere_distance(0.36 * r, curve[i].center + 0.82 * r * direction));
    }
}

SignedDistance mantle() {
    const SignedDistance bulb = ellipsoid_distance({0.56, 0.68, 0.54}, {0, 1.25, -0.2});
    const SignedDistance head = ellipsoid_distance({0.4, 0.36, 0.36}, {0, 0.62, 0.06});
    SignedDistance whole = smooth_union(rotate(bulb, {1, 0, 0}, -8), head, 0.25);
    // Eyeballs in soft lids, with the level slit of an octopus's pupil.
    const SignedDistance lid = ellipsoid_distance({0.185, 0.16, 0.15}, {0.27, 0.82, 0.28});
    const SignedDistance pupil = capsule_distance({0.245, 0.8, 0.51}, {0.355, 0.8, 0.47}, 0.028);
    const SignedDistance eye = subtract(sphere_distance(0.155, {0.285, 0.8, 0.34}), pupil, 0.015);
    whole = smooth_union(whole, mirror_x(lid), 0.09);
    return smooth_union(whole, mirror_x(eye), 0.012);
}

}  // namespace

SignedDistance octopus() {
    std::vector<SignedDistance> arms, suckers;
    constexpr double bend[8] = {4.6, 3.9, 5.0, 4.2, 4.7, 4.0, 4.9, 4.3};
    constexpr double twist[8] = {0.9, -0.6, 0.5, -0.9, 0.7, -0.5, 0.8, -0.7};
    constexpr double reach[8] = {1.0, 1.08, 0.95, 1.05, 1.0, 1.06, 0.94, 1.04};
    for (int i = 0; i < 8; ++i) {
        const double angle = (i + 0.5) * 6.283185307 / 8;
        const std::vector<TubePoint> curve = smooth_curve(arm_line(angle, bend[i], reach[i], twist[i]), 5);
        arms.push_back(tube_distance(curve));
        add_suckers(suckers, curve, {std::cos(angle), 0, -std::sin(angle)});
    }
    const SignedDistance limbs =
        smooth_union(smooth_union(std::move(arms), 0.1), unite(std::move(suckers)), 0.02);
    return smooth_union(mantle(), limbs, 0.16);
}

}  // namespace limpet::zoo
