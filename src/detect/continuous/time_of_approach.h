#pragma once

/// When two simplices (a vertex and a triangle, two edges, or less) that move in straight lines first come
/// nearer than a separation: conservative advancement.
///
///   x(t) = x + t m,  t in [0, 1]          of every corner
///   g_ij(t) = n · (a_i(t) − b_j(t))       of corners a_i of the first, b_j of the second; |n| = 1
///   distance(t) ≥ min_ij g_ij(t)          for any n: the simplices lie on two sides of a slab of that width
///
///   x  [m] start     m  [m] motion     n  direction of the nearest points at the present t
///   s  [m] separation                  δ  [m] tolerance                 ε  [m] bound on rounding
///
/// From a t at which the nearest points are d > s + δ apart, n = (p − q)/d makes min_ij g_ij(t) = d. All g_ij
/// are linear in t, so that the time up to which all of them stay above s + ε is known in closed form: until
/// then nothing meets, and the search goes on from there. It ends where that time is behind the step (they do
/// not meet) or where d ≤ s + δ, no progress can be proved any more, or `most_advances` are used up (they
/// meet, or are too near to tell).
///
/// Nothing is missed: every interval that is passed over has its own proof, made from the corners' given
/// starts and motions alone, with ε = 2⁻⁴⁶ times the largest coordinate above all rounding in it. How the
/// nearest points were found does not matter for that: were they wrong, the proof would only reach less far.
/// What is reported may be early by what it takes to come from s + δ to s.
///
/// B. Mirtich, Timewarp rigid body simulation (2000), §4: conservative advancement. M. Li, D. M. Kaufman, C.
/// Jiang, Codimensional incremental potential contact (2021), §5: additive CCD, the same for these pairs. We
/// deviate from both: they bound relative motion by its largest length, we by its component along n, which is
/// exact while n stays the direction of separation, so that the search converges like Newton's method
/// instead of linearly, common motion drops out, and what separates is done at once; and we add ε.

#include <optional>

#include "detect/continuous/moving_simplex.h"

namespace limpet {

struct Approach {
    double time;  ///< share of the step in [0, 1]; never later than they are `separation` apart
    std::array<double, 3> first_weights, second_weights;  ///< barycentric, of the nearest points at `time`
    Vec3 difference;  ///< of these points, from the second to the first [m]
};

constexpr int most_advances = 100;

/// Empty if they stay further apart than `separation` for the whole step. The first is a vertex, or both are
/// edges. Corners may coincide. `tolerance`: reports up to this much before `separation`; at least 4 ε. [m]
/// `from`: what comes before this share of the step is not looked at.
std::optional<Approach> first_approach(const MovingSimplex& first, const MovingSimplex& second,
                                       double separation, double tolerance, double from = 0);

}  // namespace limpet
