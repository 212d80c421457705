#include "detect/round/placed_solid.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "detect/detection_constants.h"

namespace limpet {

namespace {

Frustum frustum_of(const RoundSolid& solid, double height) {
    const double widest = std::max(solid.bottom_radius, solid.top_radius);
    return {solid.bottom_radius, solid.top_radius, height, rim_rounding_ratio * std::min(widest, height)};
}

/// Of the height, from the bottom.
double centroid_share(const RoundSolid& solid) {
    const double R = solid.bottom_radius, r = solid.top_radius;
    return (R * R + 2 * R * r + 3 * r * r) / (4 * (R * R + R * r + r * r));
}

}  // namespace

PlacedSolid::PlacedSolid(const DetectionSurface& surface, std::optional<Vec3> axis_ahead)
    : solid_(*surface.complex().round_solid()),
      origin_(surface.positions()[solid_.bottom]),
      axis_((surface.positions()[solid_.top] - origin_).normalized()),
      axis_ahead_(axis_ahead),
      height_((surface.positions()[solid_.top] - origin_).norm()),
      center_of_mass_(height_ * centroid_share(solid_)),
      frustum_(frustum_of(solid_, height_)) {
    const Vec3 side = surface.positions()[solid_.side] - origin_;
    ahead_ = (side - side.dot(axis_) * axis_).normalized();
}

PlacedSolid::Nearest PlacedSolid::nearest(const Vec3& p) const {
    const Vec3 d = p - origin_;
    const double z = d.dot(axis_);
    const Vec3 across = d - z * axis_;
    const double r = across.norm();
    const Vec3 out = r > min_rim_direction_ratio * rounding() ? Vec3(across / r) : ahead_;
    const Frustum::Nearest nearest = frustum_.nearest({r, z});
    return {nearest.distance - rounding(), nearest.normal.r * out + nearest.normal.z * axis_};
}

std::optional<Vec3> PlacedSolid::foremost(const Vec3& towards, const Vec3& axis) {
    const Vec3 across = towards - towards.dot(axis) * axis;
    const double length = across.norm();
    return length > lying_flat_sine ? std::optional<Vec3>(across / length) : std::nullopt;
}

Vec3 PlacedSolid::lever(int end, double angle, const Vec3& u, const Vec3& axis) const {
    return (rim(end).z - center_of_mass_) * axis +
           radius(end) * (std::cos(angle) * u + std::sin(angle) * axis.cross(u));
}

std::vector<PlacedSolid::RimPoint> PlacedSolid::rim_points(const Vec3& towards) const {
    const Vec3 u = foremost_now(towards), center_of_mass = on_axis_at(center_of_mass_);
    const std::optional<Vec3> u_ahead = axis_ahead_ ? foremost(towards, *axis_ahead_) : std::nullopt;
    // What turns about half of its rim in half a step has no foremost point.
    const bool moves = u_ahead && u_ahead->dot(u) > max_rim_turn_cosine;
    const double along = towards.dot(axis_), across = std::sqrt(std::max(0.0, 1 - along * along));
    const auto forward = [&](const MeridianPoint& rim) { return rim.z * along + rim.r * across; };
    const double front = std::max(forward(rim(0)), forward(rim(1)));
    const double leaning = std::hypot(rim(1).r - rim(0).r, rim(1).z - rim(0).z) * touching_rim_sine;
    std::vector<RimPoint> points;
    for (const int end : {0, 1}) {
        if (front - forward(rim(end)) > leaning) continue;
        const bool faces = (end == 0 ? -along : along) > std::sqrt(1 - touching_rim_sine * touching_rim_sine);
        const int count = radius(end) > 0 && faces ? points_of_rim : 1;
        for (int k = 0; k < count; ++k) {
            const double angle = 2 * std::numbers::pi * k / points_of_rim;
            const Vec3 own = lever(end, angle, u, axis_);
            points.push_back(
                {center_of_mass + own, end * points_of_rim + k,
                 moves ? Vec3(lever(end, angle, *u_ahead, *axis_ahead_) - own) : Vec3(Vec3::Zero())});
        }
    }
    return points;
}

std::array<Vec3, 2> PlacedSolid::generator(const Vec3& towards) const {
    const Vec3 u = foremost_now(towards);
    return {center(0) + radius(0) * u, center(1) + radius(1) * u};
}

Vec3 PlacedSolid::support(const Vec3& towards) const {
    const std::array<Vec3, 2> ends = generator(towards);
    return towards.dot(ends[0] - ends[1]) >= 0 ? ends[0] : ends[1];
}

SurfacePoint PlacedSolid::on_axis(const Vec3& p) const {
    const double share = std::clamp((p - origin_).dot(axis_) / height_, 0.0, 1.0);
    return {{solid_.bottom, solid_.top, -1}, {1 - share, share, 0}};
}

Vec3 PlacedSolid::position(const SurfacePoint& on_axis) const {
    return origin_ + on_axis.weights[1] * height_ * axis_;
}

Box3 PlacedSolid::box() const {
    Box3 box;
    const Vec3 across = (Vec3::Ones() - axis_.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
    for (const int end : {0, 1}) {
        const Vec3 half = radius(end) * across + Vec3::Constant(rounding());
        box.extend(center(end) - half);
        box.extend(center(end) + half);
    }
    return box;
}

}  // namespace limpet
