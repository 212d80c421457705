#include "shapes/distance/frustum.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limpet {
namespace {

/// Of the frustum's size: a shorter way gives no direction.
constexpr double min_direction_ratio = 1e-9;

}  // namespace

Frustum::Frustum(double bottom_radius, double top_radius, double height, double rounding)
    : rounding_(rounding) {
    const double slant = std::hypot(height, bottom_radius - top_radius);
    side_ = {height / slant, (bottom_radius - top_radius) / slant};
    // The side, drawn in, is where side · (r, z) = inner.
    const double inner = side_.r * bottom_radius - rounding;
    const auto at = [&](double z) {
        const double radius = (inner - side_.z * z) / side_.r;
        return radius >= 0 ? MeridianPoint{radius, z} : MeridianPoint{0, inner / side_.z};
    };
    rims_ = {at(rounding), at(height - rounding)};
}

Frustum::Nearest Frustum::nearest(const MeridianPoint& p) const {
    const auto [bottom, top] = rims_;
    const double below = bottom.z - p.z, above = p.z - top.z,
                 beside = side_.r * (p.r - bottom.r) + side_.z * (p.z - bottom.z);
    if (below > 0 || above > 0 || beside > 0) return nearest_outside(p);
    const double distance = std::max({below, above, beside});
    const MeridianPoint normal = distance == beside  ? side_
                                 : distance == below ? MeridianPoint{0, -1}
                                                     : MeridianPoint{0, 1};
    return {distance, normal, {p.r - distance * normal.r, p.z - distance * normal.z}};
}

/// Of both discs and of the side.
Frustum::Nearest Frustum::nearest_outside(const MeridianPoint& p) const {
    const auto [bottom, top] = rims_;
    const double slant = std::hypot(top.r - bottom.r, top.z - bottom.z);
    const double along =
        std::clamp((p.z - bottom.z) * side_.r - (p.r - bottom.r) * side_.z, 0.0, slant) / slant;
    const MeridianPoint on_side{bottom.r + along * (top.r - bottom.r), bottom.z + along * (top.z - bottom.z)};
    Nearest best{std::hypot(p.r - on_side.r, p.z - on_side.z), side_, on_side};
    for (const auto& [disc, outward] : {std::pair(bottom, -1.0), std::pair(top, 1.0)}) {
        const MeridianPoint on{std::min(p.r, disc.r), disc.z};
        if (const double d = std::hypot(p.r - on.r, p.z - on.z); d < best.distance)
            best = {d, {0, outward}, on};
    }
    if (best.distance > min_direction_ratio * slant)
        best.normal = {(p.r - best.on.r) / best.distance, (p.z - best.on.z) / best.distance};
    return best;
}

}  // namespace limpet
