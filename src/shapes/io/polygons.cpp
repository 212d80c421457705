// Triangulation of a nearly flat polygon by ear clipping (Meisters, "Polygons have ears", 1975).
//
//     n = Σ pᵢ × pᵢ₊₁            Newell's normal, twice the polygon's area vector
//     corner i is convex   iff   (pᵢ − pᵢ₋₁) × (pᵢ₊₁ − pᵢ) · n > 0
//     corner i is an ear   iff   it is convex and no other corner lies in its triangle, seen along n
//
// Triangles and quadrilaterals are most of what files hold, hence the fan for convex polygons. We deviate in
// not projecting to a plane: all tests are triple products with n.

#include "shapes/io/polygons.h"

#include <Eigen/Geometry>

namespace limpet::io {

namespace {

constexpr std::size_t most_corners = 400;  // the search for ears is cubic

struct Polygon {
    const std::vector<Vec3>& points;
    std::vector<int> corners;
    Vec3 normal;

    const Vec3& at(std::size_t i) const { return points[corners[i % corners.size()]]; }

    double turn(const Vec3& a, const Vec3& b, const Vec3& c) const {
        return (b - a).cross(c - b).dot(normal);
    }

    bool convex() const {
        for (std::size_t i = 0; i < corners.size(); ++i)
            if (turn(at(i), at(i + 1), at(i + 2)) < 0) return false;
        return true;
    }

    bool is_ear(std::size_t i) const {
        const std::size_t n = corners.size();
        const Vec3 &a = at(i + n - 1), &b = at(i), &c = at(i + 1);
        if (!(turn(a, b, c) > 0)) return false;
        for (std::size_t j = i + 2; j < i + n - 1; ++j) {
            const Vec3& p = at(j);
            if (p == a || p == b || p == c) continue;
            if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
        }
        return true;
    }
};

Vec3 newell_normal(std::span<const int> corners, const std::vector<Vec3>& points) {
    const Vec3& origin = points[corners[0]];
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        normal += (points[corners[i]] - origin).cross(points[corners[i + 1]] - origin);
    return normal;
}

void fan(std::span<const int> corners, std::vector<Triangle>& triangles) {
    for (std::size_t i = 1; i + 1 < corners.size(); ++i)
        triangles.push_back({corners[0], corners[i], corners[i + 1]});
}

}  // namespace

bool triangulate(std::span<const int> corners, const std::vector<Vec3>& points,
                 std::vector<Triangle>& triangles) {
    if (corners.size() <= 3) {
        fan(corners, triangles);
        return true;
    }
    Polygon polygon{points, {corners.begin(), corners.end()}, newell_normal(corners, points)};
    const bool convex = polygon.convex();
    if (convex || corners.size() > most_corners) {
        fan(corners, triangles);
        return convex;
    }
    while (polygon.corners.size() > 3) {
        const std::size_t n = polygon.corners.size();
        std::size_t ear = 0;
        while (ear < n && !polygon.is_ear(ear)) ++ear;
        if (ear == n) {
            fan(polygon.corners, triangles);
            return false;
        }
        triangles.push_back(
            {polygon.corners[(ear + n - 1) % n], polygon.corners[ear], polygon.corners[(ear + 1) % n]});
        polygon.corners.erase(polygon.corners.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    fan(polygon.corners, triangles);
    return true;
}

}  // namespace limpet::io
