/// Closest point on a triangle by its Voronoi regions (Ericson, Real-Time Collision Detection, 2005,
/// section 5.1.5).
#include "shapes/distance/triangle_tree.h"

#include <algorithm>
#include <cmath>

namespace limpet {
namespace {

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 ab = b - a;
    const double length2 = ab.squaredNorm();
    if (length2 == 0) return a;
    return a + std::clamp((p - a).dot(ab) / length2, 0.0, 1.0) * ab;
}

Vec3 closest_on_sides(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    Vec3 best = closest_on_segment(p, a, b);
    for (const Vec3& candidate : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)})
        if ((candidate - p).squaredNorm() < (best - p).squaredNorm()) best = candidate;
    return best;
}

}  // namespace

Vec3 closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, ap = p - a;
    const double d1 = ab.dot(ap), d2 = ac.dot(ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const Vec3 bp = p - b;
    const double d3 = ab.dot(bp), d4 = ac.dot(bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const double vc = d1 * d4 - d3 * d2;
    const Vec3 cp = p - c;
    const double d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const double vb = d5 * d2 - d1 * d6;
    const double va = d3 * d6 - d5 * d4;
    // A needle's cross products are rounding noise; its sides are not.
    const double scale = ab.squaredNorm() * ac.squaredNorm();
    if (!(va + vb + vc > 1e-14 * scale)) return closest_on_sides(p, a, b, c);
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + d1 / (d1 - d3) * ab;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + d2 / (d2 - d6) * ac;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b);
    const double sum = va + vb + vc;
    return a + vb / sum * ab + vc / sum * ac;
}

TriangleTree::TriangleTree(const TriMesh& mesh) {
    std::vector<Box3> boxes;
    boxes.reserve(mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles) {
        Box3 box(mesh.vertices[a]);
        box.extend(mesh.vertices[b]);
        box.extend(mesh.vertices[c]);
        boxes.push_back(box);
    }
    boxes_ = BoxTree(boxes);
    corners_.reserve(mesh.triangles.size());
    place_of_.resize(mesh.triangles.size());
    for (const int t : boxes_.items()) {
        const auto& [a, b, c] = mesh.triangles[t];
        place_of_[t] = static_cast<int>(corners_.size());
        corners_.push_back({mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]});
    }
}

ClosestPoint TriangleTree::closest(const Vec3& point, double limit) const {
    ClosestPoint result;
    double best = limit * limit;
    boxes_.search_nearest(point, best, [&](int triangle, double& best2) {
        const auto& [a, b, c] = corners_[place_of_[triangle]];
        const Vec3 candidate = closest_on_triangle(point, a, b, c);
        const double distance2 = (candidate - point).squaredNorm();
        if (distance2 < best2 || (result.triangle < 0 && distance2 <= best2)) {
            best2 = distance2;
            result.triangle = triangle;
            result.point = candidate;
        }
    });
    if (result.triangle >= 0) result.distance = std::sqrt(best);
    return result;
}

}  // namespace limpet
