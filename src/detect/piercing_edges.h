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
/// on the other have no vertex in each other, but such edges. Left out are edges that a proximity tells of:
/// with an end that overlaps, or among `of_edges` with an overlap.
void find_piercing_edges(OverlapSide& first, OverlapSide& second, std::span<const std::pair<int, int>> pairs,
                         const std::vector<Proximity>& of_edges);

}  // namespace limpet
