#pragma once

/// What is known of a surface's triangles as long as they stay the same, wherever their vertices go.

#include <cstdint>
#include <span>
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
    static constexpr int triangles_each = 16, vertices_each = 32;  ///< in a group

    /// Looks at the triangles again if they are not those of the last time.
    void update(const std::vector<Triangle>& triangles);

    bool closed() const { return closed_; }
    /// Of a closed surface, whose triangles are those of the last update: edges in pairs of triangles, so
    /// that each is in as many pairs as run through it one way.
    const std::vector<SharedEdge>& edges(const std::vector<Triangle>& triangles);
    /// Groups of vertices that a group of triangles has corners in, ascending.
    std::span<const int> vertex_groups(int triangle_group) const {
        return std::span(groups_).subspan(starts_[triangle_group],
                                          starts_[triangle_group + 1] - starts_[triangle_group]);
    }

private:
    void list_groups(const std::vector<Triangle>& triangles);

    std::size_t count_ = 0;
    std::uint64_t hash_ = 0;
    bool closed_ = true;
    std::vector<int> starts_{0};  ///< by group of triangles, in `groups_`
    std::vector<int> groups_;
    bool has_edges_ = false;
    std::vector<SharedEdge> edges_;
};

}  // namespace limpet::ldi
