#pragma once

/// Pairs of simplices of two surfaces, kept while nothing new can have come within reach.
///
/// A list that has all pairs nearer than R has all that are nearer than s as long as s + Σ M ≤ R, with M what
/// the surfaces moved against each other in each step since where they are within R (relative_motion.h): a
/// pair that is not in the list was farther than R apart, and from the last time when it was it has come
/// nearer by Σ M at most. Surfaces that lie on each other, and turn as one, keep their list.
///
/// Likewise a pair of the list that was d apart once is farther than s as long as s + Σ M since < d: of a
/// list that is kept for long only those are given that can be near.
///
/// What is kept only says where to look: proximities are those of a new list, byte by byte.

#include <span>
#include <utility>
#include <vector>

#include "detect/relative_motion.h"

namespace limpet {

class KeptPairs {
public:
    using Pairs = std::span<const std::pair<int, int>>;

    /// Since the last call of within(), the surfaces went these ways, or the other way round.
    void follow(const SurfaceTrajectory& first, const SurfaceTrajectory& second);
    /// All pairs nearer than `reach`, and some that are not; those up to `margin` farther away are found
    /// along with them if that is likely to be of use later. [m]
    Pairs within(const DetectionSurface& first, const DetectionSurface& second, double reach, double margin);
    int lists_made() const { return made_; }

private:
    /// By their distances, so that those that can be near come first.
    void sort(const DetectionSurface& first, const DetectionSurface& second);

    std::vector<std::pair<int, int>> pairs_, near_;  ///< all, and those that the last call gave
    std::vector<double> distances_;  ///< of these when they were sorted; empty: they are not [m]
    double sorted_at_ = 0;           ///< Σ M then [m]
    int uses_ = 0;
    double complete_to_ = -1;      ///< R [m]
    double moved_ = 0, last_ = 0;  ///< Σ M, and the last M [m]
    bool followed_ = false;
    int made_ = 0;
};

}  // namespace limpet
