#include "detect/kept_pairs.h"

#include <algorithm>

#include "detect/detection_constants.h"
#include "detect/simplex_distance.h"
#include "detect/simplex_pairs.h"

namespace limpet {
void KeptPairs::follow(const SurfaceTrajectory& first, const SurfaceTrajectory& second) {
    last_ = relative_motion(first, second, complete_to_);
    moved_ += last_;
    followed_ = true;
}

void KeptPairs::sort(const DetectionSurface& first, const DetectionSurface& second) {
    struct Known {
        double distance;
        std::pair<int, int> pair;
    };
    std::vector<Known> known;
    known.reserve(pairs_.size());
    for (const auto& [i, j] : pairs_) {
        const bool triangles =
            first.complex().simplices()[i].corners() == 3 && second.complex().simplices()[j].corners() == 3;
        known.push_back({triangles ? triangle_distance(first.corners(i), second.corners(j)) : 0, {i, j}});
    }
    std::stable_sort(known.begin(), known.end(),
                     [](const Known& a, const Known& b) { return a.distance < b.distance; });
    distances_.clear();
    sorted_at_ = moved_;
    for (std::size_t k = 0; k < known.size(); ++k) {
        pairs_[k] = known[k].pair;
        distances_.push_back(known[k].distance);
    }
}

KeptPairs::Pairs KeptPairs::within(const DetectionSurface& first, const DetectionSurface& second,
                                   double reach, double margin) {
    const bool is_complete = followed_ && reach + moved_ <= complete_to_;
    if (!is_complete || complete_to_ > reach + max_kept_reach_ratio * margin) {
        complete_to_ = reach + (followed_ && last_ <= max_kept_motion_ratio * margin ? margin : 0);
        pairs_ = near_simplices(first, second, complete_to_);
        distances_.clear();
        moved_ = 0;
        uses_ = 0;
        ++made_;
    }
    followed_ = false;
    if (++uses_ == uses_before_sorting) sort(first, second);
    Pairs candidates = pairs_;
    if (!distances_.empty()) {
        const double farthest = (1 + distance_rounding_ratio) * (reach + moved_ - sorted_at_);
        const auto end = std::upper_bound(distances_.begin(), distances_.end(), farthest);
        candidates = candidates.first(static_cast<std::size_t>(end - distances_.begin()));
    } else if (uses_ == 1 && complete_to_ == reach) {
        return candidates;
    }
    keep_near(first, second, candidates, reach, near_);
    return near_;
}

}  // namespace limpet
