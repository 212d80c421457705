#include "detect/feature_normals.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "detect/detection_constants.h"

namespace limpet {

TriangleNormal FeatureNormals::measured_triangle(int simplex) const {
    const auto& [a, b, c] = complex_.simplices()[simplex].vertices;
    const Vec3 scaled = (positions_[b] - positions_[a]).cross(positions_[c] - positions_[a]);
    return {scaled, scaled.squaredNorm(), scaled.stableNormalized()};
}

Vec3 FeatureNormals::measured_edge(int edge) const {
    Vec3 sum = Vec3::Zero();
    for (const int simplex : complex_.simplices_of_edge(edge))
        if (simplex >= 0) sum += triangle(simplex);
    return sum.stableNormalized();
}

Vec3 FeatureNormals::measured_vertex(int vertex) const {
    Vec3 sum = Vec3::Zero();
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        sum += angle_at(*t, vertex) * triangle(*t);
    return sum.stableNormalized();
}

double FeatureNormals::angle_at(int simplex, int vertex) const {
    const auto& v = complex_.simplices()[simplex].vertices;
    const int k = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
    const Vec3 to_next = positions_[v[(k + 1) % 3]] - positions_[vertex];
    const Vec3 to_last = positions_[v[(k + 2) % 3]] - positions_[vertex];
    return std::atan2(to_next.cross(to_last).norm(), to_next.dot(to_last));
}

int FeatureNormals::edge_of(int simplex, const std::array<double, 3>& weights) const {
    const auto& s = complex_.simplices()[simplex];
    for (int k = 0; k < 3; ++k)
        if (s.edges[k] >= 0 && weights[k] > 0 && weights[(k + 1) % 3] > 0 && weights[(k + 2) % 3] == 0)
            return s.edges[k];
    return -1;
}

Vec3 FeatureNormals::at(int simplex, const std::array<double, 3>& weights, bool& boundary) const {
    const auto& s = complex_.simplices()[simplex];
    boundary = s.corners() < 3;
    if (boundary) return Vec3::Zero();
    const int support = (weights[0] > 0) + (weights[1] > 0) + (weights[2] > 0);
    if (support == 3) return triangle(simplex);
    if (support == 2) {
        const int e = edge_of(simplex, weights);
        boundary = complex_.simplices_of_edge(e)[1] < 0;
        return edge(e);
    }
    const int v = s.vertices[weights[0] > 0 ? 0 : weights[1] > 0 ? 1 : 2];
    for (const int* t = complex_.triangles_begin(v); t != complex_.triangles_end(v); ++t)
        for (int k = 0; k < 3; ++k) {
            const int e = complex_.simplices()[*t].edges[k];
            const Edge& ends = complex_.edges()[e];
            if ((ends[0] == v || ends[1] == v) && complex_.simplices_of_edge(e)[1] < 0) boundary = true;
        }
    return vertex(v);
}

std::vector<Vec3> FeatureNormals::faces_at(int simplex, const std::array<double, 3>& weights) const {
    const auto& s = complex_.simplices()[simplex];
    std::vector<Vec3> faces;
    if (const int e = edge_of(simplex, weights); e >= 0) {
        for (const int t : complex_.simplices_of_edge(e))
            if (t >= 0) faces.push_back(triangle(t));
        return faces;
    }
    const int v = s.vertices[weights[0] > 0 ? 0 : weights[1] > 0 ? 1 : 2];
    for (const int* t = complex_.triangles_begin(v); t != complex_.triangles_end(v); ++t)
        faces.push_back(triangle(*t));
    return faces;
}

bool FeatureNormals::is_foremost(int vertex, const Vec3& towards, double slack) const {
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        for (const int other : complex_.simplices()[*t].vertices) {
            const Vec3 edge = positions_[other] - positions_[vertex];
            if (edge.dot(towards) > slack * edge.norm()) return false;
        }
    return true;
}

bool FeatureNormals::passes_behind(int vertex, const Vec3& normal, const Vec3& origin,
                                   const Vec3& outward) const {
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        for (const int other : complex_.simplices()[*t].vertices) {
            const Vec3 edge = positions_[other] - positions_[vertex];
            if (edge.dot(normal) < -steep_edge_sine * edge.norm() &&
                (positions_[other] - origin).dot(outward) > 0)
                return true;
        }
    return false;
}

bool FeatureNormals::reaches_behind(int vertex, const Vec3& outward, const Vec3& origin) const {
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        for (const int other : complex_.simplices()[*t].vertices) {
            const Vec3 edge = positions_[other] - positions_[vertex];
            if (edge.dot(outward) < -steep_edge_sine * edge.norm() &&
                (positions_[other] - origin).dot(outward) < 0)
                return true;
        }
    return false;
}

double FeatureNormals::measured_mean_edge(int vertex) const {
    double sum = 0;
    int count = 0;
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        for (const int other : complex_.simplices()[*t].vertices) {
            sum += (positions_[other] - positions_[vertex]).norm();
            count += other != vertex;
        }
    return count > 0 ? sum / count : 0;
}

int FeatureNormals::faced_way(int simplex, std::span<const Vec3> ways) const {
    if (ways.empty()) return -1;
    const bool two_sided = complex_.is_sheet();
    const Vec3 normal = scaled(simplex);
    const auto along = [&](const Vec3& way) {
        return two_sided ? std::abs(normal.dot(way)) : normal.dot(way);
    };
    std::size_t best = 0;
    for (std::size_t i = 1; i < ways.size(); ++i)
        if (along(ways[i]) > along(ways[best])) best = i;
    return along(ways[best]) > in_patch * normal.norm() ? static_cast<int>(best) : -1;
}

std::vector<FeatureNormals::FacingArea> FeatureNormals::facing_areas(int vertex,
                                                                     const std::vector<Vec3>& ways) const {
    std::vector<FacingArea> areas(ways.size());
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        if (const int way = faced_way(*t, ways); way >= 0) {
            areas[way].area += scaled(*t).norm() / 6;
            ++areas[way].triangles;
        }
    return areas;
}

double FeatureNormals::facing(int vertex, const Vec3& towards) const {
    double most = -1;
    for (const int* t = complex_.triangles_begin(vertex); t != complex_.triangles_end(vertex); ++t)
        most = std::max(most, triangle(*t).dot(towards));
    return most;
}

bool FeatureNormals::faces(int vertex, const Vec3& towards) const {
    return complex_.is_sheet() || complex_.triangles_begin(vertex) == complex_.triangles_end(vertex) ||
           facing(vertex, towards) > grazing_face_sine;
}

}  // namespace limpet
