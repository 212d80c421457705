#include "haptics/latency.h"

#include <algorithm>
#include <cmath>

namespace limpet::haptics {

void Latency::add(double us) {
    const double last = static_cast<double>(bins_.size() - 1);
    ++bins_[static_cast<std::size_t>(std::clamp(std::ceil(us), 0.0, last))];
    ++count_;
    worst_ = std::max(worst_, us);
}

double Latency::percentile(double share) const {
    const double wanted = share * static_cast<double>(count_);
    long sum = 0;
    for (std::size_t us = 0; us < bins_.size(); ++us) {
        sum += bins_[us];
        if (sum > 0 && static_cast<double>(sum) >= wanted) return std::min(static_cast<double>(us), worst_);
    }
    return worst_;
}

}  // namespace limpet::haptics
