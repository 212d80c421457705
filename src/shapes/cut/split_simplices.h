#pragma once

/// Simplices whose edges get a node between their ends. Edges are split one after the other, in one order for
/// the whole mesh: what becomes of a face depends on that order alone, so that neighbours still fit.

#include <algorithm>
#include <map>
#include <vector>

#include "shapes/meshes/collision_complex.h"

namespace limpet {

/// With the smaller node first.
inline Edge sorted_edge(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

/// visit(corner, corner, edge).
template <std::size_t Corners, class Visit>
void for_each_edge(const std::array<int, Corners>& simplex, Visit&& visit) {
    for (std::size_t a = 0; a < Corners; ++a)
        for (std::size_t b = a + 1; b < Corners; ++b) visit(a, b, sorted_edge(simplex[a], simplex[b]));
}

struct EdgeSplit {
    int rank;  ///< in the order of splitting
    int node;  ///< between the edge's ends
};
using EdgeSplits = std::map<Edge, EdgeSplit>;

/// The pieces of a tetrahedron (or triangle), each with its orientation.
template <std::size_t Corners>
std::vector<std::array<int, Corners>> split_simplex(const std::array<int, Corners>& simplex,
                                                    const EdgeSplits& splits) {
    std::map<int, std::pair<Edge, int>> by_rank;
    for_each_edge(simplex, [&](std::size_t, std::size_t, const Edge& edge) {
        if (const auto found = splits.find(edge); found != splits.end())
            by_rank[found->second.rank] = {found->first, found->second.node};
    });
    std::vector<std::array<int, Corners>> pieces = {simplex};
    for (const auto& [rank, split] : by_rank) {
        const auto& [edge, node] = split;
        for (std::size_t i = 0, count = pieces.size(); i < count; ++i) {
            const auto first = std::find(pieces[i].begin(), pieces[i].end(), edge[0]);
            const auto second = std::find(pieces[i].begin(), pieces[i].end(), edge[1]);
            if (first == pieces[i].end() || second == pieces[i].end()) continue;
            std::array<int, Corners> other = pieces[i];
            other[static_cast<std::size_t>(first - pieces[i].begin())] = node;
            *second = node;
            pieces.push_back(other);
        }
    }
    return pieces;
}

}  // namespace limpet
