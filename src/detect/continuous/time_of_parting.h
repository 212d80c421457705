#pragma once

/// Until when two simplices that touch, and whose corners move in straight lines, stay in touch.
///
///   D(τ) = Σ wᵢ(τ) aᵢ(τ) − Σ vⱼ(τ) bⱼ(τ),  τ in [t, t']       |D(τ)| ≥ distance(τ)
///
/// with weights w, v that go linearly from those of the nearest points at t to those at t'. D is quadratic:
/// a Bézier curve whose ends are the differences of the nearest points at t and t', and whose control point
/// between is the mean of what either weights have at the other's time. If none of the three is longer than
/// `far`, the simplices are nowhere in [t, t'] further apart than that. Stretches that cannot be proved are
/// halved; short enough, all can be where distances are below `far`. What slides evenly takes one.

#include <optional>

#include "detect/continuous/moving_simplex.h"

namespace limpet {

constexpr int most_stretches = 1000;

/// From `from` on: a time at which they are further apart than `near`, up to which they were nowhere further
/// apart than `far` > `near`; `from` itself if they are apart there. Empty: they never part by more than
/// that. After `most_stretches`, proved or not, the search ends with the time up to which it got. [m]
std::optional<double> first_parting(const MovingSimplex& first, const MovingSimplex& second, double from,
                                    double near, double far);

}  // namespace limpet
