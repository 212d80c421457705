/// A young dragon, sitting. The plain body comes first; scales are then laid on it where rays from its spine
/// meet its skin.

#include <Eigen/Geometry>
#include <cmath>

#include "shapes/zoo/shapes.h"

namespace limpet::zoo {

namespace {

std::vector<TubePoint> tail_line() {
    return smooth_curve({{{0, 0.42, -0.2}, 0.34},
                         {{0.02, 0.27, -0.52}, 0.27},
                         {{0.16, 0.2, -0.84}, 0.2},
                         {{0.46, 0.165, -1.02}, 0.165},
                         {{0.8, 0.14, -0.94}, 0.135},
                         {{1.03, 0.12, -0.66}, 0.11},
                         {{1.08, 0.12, -0.34}, 0.088},
                         {{1.0, 0.17, -0.07}, 0.068}},
                        6);
}

SignedDistance torso() {
    const SignedDistance belly = ellipsoid_distance({0.44, 0.5, 0.42}, {0, 0.58, 0.02});
    const SignedDistance chest = ellipsoid_distance({0.34, 0.36, 0.31}, {0, 1.0, 0});
    const SignedDistance neck = tube_distance(smooth_curve(
        {{{0, 1.05, -0.04}, 0.26}, {{0, 1.32, -0.06}, 0.2}, {{0, 1.52, 0}, 0.18}, {{0, 1.66, 0.08}, 0.18}},
        5));
    return smooth_union({belly, chest, neck, tube_distance(tail_line())}, 0.12);
}

SignedDistance creature_head() {
    const SignedDistance skull = ellipsoid_distance({0.29, 0.25, 0.3}, {0, 1.74, 0.1});
    const SignedDistance snout = ellipsoid_distance({0.19, 0.13, 0.27}, {0, 1.68, 0.42});
    const SignedDistance chin = ellipsoid_distance({0.15, 0.075, 0.25}, {0, 1.54, 0.36});
    SignedDistance face = smooth_union(smooth_union(skull, snout, 0.1), chin, 0.045);
    const SignedDistance nostril = sphere_distance(0.06, {0.085, 1.77, 0.6});
    const SignedDistance hole = sphere_distance(0.032, {0.1, 1.785, 0.652});
    const SignedDistance brow = tube_distance(smooth_curve(
        {{{0.08, 1.9, 0.36}, 0.03}, {{0.17, 1.93, 0.32}, 0.045}, {{0.27, 1.89, 0.18}, 0.03}}, 4));
    const SignedDistance cheek = ellipsoid_distance({0.09, 0.1, 0.13}, {0.22, 1.63, 0.14});
    face = smooth_union(face, mirror_x(smooth_union(nostril, cheek, 0.02)), 0.05);
    face = subtract(face, mirror_x(hole), 0.02);
    face = smooth_union(face, mirror_x(sphere_distance(0.088, {0.185, 1.81, 0.3})), 0.01);
    return smooth_union(face, mirror_x(brow), 0.03);
}

/// Horns, the frill behind the cheeks, and two fangs; on the side of +x.
SignedDistance head_ornaments() {
    std::vector<SignedDistance> parts;
    parts.push_back(tube_distance(smooth_curve({{{0.13, 1.92, 0.02}, 0.085},
                                                {{0.2, 2.1, -0.08}, 0.07},
                                                {{0.26, 2.24, -0.26}, 0.052},
                                                {{0.25, 2.31, -0.45}, 0.034}},
                                               6)));
    for (int i = 0; i < 3; ++i) {
        const double turn = 0.5 * i;
        const Vec3 root(0.25, 1.78 - 0.1 * i, 0.0);
        parts.push_back(round_cone_distance(root, 0.055, root + Vec3(0.2, 0.1 - 0.16 * turn, -0.16), 0.032));
    }
    parts.push_back(round_cone_distance({0.12, 1.62, 0.52}, 0.03, {0.125, 1.52, 0.54}, 0.028));
    return unite(std::move(parts));
}

/// Three or four claws fanned out from a paw.
SignedDistance claws(const Vec3& paw, const Vec3& forward, const Vec3& side, int count, double spread,
                     double size) {
    std::vector<SignedDistance> parts;
    for (int i = 0; i < count; ++i) {
        const double s = count > 1 ? 2.0 * i / (count - 1) - 1 : 0;
        const Vec3 toe = paw + spread * s * side + 0.7 * size * forward;
        const Vec3 tip = toe + size * (forward + 0.35 * s * side) - Vec3(0, 0.45 * size, 0);
        parts.push_back(smooth_union(sphere_distance(0.55 * size, toe),
                                     round_cone_distance(toe, 0.42 * size, tip, 0.031), 0.02));
    }
    return unite(std::move(parts));
}

/// Arm and leg on the side of +x.
SignedDistance limbs() {
    const Vec3 shoulder(0.3, 1.06, 0.06), elbow(0.54, 0.84, 0.1), hand(0.44, 0.8, 0.42);
    const SignedDistance arm =
        smooth_union({round_cone_distance(shoulder, 0.16, elbow, 0.12),
                      round_cone_distance(elbow, 0.12, hand, 0.085), sphere_distance(0.105, hand)},
                     0.04);
    const SignedDistance fingers =
        claws(hand, Vec3(-0.15, -0.1, 1).normalized(), {1, 0, 0.15}, 4, 0.09, 0.085);
    const SignedDistance thigh = rotate(ellipsoid_distance({0.21, 0.29, 0.34}), {1, 0, 0}, 25);
    const SignedDistance foot = ellipsoid_distance({0.17, 0.11, 0.29}, {0.45, 0.11, 0.4});
    const SignedDistance leg = smooth_union(translate(thigh, {0.4, 0.36, 0.1}), foot, 0.1);
    const SignedDistance toes = claws({0.45, 0.1, 0.6}, Vec3(0.05, 0, 1), {1, 0, 0}, 3, 0.11, 0.1);
    return unite({smooth_union(arm, fingers, 0.03), smooth_union(leg, toes, 0.03)});
}

/// A small half-open wing on the side of +x: finger bones with skin between them.
SignedDistance wing() {
    const Vec3 root(0.16, 1.14, -0.26), wrist(0.56, 1.58, -0.5);
    const Vec3 tips[4] = {{1.06, 1.52, -0.72}, {0.98, 1.18, -0.74}, {0.72, 0.96, -0.66}, {0.3, 0.88, -0.46}};
    std::vector<SignedDistance> bones{round_cone_distance(root, 0.075, wrist, 0.05)}, skins;
    for (int i = 0; i < 4; ++i) {
        if (i < 3) bones.push_back(round_cone_distance(wrist, 0.04, tips[i], 0.03));
        if (i == 3) continue;
        // Scalloped: the skin's free edge is drawn in between two fingers.
        const Vec3 middle = 0.5 * (tips[i] + tips[i + 1]) + 0.22 * (wrist - 0.5 * (tips[i] + tips[i + 1]));
        const Vec3 end = i == 2 ? tips[3] : tips[i + 1];
        skins.push_back(panel_distance(wrist, tips[i], middle, 0.05));
        skins.push_back(panel_distance(wrist, middle, end, 0.05));
    }
    skins.push_back(panel_distance(root, wrist, tips[3], 0.05));
    return smooth_union(unite(std::move(skins)), unite(std::move(bones)), 0.03);
}

/// Plates that stand along the back, largest over the shoulders.
SignedDistance back_spines() {
    std::vector<TubePoint> ridge = smooth_curve({{{0, 1.98, -0.06}, 0.1},
                                                 {{0, 1.72, -0.22}, 0.13},
                                                 {{0, 1.4, -0.27}, 0.15},
                                                 {{0, 1.05, -0.33}, 0.16},
                                                 {{0, 0.72, -0.42}, 0.15},
                                                 {{0.02, 0.5, -0.62}, 0.13}},
                                                2);
    const std::vector<TubePoint> tail = tail_line();
    for (std::size_t i = 14; i + 4 < tail.size(); i += 4)
        ridge.push_back({tail[i].center + Vec3(0, 0.85 * tail[i].radius, 0), 0.045 + 0.45 * tail[i].radius});
    std::vector<SignedDistance> plates;
    for (std::size_t i = 0; i < ridge.size(); ++i) {
        const TubePoint& point = ridge[i];
        const Vec3& before = ridge[i > 0 ? i - 1 : 0].center;
        const Vec3& after = ridge[std::min(i + 1, ridge.size() - 1)].center;
        const Vec3 along = (after - before).normalized();
        // Away from the body: up and back, square to the ridge.
        Vec3 out = i < 11 ? Vec3(0, 0.25, -1) : Vec3(0, 1, 0);
        out = (out - out.dot(along) * along).normalized();
        const double size = point.radius;
        const Vec3 root = point.center - 0.3 * size * out,
                   tip = point.center + 1.1 * size * out + 0.45 * size * along;
        plates.push_back(panel_distance(root - 0.62 * size * along, tip, root + 0.62 * size * along, 0.055));
    }
    return unite(std::move(plates));
}

/// Where a ray from inside the body leaves it.
Vec3 skin_point(const SignedDistance& body, const Vec3& from, const Vec3& direction) {
    double t = 0;
    for (int i = 0; i < 200; ++i) {
        const double depth = -body.at(from + t * direction);
        if (depth < 1e-4) break;
        t += depth;
    }
    return from + t * direction;
}

/// A flat scale of the given radius at p, lying on the skin with its free end towards `back`.
SignedDistance scale_at(const Vec3& p, const Vec3& normal, const Vec3& back, double size) {
    const Vec3 along = (back - back.dot(normal) * normal).normalized();
    // Its far end stands up a little.
    const Vec3 z = (along + 0.28 * normal).normalized();
    const Vec3 x = normal.cross(along).normalized();
    Mat3 frame;
    frame << x, z.cross(x), z;
    const Eigen::AngleAxisd turn(frame);
    const SignedDistance plate = rounded_cylinder_distance(0.98 * size, 0.5 * size, 0.24 * size);
    return translate(rotate(plate, turn.axis(), turn.angle() * 180 / 3.14159265358979),
                     p + 0.02 * size * normal);
}

Vec3 normal_at(const SignedDistance& body, const Vec3& p) {
    Vec3 normal;
    for (int axis = 0; axis < 3; ++axis)
        normal[axis] = body.at(p + 1e-4 * Vec3::Unit(axis)) - body.at(p - 1e-4 * Vec3::Unit(axis));
    return normal.normalized();
}

/// Staggered rows of scales around a line through the body, leaving out the belly's side.
void lay_scales(std::vector<SignedDistance>& scales, const SignedDistance& body,
                const std::vector<TubePoint>& line, const Vec3& belly, double cover, double size_factor) {
    double travelled = 0, next = 0;
    int row = 0;
    for (std::size_t i = 1; i + 1 < line.size(); ++i) {
        travelled += (line[i].center - line[i - 1].center).norm();
        if (travelled < next) continue;
        const Vec3 along = (line[i + 1].center - line[i - 1].center).normalized();
        const Vec3 top = -(belly - belly.dot(along) * along).normalized();
        const Vec3 side = along.cross(top);
        const double radius = (skin_point(body, line[i].center, side) - line[i].center).norm();
        const double size = std::clamp(size_factor * radius, 0.045, 0.085);
        next = travelled + 1.25 * size;
        const int count = static_cast<int>(cover * radius / (1.45 * size));
        for (int k = -count; k <= count; ++k) {
            const double angle = (k + (row % 2) * 0.5) * 1.45 * size / radius;
            if (std::abs(angle) > cover) continue;
            const Vec3 direction = std::cos(angle) * top + std::sin(angle) * side;
            const Vec3 p = skin_point(body, line[i].center, direction);
            scales.push_back(scale_at(p, normal_at(body, p), along, size));
        }
        ++row;
    }
}

SignedDistance scales(const SignedDistance& body) {
    std::vector<SignedDistance> list;
    const std::vector<TubePoint> back = smooth_curve({{{0, 1.56, 0.0}, 0},
                                                      {{0, 1.35, -0.04}, 0},
                                                      {{0, 1.05, -0.02}, 0},
                                                      {{0, 0.75, 0}, 0},
                                                      {{0, 0.45, -0.02}, 0}},
                                                     30);
    lay_scales(list, body, back, {0, 0, 1}, 2.0, 0.25);
    std::vector<TubePoint> tail;
    const std::vector<TubePoint> coarse = tail_line();
    for (std::size_t i = 6; i + 2 < coarse.size(); ++i)
        for (int k = 0; k < 4; ++k)
            tail.push_back({coarse[i].center + 0.25 * k * (coarse[i + 1].center - coarse[i].center), 0});
    lay_scales(list, body, tail, {0, -1, 0}, 2.1, 0.4);
    return unite(std::move(list));
}

/// Broad plates across the chest and belly.
SignedDistance belly_plates(const SignedDistance& body) {
    std::vector<SignedDistance> plates;
    for (int i = 0; i < 9; ++i) {
        const double y = 1.36 - 0.118 * i;
        const double wide = 0.15 + 0.12 * std::sin(3.1416 * (i + 1) / 10.5);
        std::vector<TubePoint> line;
        for (int k = -6; k <= 6; ++k) {
            const double angle = wide / 0.3 * k / 6;
            const Vec3 p = skin_point(body, {0, y, -0.02}, {std::sin(angle), 0, std::cos(angle)});
            line.push_back({p - 0.028 * normal_at(body, p), 0.066 - 0.02 * std::abs(k) / 6.0});
        }
        plates.push_back(tube_distance(line));
    }
    return unite(std::move(plates));
}

}  // namespace

SignedDistance creature() {
    const SignedDistance body = torso();
    SignedDistance solid = smooth_union(body, unite({scales(body), belly_plates(body)}), 0.012);
    solid = smooth_union(solid, mirror_x(limbs()), 0.06);
    solid = smooth_union(solid, creature_head(), 0.06);
    const TubePoint tip = tail_line().back();
    const SignedDistance spade =
        unite({panel_distance(tip.center + Vec3(0, 0.02, -0.04), tip.center + Vec3(-0.15, 0.05, 0.1),
                              tip.center + Vec3(0, 0.12, 0.34), 0.06),
               panel_distance(tip.center + Vec3(0, 0.02, -0.04), tip.center + Vec3(0.15, 0.05, 0.1),
                              tip.center + Vec3(0, 0.12, 0.34), 0.06)});
    return smooth_union({solid, back_spines(), mirror_x(unite({head_ornaments(), wing()})), spade}, 0.025);
}

}  // namespace limpet::zoo
