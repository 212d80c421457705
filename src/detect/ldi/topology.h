#pragma once

/// What is known of a surface's triangles as long as they stay the same, wherever their vertices go.

#include <cstdint>
#include <vector>

#include "core/types.h"

namespace limpet::ldi {

/// Tells lists apart by a hash of their content: surely if they differ in one number, and but for a chance of
/// 2⁻³² or far less if in more. It takes about as long as reading them.
std::uint64_t hash_of(const std::vector<Triangle>& triangles);

/// Run through from→to by the triangle on its left, the other way by the one on its right.
struct SharedEdge {
    int from, to, left, right;
};

class Topology {
public:
    /// Looks at the triangles again if they are not those of the last time; returns whether it did.
    /// `version`, above 0, tells that without a look at them.
    bool update(const std::vector<Triangle>& triangles, std::uint64_t version = 0);

    bool closed() const { return closed_; }
    /// Of a closed surface, whose triangles are those of the last update: edges in pairs of triangles, so
    /// that each is in as many pairs as run through it one way.
    const std::vector<SharedEdge>& edges(const std::vector<Triangle>& triangles);

private:
    std::size_t count_ = 0;
    std::uint64_t hash_ = 0, version_ = 0;
    bool closed_ = true;
    bool has_edges_ = false;
    std::vector<SharedEdge> edges_;
};

}  // namespace limpet::ldi
