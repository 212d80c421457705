#include "contact/zones/particle_topology.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace limpet {

ParticleNumbers::ParticleNumbers(const std::vector<int>& counts) {
    for (const int count : counts) {
        body_of_.insert(body_of_.end(), count, bodies());
        first_.push_back(first_.back() + count);
    }
}

ParticleNeighbours mesh_neighbours(const ParticleNumbers& numbers,
                                   const std::vector<std::span<const Triangle>>& triangles) {
    std::vector<std::array<int, 2>> edges;
    for (int b = 0; b < numbers.bodies(); ++b) {
        if (!numbers.has(b)) continue;
        for (const Triangle& t : triangles[b])
            for (int k = 0; k < 3; ++k) {
                const int i = numbers.first(b) + t[k], j = numbers.first(b) + t[(k + 1) % 3];
                edges.push_back({i, j});
                edges.push_back({j, i});
            }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    ParticleNeighbours all;
    all.start.assign(numbers.total() + 1, 0);
    for (const auto& edge : edges) ++all.start[edge[0] + 1];
    std::partial_sum(all.start.begin(), all.start.end(), all.start.begin());
    all.neighbour.reserve(edges.size());
    for (const auto& edge : edges) all.neighbour.push_back(edge[1]);
    return all;
}

}  // namespace limpet
