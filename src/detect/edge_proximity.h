#pragma once

#include <utility>
#include <vector>

#include "detect/proximity.h"

namespace limpet {

/// Pairs of edges that can meet, that two simplices own and that have no vertex in common within one surface.
/// Those whose boxes are farther apart than `reach` may be left out. [m]
void add_edge_pairs(const DetectionSurface& first, int first_simplex, const DetectionSurface& second,
                    int second_simplex, double reach, std::vector<std::pair<int, int>>& pairs);

/// Of these pairs the ones that cross nearer than `distance`, the faces of either falling back from the
/// other.
void add_edge_proximities(const DetectionSurface& first, const DetectionSurface& second,
                          std::vector<std::pair<int, int>>& pairs, double distance,
                          std::vector<Proximity>& out);

}  // namespace limpet
