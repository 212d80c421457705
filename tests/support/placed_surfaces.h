#pragma once

/// Surfaces for tests of detection and contact.

#include "detect/proximity.h"

namespace limpet {

/// A box of given size with n cells along each side, as a surface.
inline TriMesh grid_box(const Vec3& size, int n) {
    TriMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-0.5, 0.5}) {
            const int base = static_cast<int>(mesh.vertices.size());
            const int u = (axis + 1) % 3, v = (axis + 2) % 3;
            for (int i = 0; i <= n; ++i)
                for (int j = 0; j <= n; ++j) {
                    Vec3 p;
                    p[axis] = side * size[axis];
                    p[u] = (static_cast<double>(i) / n - 0.5) * size[u];
                    p[v] = (static_cast<double>(j) / n - 0.5) * size[v];
                    mesh.vertices.push_back(p);
                }
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const int a = base + i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;
                    if (side > 0) {
                        mesh.triangles.push_back({a, b, c});
                        mesh.triangles.push_back({a, c, d});
                    } else {
                        mesh.triangles.push_back({a, c, b});
                        mesh.triangles.push_back({a, d, c});
                    }
                }
        }
    // Weld the faces' common borders.
    std::vector<int> index(mesh.vertices.size());
    TriMesh welded;
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        int found = -1;
        for (std::size_t j = 0; j < welded.vertices.size() && found < 0; ++j)
            if ((welded.vertices[j] - mesh.vertices[i]).norm() < 1e-12) found = static_cast<int>(j);
        if (found < 0) {
            found = static_cast<int>(welded.vertices.size());
            welded.vertices.push_back(mesh.vertices[i]);
        }
        index[i] = found;
    }
    for (const Triangle& t : mesh.triangles)
        welded.triangles.push_back({index[t[0]], index[t[1]], index[t[2]]});
    return welded;
}

struct Placed {
    Placed(const TriMesh& mesh, const Vec3& position, const Mat3& rotation = Mat3::Identity())
        : surface(CollisionComplex::of_triangles(mesh.triangles, static_cast<int>(mesh.vertices.size()))) {
        for (const Vec3& v : mesh.vertices) positions.push_back(position + rotation * v);
        surface.update(positions);
    }
    Placed(CollisionComplex complex, std::vector<Vec3> where, bool deforms = true)
        : positions(std::move(where)), surface(std::move(complex), deforms) {
        surface.update(positions);
    }
    std::vector<Vec3> positions;
    DetectionSurface surface;
};

}  // namespace limpet
