#pragma once

/// Meshes and sums for tests of layered depth images.

#include <Eigen/Geometry>
#include <map>

#include "detect/ldi/overlap_volumes.h"
#include "shapes/meshes/meshes.h"

namespace limpet::testing_support {

inline TriMesh placed(TriMesh mesh, const Vec3& at, const Vec3& turn = Vec3::Zero()) {
    const double angle = turn.norm();
    const Mat3 rotation =
        angle > 0 ? Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() : Mat3::Identity();
    for (Vec3& v : mesh.vertices) v = at + rotation * v;
    return mesh;
}

inline std::vector<LdiSurface> surfaces_of(const std::vector<TriMesh>& meshes) {
    std::vector<LdiSurface> surfaces;
    for (std::size_t i = 0; i < meshes.size(); ++i)
        surfaces.push_back({&meshes[i].vertices, &meshes[i].triangles, static_cast<int>(i)});
    return surfaces;
}

inline std::vector<OverlapVolume> overlaps_of(const std::vector<TriMesh>& meshes, const LdiSettings& settings,
                                              LdiReport* report = nullptr) {
    return overlap_volumes(surfaces_of(meshes), settings, report);
}

inline double total_volume(const std::vector<OverlapVolume>& overlaps) {
    double sum = 0;
    for (const OverlapVolume& overlap : overlaps) sum += overlap.volume;
    return sum;
}

/// By surface and vertex, over all overlaps.
inline std::map<std::array<int, 2>, Vec3> total_gradient(const std::vector<OverlapVolume>& overlaps) {
    std::map<std::array<int, 2>, Vec3> sums;
    const auto add = [&](int surface, const std::vector<VertexGradient>& list) {
        for (const auto& [vertex, gradient, area, patch] : list)
            sums.try_emplace({surface, vertex}, Vec3::Zero()).first->second += gradient;
    };
    for (const OverlapVolume& overlap : overlaps) {
        add(overlap.first, overlap.on_first);
        add(overlap.second, overlap.on_second);
    }
    return sums;
}

inline Vec3 sum_of(const std::vector<VertexGradient>& list) {
    Vec3 sum = Vec3::Zero();
    for (const VertexGradient& g : list) sum += g.gradient;
    return sum;
}

inline double absolute_sum(const OverlapVolume& overlap) {
    double sum = 0;
    for (const auto* list : {&overlap.on_first, &overlap.on_second})
        for (const VertexGradient& g : *list) sum += g.gradient.cwiseAbs().sum();
    return sum;
}

/// A mesh with each triangle cut into four. New vertices come last; they lie between two parents.
struct Subdivision {
    TriMesh mesh;
    std::vector<std::array<int, 2>> parents;
};

inline Subdivision subdivide(const TriMesh& mesh) {
    Subdivision out{{mesh.vertices, {}}, {}};
    std::map<std::array<int, 2>, int> middles;
    const auto middle = [&](int a, int b) {
        const std::array<int, 2> edge = {std::min(a, b), std::max(a, b)};
        const auto [it, is_new] = middles.try_emplace(edge, static_cast<int>(out.mesh.vertices.size()));
        if (is_new) {
            out.mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]) / 2);
            out.parents.push_back(edge);
        }
        return it->second;
    };
    for (const auto& [a, b, c] : mesh.triangles) {
        const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        for (const Triangle& t :
             {Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}, Triangle{ab, bc, ca}})
            out.mesh.triangles.push_back(t);
    }
    return out;
}

/// With a triangle in one point, which no ray meets: the surface is open, so that all rays are looked at.
/// This makes it the slow twin.
inline TriMesh opened(TriMesh mesh) {
    const int first = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), 3, mesh.vertices[0]);
    mesh.triangles.push_back({first, first + 1, first + 2});
    return mesh;
}

}  // namespace limpet::testing_support
