#pragma once

/// Checks of tetrahedral meshes that share no code with what makes them, and test surfaces.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "shapes/distance/signed_distance.h"
#include "shapes/tetrahedra/tet_quality.h"

namespace limpet::testing_support {

/// Says what keeps triangles from being the boundary of a solid; empty if nothing does.
inline std::string boundary_fault(const std::vector<Triangle>& triangles) {
    std::map<std::pair<int, int>, int> previous_of;  // directed edge (vertex, next) -> third vertex
    std::map<int, int> count_at, some_next;
    for (const Triangle& t : triangles)
        for (int i = 0; i < 3; ++i) {
            if (!previous_of.insert({{t[i], t[(i + 1) % 3]}, t[(i + 2) % 3]}).second)
                return "an edge is run through twice the same way";
            ++count_at[t[i]];
            some_next[t[i]] = t[(i + 1) % 3];
        }
    for (const auto& [edge, third] : previous_of)
        if (!previous_of.contains({edge.second, edge.first})) return "an edge is open";
    for (const auto& [vertex, count] : count_at) {
        int steps = 0;
        const int start = some_next[vertex];
        int next = start;
        do {
            next = previous_of.at({vertex, next});
            ++steps;
        } while (next != start && steps <= count);
        if (steps != count) return "a vertex has more than one fan";
    }
    return "";
}

/// Faces of at most two tetrahedra, a solid boundary, every vertex used, all volumes positive, angles above
/// 10°.
inline void expect_good(const TetMesh& mesh, double smallest_dihedral = 10.0) {
    ASSERT_FALSE(mesh.tetrahedra.empty());
    std::map<std::array<int, 3>, int> faces;
    std::set<int> used;
    for (const Tetrahedron& t : mesh.tetrahedra) {
        used.insert(t.begin(), t.end());
        for (int k = 0; k < 4; ++k) {
            std::array<int, 3> face{t[(k + 1) % 4], t[(k + 2) % 4], t[(k + 3) % 4]};
            std::sort(face.begin(), face.end());
            ++faces[face];
        }
    }
    for (const auto& [face, count] : faces) ASSERT_LE(count, 2) << "a face of more than two tetrahedra";
    EXPECT_EQ(used.size(), mesh.vertices.size()) << "unused vertices";
    EXPECT_EQ(boundary_fault(boundary_triangles(mesh)), "");
    const TetQuality quality = tet_quality(mesh);
    EXPECT_EQ(quality.inverted, 0u);
    EXPECT_GT(quality.smallest_dihedral, smallest_dihedral);
}

inline SignedDistance ball(const Vec3& center, double radius) {
    return {[=](const Vec3& p) { return (p - center).norm() - radius; },
            Box3(center - Vec3::Constant(radius), center + Vec3::Constant(radius))};
}

inline SignedDistance cuboid(const Vec3& half) {
    return {[=](const Vec3& p) {
                const Vec3 d = p.cwiseAbs() - half;
                return d.cwiseMax(0).norm() + std::min(0.0, d.maxCoeff());
            },
            Box3(-half, half)};
}

/// A sphere of `rings` × 2 `rings` patches about the origin, outward.
inline TriMesh sphere_surface(double radius, int rings) {
    TriMesh mesh;
    const int around = 2 * rings;
    mesh.vertices.emplace_back(0, radius, 0);
    for (int i = 1; i < rings; ++i)
        for (int j = 0; j < around; ++j) {
            const double a = std::numbers::pi * i / rings, b = 2 * std::numbers::pi * j / around;
            mesh.vertices.push_back(radius *
                                    Vec3(std::sin(a) * std::cos(b), std::cos(a), -std::sin(a) * std::sin(b)));
        }
    mesh.vertices.emplace_back(0, -radius, 0);
    const auto at = [&](int i, int j) { return 1 + (i - 1) * around + j % around; };
    const int last = static_cast<int>(mesh.vertices.size()) - 1;
    for (int j = 0; j < around; ++j) {
        mesh.triangles.push_back({0, at(1, j), at(1, j + 1)});
        for (int i = 1; i + 1 < rings; ++i) {
            mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
        mesh.triangles.push_back({at(rings - 1, j), last, at(rings - 1, j + 1)});
    }
    return mesh;
}

/// Twelve outward triangles.
inline TriMesh box_surface(const Vec3& min, const Vec3& max) {
    TriMesh mesh;
    for (int c = 0; c < 8; ++c)
        mesh.vertices.emplace_back(c & 1 ? max.x() : min.x(), c & 2 ? max.y() : min.y(),
                                   c & 4 ? max.z() : min.z());
    mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                      {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return mesh;
}

inline void append(TriMesh& mesh, const TriMesh& other) {
    const int shift = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const auto& [a, b, c] : other.triangles) mesh.triangles.push_back({a + shift, b + shift, c + shift});
}

inline TriMesh turned(TriMesh mesh) {
    for (Triangle& t : mesh.triangles) std::swap(t[1], t[2]);
    return mesh;
}

/// Points in and around a box, always the same.
inline std::vector<Vec3> random_points(const Box3& box, int count, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        Vec3 p;
        for (int d = 0; d < 3; ++d) {
            const double u = static_cast<double>(random()) / 4294967296.0;
            p[d] = box.center()[d] + (u - 0.5) * 1.4 * box.sizes()[d];
        }
        points.push_back(p);
    }
    return points;
}

/// The vertices and faces of an OBJ file and nothing else of it; empty if there is no such file.
inline TriMesh obj_surface(const std::string& path) {
    TriMesh mesh;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "v") {
            Vec3 v;
            words >> v.x() >> v.y() >> v.z();
            mesh.vertices.push_back(v);
        } else if (word == "f") {
            std::vector<int> face;
            while (words >> word) face.push_back(std::stoi(word) - 1);
            for (std::size_t i = 2; i < face.size(); ++i)
                mesh.triangles.push_back({face[0], face[i - 1], face[i]});
        }
    }
    return mesh;
}

}  // namespace limpet::testing_support
