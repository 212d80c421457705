#include "render/studio.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

/// A disc from a square that keeps areas and neighbourhoods: P. Shirley and K. Chiu, A low distortion map
/// between disk and square, JGT 2(3), 1997.
Eigen::Vector2f disc_point(const SquarePoint& sample) {
    const float a = 2 * sample.x - 1, b = 2 * sample.y - 1;
    if (a == 0 && b == 0) return {0, 0};
    const bool wide = std::abs(a) > std::abs(b);
    const float radius = wide ? a : b;
    const float angle = wide ? pi_float / 4 * (b / a) : pi_float / 2 - pi_float / 4 * (a / b);
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Two unit vectors orthogonal to n and each other: T. Duff et al., Building an orthonormal basis, revisited,
/// JCGT 6(1), 2017.
void make_basis(const Vec3f& n, Vec3f& s, Vec3f& t) {
    const float sign = std::copysign(1.0f, n.z());
    const float a = -1 / (sign + n.z());
    const float b = n.x() * n.y() * a;
    s = {1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x()};
    t = {b, sign + n.y() * n.y() * a, -n.y()};
}

Vec3f raised(const Vec3& level, const Vec3& up, double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return (std::cos(angle) * level + std::sin(angle) * up).normalized().cast<float>();
}

}  // namespace

Studio make_studio(const View& view, const Vec3& up) {
    Vec3 towards = -(view.forward - up * up.dot(view.forward));
    if (towards.norm() < 1e-3) towards = -(view.up - up * up.dot(view.up));
    towards.normalize();
    const Vec3 left = towards.cross(up);
    Studio studio;
    studio.up = up.cast<float>();
    studio.key = raised(0.62 * towards + 0.78 * left, up, 52);
    make_basis(studio.key, studio.key_across, studio.key_along);
    studio.key_across *= key_radius;
    studio.key_along *= key_radius;
    studio.rim = raised(-0.75 * towards - 0.66 * left, up, 28);
    return studio;
}

Light Studio::ambient(const Vec3f& direction) const {
    const Light zenith{0.40f, 0.43f, 0.48f}, horizon{0.30f, 0.31f, 0.33f}, floor{0.20f, 0.19f, 0.18f};
    const float height = direction.dot(up);
    if (height > 0) return horizon + height * (zenith - horizon);
    return horizon + std::min(1.0f, -3 * height) * (floor - horizon);
}

Light Studio::sky(const Vec3f& direction) const {
    const Light warm{0.86f, 0.81f, 0.74f};
    const float towards_rim = std::max(0.0f, direction.dot(rim));
    const float lobe = towards_rim * towards_rim * towards_rim;
    return ambient(direction) + lobe * lobe * warm;
}

Vec3f Studio::key_direction(const SquarePoint& sample) const {
    const Eigen::Vector2f disc = disc_point(sample);
    return (key + disc.x() * key_across + disc.y() * key_along).normalized();
}

float Studio::ground_presence(const Vec3f& point) const {
    constexpr float whole = 2.5f, gone = 7.0f;
    const Vec3f level = point - up * up.dot(point);
    const float part = std::clamp((gone - level.norm()) / (gone - whole), 0.0f, 1.0f);
    return part * part * (3 - 2 * part);
}

Light background(float x, float y) {
    const Light middle{0.93f, 0.935f, 0.945f}, corner{0.76f, 0.77f, 0.79f};
    const float away = std::min(1.0f, (x * x + (y - 0.15f) * (y - 0.15f)) / 2.4f);
    return middle + away * (corner - middle);
}

Vec3f cosine_direction(const Vec3f& normal, const SquarePoint& sample) {
    Vec3f s, t;
    make_basis(normal, s, t);
    const Eigen::Vector2f disc = disc_point(sample);
    const float height = std::sqrt(std::max(0.0f, 1 - disc.squaredNorm()));
    return disc.x() * s + disc.y() * t + height * normal;
}

}  // namespace limpet
