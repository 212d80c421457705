#pragma once

#include <utility>
#include <vector>

#include "core/box.h"

namespace limpet {

/// Pairs i < j of boxes that overlap or touch, ascending, by a tree of them. Empty boxes have no pairs.
std::vector<std::pair<int, int>> overlapping_boxes(const std::vector<Box3>& boxes);

}  // namespace limpet
