#include "bodies/particles/muscle.h"

#include <cmath>

namespace limpet {

Muscle::Muscle(const MuscleDescription& description, bool keeps_volume)
    : axis_(to_vec3(description.axis).normalized()),
      keeps_volume_(keeps_volume),
      contraction_(description.contraction) {}

double Muscle::share(double time) const {
    if (contraction_.empty()) return 0;
    if (time <= contraction_.front().time) return contraction_.front().share;
    for (std::size_t i = 1; i < contraction_.size(); ++i) {
        const Contraction &a = contraction_[i - 1], &b = contraction_[i];
        if (time < b.time) return a.share + (b.share - a.share) * (time - a.time) / (b.time - a.time);
    }
    return contraction_.back().share;
}

Mat3 Muscle::stretch(double time) const {
    const double along = 1 - share(time), across = keeps_volume_ ? 1 / std::sqrt(along) : 1;
    return across * Mat3::Identity() + (along - across) * axis_ * axis_.transpose();
}

}  // namespace limpet
