#include <Eigen/Geometry>
#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

struct Finger {
    Vec3 knuckle;
    double length, radius;
    double spread;  ///< sideways, towards +x [deg]
    double curl;    ///< of each joint, towards the palm (+z) [deg]
};

/// Three bones, each bent further towards the palm.
SignedDistance finger_solid(const Finger& finger) {
    const auto turn = [](double degrees, const Vec3& axis) {
        return Eigen::AngleAxisd(degrees * 3.14159265358979 / 180, axis).toRotationMatrix();
    };
    const double share[3] = {0.44, 0.31, 0.25};
    const Mat3 sideways = turn(-finger.spread, Vec3::UnitZ());
    std::vector<SignedDistance> bones;
    Vec3 from = finger.knuckle;
    double bend = 0.4 * finger.curl, radius = finger.radius;
    // Starts inside the palm, so that the knuckle is part of it.
    bones.push_back(round_cone_distance(from - sideways * Vec3(0, 0.25, 0), radius, from, radius * 1.04));
    for (int bone = 0; bone < 3; ++bone) {
        const Vec3 to = from + sideways * turn(bend, Vec3::UnitX()) * Vec3(0, share[bone] * finger.length, 0);
        bones.push_back(round_cone_distance(from, radius * 1.03, to, radius * 0.93));
        from = to;
        radius *= 0.95;
        bend += finger.curl;
    }
    return smooth_union(std::move(bones), 0.012);
}

SignedDistance thumb() {
    const Vec3 root(0.24, 0.2, 0.06), ball(0.44, 0.45, 0.17), middle(0.62, 0.72, 0.27), tip(0.7, 0.98, 0.33);
    return smooth_union(
        {round_cone_distance(root, 0.16, ball, 0.15), round_cone_distance(ball, 0.135, middle, 0.115),
         round_cone_distance(middle, 0.115, tip, 0.095)},
        0.015);
}

}  // namespace

SignedDistance hand() {
    const SignedDistance palm = translate(rounded_box_distance({0.84, 0.86, 0.26}, 0.125), {0, 0.5, 0});
    const SignedDistance heel = ellipsoid_distance({0.17, 0.32, 0.12}, {-0.24, 0.36, 0.1});
    const SignedDistance wrist =
        stretch(round_cone_distance({0, -0.75, 0}, 0.27, {0, 0.2, 0}, 0.3), {1, 1, 0.66});
    SignedDistance solid = smooth_union({palm, wrist, heel}, 0.16);
    solid = smooth_union(solid, thumb(), 0.12);
    const Finger fingers[4] = {{{0.31, 0.9, 0}, 0.72, 0.105, 7, 13},
                               {{0.105, 0.96, 0}, 0.82, 0.11, 1.5, 15},
                               {{-0.1, 0.94, 0}, 0.76, 0.105, -4, 18},
                               {{-0.3, 0.85, 0}, 0.6, 0.092, -11, 20}};
    std::vector<SignedDistance> parts;
    for (const Finger& finger : fingers) parts.push_back(finger_solid(finger));
    solid = smooth_union(solid, smooth_union(std::move(parts), 0.025), 0.05);
    return intersect(solid, half_space_distance({0, -0.5, 0}, {0, -1, 0}), 0.02);
}

}  // namespace limpet::zoo
