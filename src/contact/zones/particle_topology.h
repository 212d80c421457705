#pragma once

/// The particles of all bodies as zones see them: their numbers, their mesh neighbours, and the bodies that
/// have none because they move as a whole. It changes with the list of bodies alone.

#include <cstdint>
#include <span>
#include <vector>

#include "shapes/meshes/surface.h"

namespace limpet {

/// One number for each particle of all bodies, body by body.
class ParticleNumbers {
public:
    ParticleNumbers() = default;
    explicit ParticleNumbers(const std::vector<int>& counts);

    int bodies() const { return static_cast<int>(first_.size()) - 1; }
    int total() const { return first_.back(); }
    int first(int body) const { return first_[body]; }
    int count(int body) const { return first_[body + 1] - first_[body]; }
    bool has(int body) const { return count(body) > 0; }
    int body_of(int particle) const { return body_of_[particle]; }

private:
    std::vector<int> first_ = {0};
    std::vector<int> body_of_;
};

/// Mesh edges between particles, both ways.
struct ParticleNeighbours {
    std::vector<int> start = {0}, neighbour;

    std::span<const int> of(int particle) const {
        return {neighbour.data() + start[particle],
                static_cast<std::size_t>(start[particle + 1] - start[particle])};
    }
};
/// Of the edges of each body's triangles, whose vertices are its first particles.
ParticleNeighbours mesh_neighbours(const ParticleNumbers& numbers,
                                   const std::vector<std::span<const Triangle>>& triangles);

/// How bodies that are no particles take part.
enum class WholeBody : std::uint8_t { None, Rigid, Static };

struct ParticleTopology {
    ParticleNumbers numbers;
    ParticleNeighbours neighbours;
    std::vector<WholeBody> wholes;  ///< of all bodies
};

}  // namespace limpet
