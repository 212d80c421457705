#pragma once

/// Pairs of simplices of two surfaces, kept while nothing new can have come within reach.
///
/// A list that has all pairs nearer than R has all that are nearer than s as long as s + Σ M ≤ R, with M what
/// the surfaces moved against each other in each step since where they are within R (relative_motion.h): a
/// pair that is not in the list was farther than R apart, and from the last time when it was it has come
/// nearer by Σ M at most. Surfaces that lie on each other, and turn as one, keep their list.
///
/// What is kept only says where to look: proximities are those of a new list, byte by byte.

#include <utility>
#include <vector>

#include "detect/relative_motion.h"

namespace limpet {

class KeptPairs {
public:
    using Pairs = std::vector<std::pair<int, int>>;

    /// Since the last call of within(), the surfaces went these ways, or the other way round.
    void follow(const SurfaceWay& first, const SurfaceWay& second);
    /// All pairs nearer than `reach`, and some that are not; those up to `margin` farther away are found
    /// along with them if that is likely to be of use later. [m]
    const Pairs& within(const DetectionSurface& first, const DetectionSurface& second, double reach,
                        double margin);
    int lists_made() const { return made_; }

private:
    Pairs pairs_;
    double complete_to_ = -1;      ///< R [m]
    double moved_ = 0, last_ = 0;  ///< Σ M, and the last M [m]
    bool followed_ = false;
    int made_ = 0;
};

}  // namespace limpet
