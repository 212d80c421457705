#include "detect/shared_rims.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

/// A point within a hair of a corner is taken as the corner, where more faces meet.
std::array<double, 3> at_corner(const std::array<double, 3>& weights) {
    for (int k = 0; k < 3; ++k)
        if (weights[k] > 1 - resting_motion_ratio)
            return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0};
    return weights;
}

}  // namespace

bool SharedRims::is_at_rim(int vertex, double distance) const {
    return distance <= at_rim_ratio * mean_edge(vertex);
}

/// Asked for again and again of one vertex after the other.
double SharedRims::mean_edge(int vertex) const {
    if (vertex != measured_) {
        measured_ = vertex;
        mean_edge_ = own_normals_.mean_edge(vertex);
    }
    return mean_edge_;
}

bool SharedRims::is_beside(int triangle, int vertex, const Vec3& face) const {
    const auto& simplex = other_.complex().simplices()[triangle];
    if (own_.complex().radius() > 0 || simplex.corners() < 3) return false;
    const Vec3 normal = other_normals_.triangle(triangle);
    const double cosine = normal.dot(face);
    if (cosine < opposite_faces_cosine || cosine > same_side_cosine ||
        !own_normals_.is_foremost(vertex, -face))
        return false;
    return (own_normals_.facing(vertex, -normal) < std::max(cosine, 0.0) + FeatureNormals::bent &&
            own_normals_.reaches_behind(vertex, normal, other_.positions()[simplex.vertices[0]])) ||
           passes_rims_near(triangle, vertex, normal);
}

bool SharedRims::is_beside(const VertexCandidate& rival, const VertexCandidate& c) const {
    return other_.complex().simplices()[c.simplex].corners() == 3 &&
           is_at_rim(c.vertex, std::sqrt(c.nearest.squared_distance)) &&
           is_beside(rival.simplex, c.vertex, other_normals_.triangle(c.simplex));
}

bool SharedRims::over_rim(const VertexCandidate& c, const Vec3& difference, Vec3& normal) const {
    if (own_.complex().radius() > 0 || own_normals_.is_foremost(c.vertex, -normal)) return false;
    const double offset = over_rim_ratio * mean_edge(c.vertex);
    const bool at_shared_rim = is_at_rim(c.vertex, difference.norm());
    std::optional<Vec3> best;
    for (const Vec3& face : other_normals_.faces_at(c.simplex, at_corner(c.nearest.weights)))
        if ((difference - difference.dot(face) * face).norm() <= offset &&
            (best ? face.dot(normal) > best->dot(normal) : at_shared_rim || face.dot(normal) > 0) &&
            own_normals_.is_foremost(c.vertex, -face))
            best = face;
    if (!best) return false;
    normal = *best;
    return true;
}

bool SharedRims::slides_past_rim(const VertexCandidate& c, const Vec3& normal) const {
    const bool over_face = other_.complex().simplices()[c.simplex].corners() == 3 &&
                           other_normals_.triangle(c.simplex).dot(normal) > same_triangle_cosine;
    return over_face && passes_rims_near(c.simplex, c.vertex, normal);
}

bool SharedRims::passes_rims_near(int triangle, int vertex, const Vec3& normal) const {
    if (other_.complex().is_sheet() || own_.complex().radius() > 0 ||
        own_normals_.is_foremost(vertex, -normal))
        return false;
    const std::array<int, 3> beside = neighbours(triangle);
    return passes_rim_of(triangle, vertex, normal) || std::any_of(beside.begin(), beside.end(), [&](int t) {
               return t >= 0 && other_normals_.triangle(t).dot(normal) > same_side_cosine &&
                      passes_rim_of(t, vertex, normal);
           });
}

/// Triangles beyond the sides of one; −1 where there is none.
std::array<int, 3> SharedRims::neighbours(int triangle) const {
    std::array<int, 3> beyond;
    for (int k = 0; k < 3; ++k) {
        const auto [s, t] =
            other_.complex().simplices_of_edge(other_.complex().simplices()[triangle].edges[k]);
        beyond[k] = s == triangle ? t : s;
    }
    return beyond;
}

bool SharedRims::passes_rim_of(int triangle, int vertex, const Vec3& normal) const {
    const auto& v = other_.complex().simplices()[triangle].vertices;
    const std::vector<Vec3>& x = other_.positions();
    const std::array<int, 3> beyond = neighbours(triangle);
    for (int k = 0; k < 3; ++k) {
        if (beyond[k] < 0 || other_normals_.triangle(beyond[k]).dot(normal) > same_side_cosine) continue;
        const Vec3 outward = (x[v[(k + 1) % 3]] - x[v[k]]).cross(normal);
        if (own_normals_.passes_behind(vertex, normal, x[v[k]], outward)) return true;
    }
    return false;
}

}  // namespace limpet
