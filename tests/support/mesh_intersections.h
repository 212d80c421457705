#pragma once

/// Does anything pass through anything, where bodies are now? The audit's search (audit/piercings.h) for what
/// a body shows.

#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include "audit/piercings.h"
#include "limpet/world.h"

namespace limpet {

/// Triangles with vertices, as a body shows them.
struct ShownMesh {
    std::vector<Vec3> positions;
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 2>> edges;

    ShownMesh(std::vector<Vec3> where, std::vector<std::array<int, 3>> corners)
        : positions(std::move(where)), triangles(std::move(corners)) {
        std::set<std::array<int, 2>> all;
        for (const auto& t : triangles)
            for (int k = 0; k < 3; ++k) {
                const int a = t[k], b = t[(k + 1) % 3];
                all.insert({std::min(a, b), std::max(a, b)});
            }
        edges.assign(all.begin(), all.end());
    }
    explicit ShownMesh(const BodyView& body)
        : ShownMesh(vectors_of(body.positions()), corners_of(body.triangles())) {}

    static std::vector<Vec3> vectors_of(std::span<const double> x) {
        std::vector<Vec3> all;
        for (std::size_t i = 0; i < x.size(); i += 3) all.emplace_back(x[i], x[i + 1], x[i + 2]);
        return all;
    }
    static std::vector<std::array<int, 3>> corners_of(std::span<const int> t) {
        std::vector<std::array<int, 3>> all;
        for (std::size_t i = 0; i < t.size(); i += 3) all.push_back({t[i], t[i + 1], t[i + 2]});
        return all;
    }

    TriMesh mesh() const { return {positions, triangles}; }
};

inline std::vector<Piercing> edges_through(const ShownMesh& first, const ShownMesh& second, bool same) {
    return edges_through(first.mesh(), second.mesh(), same);
}

inline std::vector<Piercing> piercings(const BodyView& body) {
    const ShownMesh mesh(body);
    return edges_through(mesh, mesh, true);
}

/// Of either body through the other.
inline std::vector<Piercing> piercings(const BodyView& first, const BodyView& second) {
    const ShownMesh a(first), b(second);
    std::vector<Piercing> found = edges_through(a, b, false);
    const std::vector<Piercing> other = edges_through(b, a, false);
    found.insert(found.end(), other.begin(), other.end());
    return found;
}

}  // namespace limpet
