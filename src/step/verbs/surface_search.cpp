#include "step/verbs/surface_search.h"

#include <Eigen/Geometry>
#include <limits>

#include "core/box.h"
#include "shapes/distance/triangle_tree.h"

namespace limpet {
namespace {

/// Of a point in the plane of a triangle; of one without area, the nearest corner's.
Vec3 weights_of(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 n = (b - a).cross(c - a);
    const double area = n.squaredNorm();
    if (!(area > 0)) {
        const std::array<double, 3> apart = {(p - a).norm(), (p - b).norm(), (p - c).norm()};
        Vec3 weights = Vec3::Zero();
        weights[std::min_element(apart.begin(), apart.end()) - apart.begin()] = 1;
        return weights;
    }
    const double u = n.dot((b - p).cross(c - p)) / area, v = n.dot((c - p).cross(a - p)) / area;
    return {u, v, 1 - u - v};
}

/// Does the line from `origin` meet the box before `limit`?
bool meets_box(const Box3& box, const Vec3& origin, const Vec3& direction, double limit) {
    double enter = 0, leave = limit;
    for (int k = 0; k < 3; ++k) {
        if (direction[k] == 0) {
            if (origin[k] < box.min()[k] || origin[k] > box.max()[k]) return false;
            continue;
        }
        const double a = (box.min()[k] - origin[k]) / direction[k],
                     b = (box.max()[k] - origin[k]) / direction[k];
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave;
}

}  // namespace

TrianglePoint nearest_surface_point(const Surface& surface, const Vec3& place) {
    TrianglePoint nearest;
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : surface.triangles) {
        const Vec3 &a = surface.positions[t[0]], &b = surface.positions[t[1]], &c = surface.positions[t[2]];
        const Vec3 x = closest_on_triangle(place, a, b, c);
        const double distance = (x - place).squaredNorm();
        if (!(distance < least)) continue;
        least = distance;
        nearest = {t, weights_of(x, a, b, c)};
    }
    return nearest;
}

std::optional<RayHit> first_hit(const Surface& surface, const Vec3& origin, const Vec3& direction,
                                double limit) {
    Box3 box;
    for (const Vec3& x : surface.positions) box.extend(x);
    if (box.isEmpty() || !meets_box(box, origin, direction, limit)) return {};
    std::optional<RayHit> hit;
    for (int i = 0; i < static_cast<int>(surface.triangles.size()); ++i) {
        const Triangle& t = surface.triangles[i];
        const Vec3& a = surface.positions[t[0]];
        const Vec3 e1 = surface.positions[t[1]] - a, e2 = surface.positions[t[2]] - a, from = origin - a;
        // origin + d direction = a + v e1 + w e2, by Cramer's rule.
        const Vec3 across = direction.cross(e2);
        const double determinant = e1.dot(across);
        if (determinant == 0) continue;
        const Vec3 turned = from.cross(e1);
        const double v = from.dot(across) / determinant, w = direction.dot(turned) / determinant,
                     d = e2.dot(turned) / determinant;
        if (!(v >= 0 && w >= 0 && v + w <= 1 && d >= 0 && d < limit)) continue;
        limit = d;
        hit = RayHit{i, {1 - v - w, v, w}, d};
    }
    return hit;
}

}  // namespace limpet
