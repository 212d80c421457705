#pragma once

/// What tests ask of surface meshes, and how they put two into one.

#include "shapes/meshes/meshes.h"

namespace limpet::testing_support {

inline double mean_edge(const TriMesh& mesh) {
    double sum = 0;
    for (const Triangle& t : mesh.triangles)
        for (int k = 0; k < 3; ++k) sum += (mesh.vertices[t[k]] - mesh.vertices[t[(k + 1) % 3]]).norm();
    return sum / (3.0 * static_cast<double>(mesh.triangles.size()));
}

/// Two surfaces as one.
inline TriMesh joined(TriMesh both, const TriMesh& second) {
    const int base = static_cast<int>(both.vertices.size());
    both.vertices.insert(both.vertices.end(), second.vertices.begin(), second.vertices.end());
    for (const Triangle& t : second.triangles)
        both.triangles.push_back({base + t[0], base + t[1], base + t[2]});
    return both;
}

}  // namespace limpet::testing_support
