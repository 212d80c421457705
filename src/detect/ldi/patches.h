#pragma once

/// A surface in patches of a few triangles that lie near each other, with boxes that follow its vertices:
/// what lies beside all that is looked for is left out a patch at a time, before anything is known of its
/// vertices.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/box.h"
#include "core/lanes.h"
#include "core/types.h"
#include "detect/ldi/overlap_volumes.h"

namespace limpet::ldi {

class Patches {
public:
    static constexpr int triangles_each = 32;
    static constexpr int most_vertices = 3 * triangles_each;

    /// In the order of where triangles are now. Which patches there are changes no result.
    void make(const std::vector<Triangle>& triangles, const std::vector<Vec3>& positions);
    /// Boxes for where vertices are now; returns that of all triangles. Throws BreakdownError if a vertex is
    /// not finite.
    Box3 measure(const std::vector<Vec3>& positions);
    /// The same of a surface that moves as a whole, from boxes that turn with it: they are a little larger.
    Box3 measure(const std::vector<Vec3>& positions, const RigidPlace& place);

    int count() const { return static_cast<int>(bounds_.size()); }
    struct Bounds {
        Lanes low{}, high{};  ///< x, y, z, and anything
    };
    const Bounds& bounds(int patch) const { return bounds_[patch]; }
    std::span<const int> vertices(int patch) const {
        return std::span(vertices_).subspan(starts_[patch], starts_[patch + 1] - starts_[patch]);
    }
    std::span<const int> triangles(int patch) const {
        const std::size_t begin = static_cast<std::size_t>(patch) * triangles_each;
        return std::span(triangles_)
            .subspan(begin, std::min<std::size_t>(triangles_each, triangles_.size() - begin));
    }
    using Corners = std::array<std::uint8_t, 3>;
    /// Of its triangles, by their places among its vertices.
    const Corners* corners(int patch) const {
        return corners_.data() + static_cast<std::size_t>(patch) * triangles_each;
    }

private:
    std::vector<int> triangles_;    ///< patch after patch
    std::vector<Corners> corners_;  ///< so, too
    std::vector<int> starts_{0};    ///< of patches in `vertices_`
    std::vector<int> vertices_;     ///< of each patch, ascending
    std::vector<Bounds> bounds_;
    struct OwnBox {
        Vec3 center, half;
    };
    std::vector<OwnBox> own_;  ///< in the frame of a surface that moves as a whole; empty: not known
};

/// x, y, z of a vertex, and anything.
inline Lanes load_vertex(const std::vector<Vec3>& positions, int vertex) {
    // Four numbers are read: the last vertex of all has no fourth.
    const Vec3& x = positions[vertex];
    if (static_cast<std::size_t>(vertex) + 1 < positions.size()) return load_lanes(x.data());
    return Lanes{x.x(), x.y(), x.z(), 0};
}

}  // namespace limpet::ldi
