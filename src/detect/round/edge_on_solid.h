#pragma once

/// Where a straight edge touches a round solid: where it is nearest, or, if it lies along an end or along the
/// side, at the two places where it leaves them, and between if it is nearer there.

#include <vector>

#include "detect/round/placed_solid.h"

namespace limpet {

struct EdgeTouch {
    double share;  ///< from the edge's start
    int number;    ///< 0: nearest; 1, 2: first and second of two
    PlacedSolid::Nearest nearest;
};

/// Of the edge from a to b; nothing where one of its ends is the nearest.
std::vector<EdgeTouch> touches_of_edge(const PlacedSolid& solid, const Vec3& a, const Vec3& b);

}  // namespace limpet
