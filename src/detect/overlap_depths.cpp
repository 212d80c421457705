#include "detect/overlap_depths.h"

namespace limpet {

double OverlapDepths::of(int first, int second) const {
    const auto found = depths_.find({first, second});
    return found != depths_.end() ? found->second : 0;
}

void OverlapDepths::replace(ByPair depths) {
    depths_ = std::move(depths);
    known_ = true;
}

void OverlapDepths::inherit(const CarriedState& depths, const BodyRenumbering& bodies) {
    const auto& before = static_cast<const OverlapDepths&>(depths);
    known_ = before.known_;
    depths_ = bodies.by_pair(before.depths_);
}

void OverlapDepths::append_state(std::vector<double>& values) const {
    values.insert(values.end(), {known_ ? 0.0 : 1.0, static_cast<double>(depths_.size())});
    for (const auto& [pair, depth] : depths_)
        values.insert(values.end(),
                      {static_cast<double>(pair.first), static_cast<double>(pair.second), depth});
}

bool OverlapDepths::take_state(std::span<const double>& values) {
    depths_.clear();
    if (values.size() < 2 || !(values[1] >= 0 && 3 * values[1] <= static_cast<double>(values.size() - 2)))
        return false;
    known_ = values[0] == 0;
    const auto pairs = static_cast<std::size_t>(values[1]);
    for (std::size_t i = 0; i < pairs; ++i) {
        const double* v = values.data() + 2 + 3 * i;
        depths_[{static_cast<int>(v[0]), static_cast<int>(v[1])}] = v[2];
    }
    values = values.subspan(2 + 3 * pairs);
    return true;
}

}  // namespace limpet
