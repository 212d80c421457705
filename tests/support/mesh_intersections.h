#pragma once

/// Does anything pass through anything? Edges of one triangle mesh that pierce triangles of another, or of
/// the same mesh, where the meshes are now. It knows nothing of detection: no thickness, no motion, no
/// tolerance.
///
///   side(a, b, c, d) = sign of det(b − a, c − a, d − a)
///   an edge pq pierces abc if p and q are on different sides of it, and pq passes all three sides of the
///   triangle the same way round: side(p, q, a, b) = side(p, q, b, c) = side(p, q, c, a) ≠ 0
///
/// Determinants are of numbers with 113 bits, which hold differences of doubles of similar size exactly. What
/// only touches, or has a vertex in common, does not pierce.

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "core/box.h"
#include "limpet/world.h"
#include "shapes/box_tree.h"

namespace limpet {

__extension__ using Quad = __float128;

inline int side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const auto minus = [&](const Vec3& x) {
        return std::array<Quad, 3>{Quad(x.x()) - a.x(), Quad(x.y()) - a.y(), Quad(x.z()) - a.z()};
    };
    const std::array<Quad, 3> u = minus(b), v = minus(c), w = minus(d);
    const Quad det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                     u[2] * (v[0] * w[1] - v[1] * w[0]);
    return (det > 0) - (det < 0);
}

inline bool pierces(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const int first = side(p, q, a, b);
    return first != 0 && side(p, q, b, c) == first && side(p, q, c, a) == first &&
           side(a, b, c, p) * side(a, b, c, q) < 0;
}

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

    template <std::size_t N>
    std::vector<Box3> boxes(const std::vector<std::array<int, N>>& simplices) const {
        std::vector<Box3> all;
        for (const auto& simplex : simplices) {
            Box3 box;
            for (const int v : simplex) box.extend(positions[v]);
            all.push_back(box);
        }
        return all;
    }
};

/// An edge of the first mesh that pierces a triangle of the second.
struct Piercing {
    std::array<int, 2> edge;
    std::array<int, 3> triangle;
};

inline std::vector<Piercing> edges_through(const ShownMesh& first, const ShownMesh& second, bool same) {
    std::vector<Piercing> found;
    const std::vector<Box3> of_edges = first.boxes(first.edges);
    const BoxTree tree(second.boxes(second.triangles));
    for (std::size_t i = 0; i < first.edges.size(); ++i) {
        const auto& [p, q] = first.edges[i];
        const auto test = [&](int t) {
            const auto& [a, b, c] = second.triangles[t];
            const bool joined = same && (a == p || a == q || b == p || b == q || c == p || c == q);
            if (!joined && pierces(first.positions[p], first.positions[q], second.positions[a],
                                   second.positions[b], second.positions[c]))
                found.push_back({first.edges[i], second.triangles[t]});
        };
        for (int n = 0; n < static_cast<int>(tree.nodes().size());) {
            const BoxTree::Node& node = tree.nodes()[n];
            if (!node.box.intersects(of_edges[i])) {
                n = node.skip;
                continue;
            }
            if (node.leaf)
                for (int k = node.first; k < node.first + node.count; ++k) test(tree.items()[k]);
            ++n;
        }
    }
    return found;
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
