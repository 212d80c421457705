#include "shapes/meshes/flipped_triangles.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

namespace limpet {
namespace {

struct EdgeSide {
    std::array<int, 2> edge;  ///< ascending
    int triangle;
    bool up;  ///< the triangle runs from the lower vertex to the higher
};

/// Across an edge.
struct Neighbour {
    int triangle;
    bool alike;  ///< faces the same way
};

std::vector<std::vector<Neighbour>> neighbours(const std::vector<Triangle>& triangles) {
    std::vector<EdgeSide> sides;
    sides.reserve(3 * triangles.size());
    for (std::size_t t = 0; t < triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            if (a != b) sides.push_back({{std::min(a, b), std::max(a, b)}, static_cast<int>(t), a < b});
        }
    std::sort(sides.begin(), sides.end(), [](const EdgeSide& a, const EdgeSide& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.triangle < b.triangle;
    });
    std::vector<std::vector<Neighbour>> out(triangles.size());
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t j = i + 1;
        while (j < sides.size() && sides[j].edge == sides[i].edge) ++j;
        if (j - i == 2) {
            const EdgeSide &a = sides[i], &b = sides[i + 1];
            out[a.triangle].push_back({b.triangle, a.up != b.up});
            out[b.triangle].push_back({a.triangle, a.up != b.up});
        }
        i = j;
    }
    return out;
}

/// What hangs together, by which of its two sides faces out.
struct TurnedPart {
    std::array<std::vector<int>, 2> sides;
    bool has_two_sides = true;
};

TurnedPart part_of(int first, const std::vector<std::vector<Neighbour>>& next_to, std::vector<int>& side_of) {
    TurnedPart part;
    std::vector<int> waiting = {first};
    side_of[first] = 0;
    while (!waiting.empty()) {
        const int t = waiting.back();
        waiting.pop_back();
        part.sides[side_of[t]].push_back(t);
        for (const auto& [other, alike] : next_to[t]) {
            const int side = alike ? side_of[t] : 1 - side_of[t];
            if (side_of[other] < 0) {
                side_of[other] = side;
                waiting.push_back(other);
            }
            part.has_two_sides = part.has_two_sides && side_of[other] == side;
        }
    }
    return part;
}

}  // namespace

std::vector<int> flipped_triangles(const TriMesh& surface) {
    const auto area_of = [&](const std::vector<int>& triangles) {
        double sum = 0;
        for (const int t : triangles) {
            const auto& [a, b, c] = surface.triangles[t];
            const Vec3& origin = surface.vertices[a];
            sum += (surface.vertices[b] - origin).cross(surface.vertices[c] - origin).norm() / 2;
        }
        return sum;
    };
    const auto next_to = neighbours(surface.triangles);
    std::vector<int> side_of(surface.triangles.size(), -1), flipped;
    for (std::size_t t = 0; t < side_of.size(); ++t) {
        if (side_of[t] >= 0) continue;
        const TurnedPart part = part_of(static_cast<int>(t), next_to, side_of);
        if (!part.has_two_sides || part.sides[1].empty()) continue;
        const std::vector<int>& less = part.sides[area_of(part.sides[0]) < area_of(part.sides[1]) ? 0 : 1];
        flipped.insert(flipped.end(), less.begin(), less.end());
    }
    std::sort(flipped.begin(), flipped.end());
    return flipped;
}

TriMesh turned(TriMesh surface, const std::vector<int>& triangles) {
    for (const int t : triangles) std::swap(surface.triangles[t][1], surface.triangles[t][2]);
    return surface;
}

}  // namespace limpet
