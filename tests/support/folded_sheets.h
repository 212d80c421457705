#pragma once

/// Sheets of several layers for tests, in planes parallel to xz.

#include "support/cloth_meshes.h"

namespace limpet {

/// Two equal sheets of x by z in one mesh, not joined, the first above the second.
inline TriMesh two_layers(double x, double z, int columns, int rows, double apart) {
    TriMesh mesh = grid_sheet(x, z, columns, rows);
    const int count = static_cast<int>(mesh.vertices.size());
    const std::vector<Triangle> triangles = mesh.triangles;
    for (const Triangle& t : triangles) mesh.triangles.push_back({t[0] + count, t[1] + count, t[2] + count});
    for (int v = 0; v < count; ++v) {
        mesh.vertices.push_back(mesh.vertices[v] - apart / 2 * Vec3::UnitY());
        mesh.vertices[v] += apart / 2 * Vec3::UnitY();
    }
    return mesh;
}

/// A tube along z, open at both ends, pressed flat: two layers of x by z that are joined along the sides
/// x = 0 and x, and face outwards.
inline TriMesh flat_sleeve(double x, double z, int columns, int rows, double apart) {
    const int around = 2 * (columns + 1);
    TriMesh mesh;
    for (int k = 0; k <= rows; ++k)
        for (int i = 0; i < around; ++i) {
            const bool upper = i <= columns;
            mesh.vertices.emplace_back(x * (upper ? i : around - 1 - i) / columns,
                                       (upper ? 0.5 : -0.5) * apart, z * k / rows);
        }
    const auto at = [around](int i, int k) { return k * around + i % around; };
    for (int k = 0; k < rows; ++k)
        for (int i = 0; i < around; ++i) {
            mesh.triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
            mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
        }
    return mesh;
}

}  // namespace limpet
