#pragma once

/// Sheets of triangles for tests, in the xz plane.

#include <cmath>

#include "shapes/meshes/meshes.h"

namespace limpet {

/// A rectangle of x by z, cut into equal rectangles and these along one diagonal; facing +y.
inline TriMesh grid_sheet(double x, double z, int columns, int rows) {
    TriMesh mesh;
    for (int i = 0; i <= columns; ++i)
        for (int k = 0; k <= rows; ++k) mesh.vertices.emplace_back(x * i / columns, 0, z * k / rows);
    const auto at = [rows](int i, int k) { return i * (rows + 1) + k; };
    for (int i = 0; i < columns; ++i)
        for (int k = 0; k < rows; ++k) {
            mesh.triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
            mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
        }
    return mesh;
}

/// The same with inner vertices shifted by up to `share` of a rectangle, and rim vertices along the rim:
/// triangles of all sizes and angles.
inline TriMesh uneven_sheet(double x, double z, int columns, int rows, double share = 0.25) {
    TriMesh mesh = grid_sheet(x, z, columns, rows);
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
        Vec3& p = mesh.vertices[i];
        const double a = 12.9898 * static_cast<double>(i) + 1, b = 78.233 * static_cast<double>(i) + 2;
        const bool end = p.x() < 1e-12 || p.x() > x - 1e-12, side = p.z() < 1e-12 || p.z() > z - 1e-12;
        if (!end) p.x() += share * x / columns * std::sin(a * a);
        if (!side) p.z() += share * z / rows * std::sin(b * b);
    }
    return mesh;
}

/// Equilateral triangles in rows along x, the ends straight.
inline TriMesh staggered_sheet(double x, double z, int columns, int rows) {
    TriMesh mesh;
    std::vector<int> start;
    for (int k = 0; k <= rows; ++k) {
        start.push_back(static_cast<int>(mesh.vertices.size()));
        const double height = z * k / rows;
        if (k % 2 == 0) {
            for (int i = 0; i <= columns; ++i) mesh.vertices.emplace_back(x * i / columns, 0, height);
        } else {
            mesh.vertices.emplace_back(0, 0, height);
            for (int i = 0; i < columns; ++i) mesh.vertices.emplace_back(x * (i + 0.5) / columns, 0, height);
            mesh.vertices.emplace_back(x, 0, height);
        }
    }
    // Between an even row with n + 1 vertices and an odd one with n + 2, whose first and last are at the
    // ends.
    for (int k = 0; k < rows; ++k) {
        const bool up = k % 2 == 0;
        const int even = up ? start[k] : start[k + 1], odd = up ? start[k + 1] : start[k];
        const auto add = [&](int a, int b, int c) {
            if (up)
                mesh.triangles.push_back({a, b, c});
            else
                mesh.triangles.push_back({a, c, b});
        };
        for (int i = 0; i <= columns; ++i) add(even + i, odd + i, odd + i + 1);
        for (int i = 0; i < columns; ++i) add(even + i, odd + i + 1, even + i + 1);
    }
    return mesh;
}

}  // namespace limpet
