#include "shapes/meshes/surface_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/disjoint_sets.h"

namespace limpet {

namespace {

/// A side of a triangle, seen from its lower vertex.
struct DirectedSide {
    int low, high;
    int triangle;
    bool up;  ///< the triangle runs from low to high
};

bool same_edge(const DirectedSide& a, const DirectedSide& b) {
    return a.low == b.low && a.high == b.high;
}

bool repeats_vertex(const Triangle& t) {
    return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

bool degenerate(const TriMesh& mesh, const Triangle& t) {
    if (repeats_vertex(t)) return true;
    const Vec3 a = mesh.vertices[t[1]] - mesh.vertices[t[0]], b = mesh.vertices[t[2]] - mesh.vertices[t[0]];
    // The cross product's rounding: below it the area cannot be told from zero.
    return !(a.cross(b).norm() > 1e-14 * a.norm() * b.norm());
}

std::vector<DirectedSide> sorted_sides(const TriMesh& mesh) {
    std::vector<DirectedSide> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Triangle& triangle = mesh.triangles[t];
        if (repeats_vertex(triangle)) continue;
        for (int k = 0; k < 3; ++k) {
            const int a = triangle[k], b = triangle[(k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), static_cast<int>(t), a < b});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const DirectedSide& a, const DirectedSide& b) {
        if (!same_edge(a, b)) return a.low != b.low ? a.low < b.low : a.high < b.high;
        return a.triangle < b.triangle;
    });
    return sides;
}

/// Disjoint sets over the triangles' corners (3 t + k): corners of one vertex that are joined over an edge of
/// the vertex belong to one fan.
using Fans = DisjointSets;

int corner_of(const TriMesh& mesh, int triangle, int vertex) {
    const Triangle& t = mesh.triangles[triangle];
    return 3 * triangle + (t[0] == vertex ? 0 : t[1] == vertex ? 1 : 2);
}

/// Vertices with more than one fan.
std::size_t torn_vertices(const TriMesh& mesh, Fans& fans) {
    std::vector<int> fans_of(mesh.vertices.size(), 0);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        if (repeats_vertex(mesh.triangles[t])) continue;
        for (int k = 0; k < 3; ++k) {
            const int corner = static_cast<int>(3 * t) + k;
            if (fans.root(corner) == corner) ++fans_of[mesh.triangles[t][k]];
        }
    }
    return std::count_if(fans_of.begin(), fans_of.end(), [](int n) { return n > 1; });
}

}  // namespace

SurfaceCheck check_surface(const TriMesh& mesh) {
    SurfaceCheck check;
    std::vector<bool> used(mesh.vertices.size(), false);
    for (const Triangle& triangle : mesh.triangles) {
        if (degenerate(mesh, triangle)) ++check.degenerate_triangles;
        for (const int v : triangle) used[v] = true;
    }
    check.unused_vertices = std::count(used.begin(), used.end(), false);

    const std::vector<DirectedSide> sides = sorted_sides(mesh);
    Fans fans(3 * mesh.triangles.size());
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t j = i + 1;
        for (; j < sides.size() && same_edge(sides[i], sides[j]); ++j)
            for (const int v : {sides[i].low, sides[i].high})
                fans.join(corner_of(mesh, sides[i].triangle, v), corner_of(mesh, sides[j].triangle, v));
        if (j - i == 1) ++check.boundary_edges;
        if (j - i == 2 && sides[i].up == sides[i + 1].up) ++check.misoriented_edges;
        if (j - i > 2) ++check.non_manifold_edges;
        i = j;
    }
    check.non_manifold_vertices = torn_vertices(mesh, fans);
    return check;
}

std::string SurfaceCheck::text() const {
    std::string out;
    const auto say = [&](std::size_t count, const char* one, const char* many) {
        if (count == 0) return;
        if (!out.empty()) out += ", ";
        out += fmt::format("{} {}", count, count == 1 ? one : many);
    };
    say(boundary_edges, "boundary edge", "boundary edges");
    say(non_manifold_edges, "edge of more than two triangles", "edges of more than two triangles");
    say(misoriented_edges, "edge whose triangles face opposite ways",
        "edges whose triangles face opposite ways");
    say(non_manifold_vertices, "vertex where surfaces only touch", "vertices where surfaces only touch");
    say(degenerate_triangles, "triangle without area", "triangles without area");
    say(unused_vertices, "vertex without triangles", "vertices without triangles");
    return out;
}

}  // namespace limpet
