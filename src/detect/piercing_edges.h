#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "detect/overlap_regions.h"

namespace limpet {

/// Where an edge goes through a triangle, as the weight of its second end.
std::optional<double> pierced(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& corners);

/// Sharp edges of either surface that go through triangles of the other one. Two boxes of which one is turned
/// on the other have no vertex in each other, but such edges. What is inside between two such points gets its
/// deepest one. Left out is what a proximity tells of: where an end overlaps, and where one of `of_edges`
/// says at least half of the depth.
void find_piercing_edges(OverlapSide& first, OverlapSide& second, std::span<const std::pair<int, int>> pairs,
                         const std::vector<Proximity>& of_edges);

}  // namespace limpet
