#include "shapes/meshes/holes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace limpet {

TriMesh welded(const TriMesh& surface) {
    std::vector<int> order(surface.vertices.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    const auto less = [&](int i, int j) {
        const Vec3 &a = surface.vertices[i], &b = surface.vertices[j];
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    };
    std::stable_sort(order.begin(), order.end(), less);
    std::vector<int> first(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        first[order[i]] = i > 0 && !less(order[i - 1], order[i]) ? first[order[i - 1]] : order[i];
    TriMesh out{surface.vertices, surface.triangles};
    for (Triangle& t : out.triangles)
        for (int& v : t) v = first[v];
    return out;
}

std::vector<RimEdge> rim_edges(const std::vector<Triangle>& triangles) {
    struct DirectedEdge {
        std::array<int, 2> key;
        int direction;
    };
    std::vector<DirectedEdge> edges;
    edges.reserve(3 * triangles.size());
    for (const Triangle& t : triangles)
        for (int i = 0; i < 3; ++i) {
            const int a = t[i], b = t[(i + 1) % 3];
            if (a != b) edges.push_back({{std::min(a, b), std::max(a, b)}, a < b ? 1 : -1});
        }
    std::sort(edges.begin(), edges.end(),
              [](const DirectedEdge& a, const DirectedEdge& b) { return a.key < b.key; });
    std::vector<RimEdge> rim;
    for (std::size_t i = 0; i < edges.size();) {
        int net = 0;
        std::size_t j = i;
        for (; j < edges.size() && edges[j].key == edges[i].key; ++j) net += edges[j].direction;
        const auto& [a, b] = edges[i].key;
        for (; net > 0; --net) rim.push_back({a, b});
        for (; net < 0; ++net) rim.push_back({b, a});
        i = j;
    }
    return rim;
}

std::vector<Hole> find_holes(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions) {
    const std::vector<RimEdge> rim = rim_edges(triangles);
    std::map<int, int> parent;
    const auto root = [&](int v) {
        parent.try_emplace(v, v);
        while (parent[v] != v) v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const RimEdge& edge : rim) {
        const int a = root(edge.from), b = root(edge.to);
        parent[std::max(a, b)] = std::min(a, b);
    }
    std::map<int, Hole> holes;
    for (const RimEdge& edge : rim) {
        const int lowest = root(edge.from);
        const Vec3& origin = positions[lowest];
        const Vec3 from = positions[edge.from] - origin, to = positions[edge.to] - origin;
        Hole& hole = holes[lowest];
        hole.box.extend(positions[edge.from]);
        hole.box.extend(positions[edge.to]);
        hole.area += from.cross(to) / 2;
        hole.length += (to - from).norm();
        ++hole.edges;
    }
    std::vector<Hole> out;
    for (const auto& [vertex, hole] : holes) out.push_back(hole);
    return out;
}

std::string holes_text(std::vector<Hole> holes) {
    if (holes.empty()) return "";
    constexpr std::size_t most = 3;
    std::stable_sort(holes.begin(), holes.end(),
                     [](const Hole& a, const Hole& b) { return a.length > b.length; });
    std::string text = fmt::format("{} hole{}: ", holes.size(), holes.size() == 1 ? "" : "s");
    for (std::size_t i = 0; i < std::min(most, holes.size()); ++i) {
        const Vec3 size = holes[i].box.sizes();
        text +=
            fmt::format("{}a rim of {} edges, {:.3g} m long, in a box of {:.3g} × {:.3g} × {:.3g} m",
                        i == 0 ? "" : "; ", holes[i].edges, holes[i].length, size.x(), size.y(), size.z());
    }
    return holes.size() > most ? text + "; …" : text;
}

}  // namespace limpet
