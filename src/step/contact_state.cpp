/// What the contact stages carry from step to step, as numbers for state files: whether it is the first step,
/// depths of overlap, overlaps without a direction, bonds, what contacts remember, and images of volumes that
/// are kept.

#include "step/contact_pipeline.h"

namespace limpet {

std::vector<double> ContactPipeline::state() const {
    std::vector<double> values = {first_step_ ? 1.0 : 0.0, static_cast<double>(depths_.size())};
    for (const auto& [pair, depth] : depths_)
        values.insert(values.end(),
                      {static_cast<double>(pair.first), static_cast<double>(pair.second), depth});
    std::vector<double> without_direction;
    for (const auto& [first, second] : without_direction_)
        without_direction.insert(without_direction.end(),
                                 {static_cast<double>(first), static_cast<double>(second)});
    for (const std::vector<double>& part : {without_direction, bonds_.state(), memory_.state()}) {
        values.push_back(static_cast<double>(part.size()));
        values.insert(values.end(), part.begin(), part.end());
    }
    if (!volumes_) return values;
    const std::vector<double> images = volumes_->state();
    values.insert(values.end(), images.begin(), images.end());
    return values;
}

bool ContactPipeline::set_state(std::span<const double> values) {
    groups_.clear();
    contacts_.clear();
    frames_.clear();
    depths_.clear();
    without_direction_.clear();
    if (values.size() < 2 || !(values[1] >= 0 && 3 * values[1] <= static_cast<double>(values.size() - 2)))
        return false;
    first_step_ = values[0] != 0;
    const auto pairs = static_cast<std::size_t>(values[1]);
    for (std::size_t i = 0; i < pairs; ++i) {
        const double* v = values.data() + 2 + 3 * i;
        depths_[{static_cast<int>(v[0]), static_cast<int>(v[1])}] = v[2];
    }
    std::span<const double> rest = values.subspan(2 + 3 * pairs);
    const auto next_part = [&rest]() -> std::optional<std::span<const double>> {
        if (rest.empty() || !(rest[0] >= 0 && rest[0] <= static_cast<double>(rest.size() - 1))) return {};
        const auto size = static_cast<std::size_t>(rest[0]);
        const std::span<const double> part = rest.subspan(1, size);
        rest = rest.subspan(1 + size);
        return part;
    };
    const auto without_direction = next_part(), bonds = next_part(), memory = next_part();
    if (!without_direction || without_direction->size() % 2 != 0) return false;
    for (std::size_t i = 0; i < without_direction->size(); i += 2)
        without_direction_.emplace(static_cast<int>((*without_direction)[i]),
                                   static_cast<int>((*without_direction)[i + 1]));
    return bonds && memory && bonds_.set_state(*bonds) && memory_.set_state(*memory) &&
           (volumes_ ? volumes_->set_state(rest) : rest.empty());
}

}  // namespace limpet
