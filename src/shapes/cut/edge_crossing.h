#pragma once

/// Where a moving edge crosses another.
///
///   f(τ) = det(b − a, u − a, v − a)(τ) = 0,  τ in [0, 1]     a cubic: all four points move in straight lines
///
///   a, b  [m] ends of the edge         u, v  [m] ends of the blade's edge        τ  share of the step
///
/// Its stationary points bound intervals in which f is monotone; in each, a change of sign is bisected.

#include <array>
#include <optional>

#include "core/types.h"

namespace limpet {

/// Two points that go from where they were to where they are.
struct MovingEdge {
    std::array<Vec3, 2> before, now;  ///< [m]
};

/// Where on `edge` (0 at its first end, 1 at its second) `blade` crosses it; the first time, if it does more
/// than once.
std::optional<double> edge_crossing(const MovingEdge& edge, const MovingEdge& blade);

}  // namespace limpet
