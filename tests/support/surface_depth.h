#pragma once

/// How deep surfaces are in each other, seen from outside of detection: by winding numbers and distances of
/// vertices, not by images.

#include <algorithm>
#include <memory>
#include <vector>

#include "limpet/world.h"
#include "shapes/distance/winding_number.h"

namespace limpet::testing_support {

inline TriMesh mesh_of(const BodyView& body) {
    TriMesh mesh;
    const auto x = body.positions();
    for (std::size_t i = 0; i < x.size(); i += 3) mesh.vertices.emplace_back(x[i], x[i + 1], x[i + 2]);
    const auto t = body.triangles();
    for (std::size_t i = 0; i < t.size(); i += 3) mesh.triangles.push_back({t[i], t[i + 1], t[i + 2]});
    return mesh;
}

/// Of each vertex of `inner` that is inside `outer`: the distance to its surface [m].
inline std::vector<double> depths(const TriMesh& inner, const TriMesh& outer) {
    const auto tree = std::make_shared<const TriangleTree>(outer);
    const WindingNumber winding(tree);
    const Box3 box = bounds(outer.vertices);
    std::vector<double> out;
    for (const Vec3& x : inner.vertices)
        if (box.contains(x) && winding.at(x) > 0.5) out.push_back(tree->closest(x).distance);
    return out;
}

inline double deepest(const TriMesh& inner, const TriMesh& outer) {
    double most = 0;
    for (const double depth : depths(inner, outer)) most = std::max(most, depth);
    return most;
}

/// Of all pairs of bodies from `first` on, `count` of them [m].
inline std::vector<double> depths_between(const World& world, int first, int count) {
    std::vector<TriMesh> meshes;
    for (int i = first; i < first + count; ++i) meshes.push_back(mesh_of(world.body(i)));
    std::vector<double> out;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j) {
            if (i == j) continue;
            const std::vector<double> found = depths(meshes[i], meshes[j]);
            out.insert(out.end(), found.begin(), found.end());
        }
    return out;
}

}  // namespace limpet::testing_support
