#include "detect/kept_pairs.h"

#include "detect/simplex_pairs.h"

namespace limpet {
namespace {

/// Of the margin: with more motion a step, a list would not be used often enough.
constexpr double slow = 0.25;
/// Of the margin: a list that reaches farther than this beyond what is asked for, as one of a fall that has
/// ended, costs more in every step than a new one does once.
constexpr double too_far = 2;

}  // namespace

void KeptPairs::follow(const SurfaceWay& first, const SurfaceWay& second) {
    last_ = relative_motion(first, second, complete_to_);
    moved_ += last_;
    followed_ = true;
}

const KeptPairs::Pairs& KeptPairs::within(const DetectionSurface& first, const DetectionSurface& second,
                                          double reach, double margin) {
    const bool is_complete = followed_ && reach + moved_ <= complete_to_;
    if (!is_complete || complete_to_ > reach + too_far * margin) {
        complete_to_ = reach + (followed_ && last_ <= slow * margin ? margin : 0);
        pairs_ = near_simplices(first, second, complete_to_);
        moved_ = 0;
        ++made_;
    }
    followed_ = false;
    return pairs_;
}

}  // namespace limpet
