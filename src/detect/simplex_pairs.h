#pragma once

#include <span>
#include <utility>
#include <vector>

#include "detect/detection_surface.h"

namespace limpet {

/// Pairs of simplices whose boxes are nearer than `reach`, and whose planes do not part them by more, by
/// descending both trees. Among them are all that are nearer.
std::vector<std::pair<int, int>> near_simplices(const DetectionSurface& first, const DetectionSurface& second,
                                                double reach);

/// Of these pairs those that near_simplices() would find, in their order.
void keep_near(const DetectionSurface& first, const DetectionSurface& second,
               std::span<const std::pair<int, int>> pairs, double reach,
               std::vector<std::pair<int, int>>& near);

/// How many pairs that is, at most; a count that has passed `most` is not finished. Nodes of the trees that
/// have up to `grain` pairs are not split: the bound is coarser, and sooner found.
double count_near_simplices(const DetectionSurface& first, const DetectionSurface& second, double reach,
                            double most, double grain = 0);

/// Every pair of simplices, for the slow twins of searches.
std::vector<std::pair<int, int>> all_simplex_pairs(const CollisionComplex& first,
                                                   const CollisionComplex& second);

}  // namespace limpet
