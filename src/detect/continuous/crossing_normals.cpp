#include "detect/continuous/crossing_normals.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"

namespace limpet {
namespace {

double size_of(const MovingSimplex& s) {
    return s.corners > 1 ? (s.start[1] - s.start[0]).norm() : 0;
}

/// Of the two points at t*; zero where they are too near at the start to tell.
Vec3 direction(const Approach& near, double size) {
    const double length = near.difference.norm();
    if (!(length > 0) || (near.time == 0 && length <= min_crossing_direction_ratio * size))
        return Vec3::Zero();
    return near.difference / length;
}

/// Of an edge; zero if it is one of a surface with two sides.
Vec3 outward_of(const MovingSurface& surface, int edge, double t) {
    return surface.complex().radius() > 0 ? Vec3(Vec3::Zero()) : surface.edge_normal(edge, t);
}

bool can_meet(const MovingSurface& surface, int edge, const Vec3& towards, double t) {
    return surface.complex().is_sheet() ||
           surface.edge_is_foremost(edge, towards, t, surface.surface().flat());
}

}  // namespace

Vec3 CrossingNormals::of_vertex(int vertex, int simplex, const Approach& near) const {
    const double t = near.time;
    const Vec3 straight = direction(near, size_of(other_.simplex(simplex)));
    Vec3 outward = Vec3::Zero();
    const bool on_foremost_rim = is_foremost_on_rim(simplex, near, straight, outward);
    const bool two_sided = other_.complex().radius() > 0 || outward.isZero();
    if (two_sided && !straight.isZero()) {
        // Round shapes are smooth: they have a face everywhere.
        const bool on_rim =
            other_.complex().simplices()[simplex].corners() == 3 && support(near.second_weights) < 3;
        const bool meets = on_rim ? can_meet_rim(vertex, straight, t) : can_meet_face(vertex, straight, t);
        return meets ? straight : Vec3(Vec3::Zero());
    }
    if (!two_sided && straight.dot(outward) < 0) return Vec3::Zero();
    if (!straight.isZero() && on_foremost_rim && can_meet_rim(vertex, straight, t)) return straight;
    const Vec3 own = other_.triangle_normal(simplex, t);
    if (own.isZero()) return against_motion(vertex, simplex, near);
    return can_meet_face(vertex, own, t) ? own : Vec3(Vec3::Zero());
}

/// Where neither the points nor a face without area give a direction: it is always safe.
Vec3 CrossingNormals::against_motion(int vertex, int simplex, const Approach& near) const {
    const MovingSimplex point = own_.vertex(vertex), face = other_.simplex(simplex);
    const Vec3 motion = point.motion[0] - (face.at(near.second_weights, 1) - face.at(near.second_weights, 0));
    return motion.isZero() ? Vec3(Vec3::Zero()) : Vec3(-motion.normalized());
}

/// True if the nearest point is on a rim of the face whose faces fall back from it; `outward` is the normal
/// there, zero where the surface has no inside.
bool CrossingNormals::is_foremost_on_rim(int simplex, const Approach& near, const Vec3& straight,
                                         Vec3& outward) const {
    const auto& s = other_.complex().simplices()[simplex];
    const std::array<double, 3>& w = near.second_weights;
    const int corners = support(w);
    outward = other_.triangle_normal(simplex, near.time);
    if (corners == 3) return false;
    for (int k = 0; k < 3; ++k) {
        if (corners == 2 && s.edges[k] >= 0 && w[k] > 0 && w[(k + 1) % 3] > 0) {
            outward = other_.edge_normal(s.edges[k], near.time);
            return other_.edge_is_foremost(s.edges[k], straight, near.time, 0);
        }
        if (corners == 1 && w[k] > 0) {
            outward = other_.vertex_normal(s.vertices[k], near.time);
            return other_.vertex_is_foremost(s.vertices[k], straight, near.time, 0);
        }
    }
    return false;
}

bool CrossingNormals::can_meet_rim(int vertex, const Vec3& normal, double t) const {
    if (own_.complex().is_sheet()) return true;
    // What is flat is foremost on both sides. What is thick has no inside to tell from which it comes: only
    // the vertex does.
    const bool comes_from_inside = other_.complex().radius() > 0 && !vertex_faces(vertex, normal, t);
    return !comes_from_inside && own_.vertex_is_foremost(vertex, -normal, t, own_.surface().flat());
}

bool CrossingNormals::can_meet_face(int vertex, const Vec3& normal, double t) const {
    return faces(vertex, normal, t, crossing_patch_cosine) || can_meet_rim(vertex, normal, t);
}

bool CrossingNormals::faces(int vertex, const Vec3& normal, double t, double cosine) const {
    const CollisionComplex& complex = own_.complex();
    const int *begin = complex.triangles_begin(vertex), *end = complex.triangles_end(vertex);
    return begin == end ||
           std::any_of(begin, end, [&](int s) { return own_.triangle_normal(s, t).dot(normal) < -cosine; });
}

bool CrossingNormals::vertex_faces(int vertex, const Vec3& normal, double t) const {
    return own_.complex().is_sheet() || faces(vertex, normal, t, 0);
}

Vec3 CrossingNormals::of_edges(int first_edge, int second_edge, const Approach& near) const {
    const double t = near.time;
    const MovingSimplex first = own_.edge(first_edge), second = other_.edge(second_edge);
    const Vec3 along = (first.at(1, t) - first.at(0, t)).normalized(),
               across = (second.at(1, t) - second.at(0, t)).normalized();
    Vec3 normal = along.cross(across);
    if (!(normal.norm() > parallel_crossing_sine)) normal = direction(near, size_of(first));
    if (normal.isZero()) return normal;
    normal.normalize();
    const Vec3 outward = outward_of(other_, second_edge, t) - outward_of(own_, first_edge, t);
    const double side = normal.dot(first.at(near.first_weights, 0) - second.at(near.second_weights, 0));
    const double reference = std::abs(side) > tolerance_ || outward.isZero() ? side : normal.dot(outward);
    if (reference < 0) normal = -normal;
    const bool meet = normal.dot(outward) >= 0 && can_meet(own_, first_edge, -normal, t) &&
                      can_meet(other_, second_edge, normal, t);
    return meet ? normal : Vec3(Vec3::Zero());
}

bool CrossingNormals::edges_face(int first_edge, int second_edge, const Vec3& normal, double t) const {
    constexpr double slack = DetectionSurface::nearly_flat;
    return own_.edge_is_foremost(first_edge, -normal, t, slack) &&
           other_.edge_is_foremost(second_edge, normal, t, slack);
}

}  // namespace limpet
