#include "core/carried_state.h"

#include <algorithm>
#include <typeinfo>

#include "core/assert.h"

namespace limpet {

void CarriedStates::add(CarriedState& part) {
    LIMPET_ASSERT(!find_same_class(part));
    parts_.push_back(&part);
}

const CarriedState* CarriedStates::find_same_class(const CarriedState& part) const {
    const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const CarriedState* other) {
        return typeid(*other) == typeid(part);
    });
    return found == parts_.end() ? nullptr : *found;
}

void CarriedStates::append_state(std::vector<double>& values) const {
    for (const CarriedState* part : parts_) part->append_state(values);
}

bool CarriedStates::set_state(std::span<const double> values) {
    for (CarriedState* part : parts_) part->forget_step();
    return std::all_of(parts_.begin(), parts_.end(),
                       [&](CarriedState* part) { return part->take_state(values); }) &&
           values.empty();
}

void CarriedStates::inherit(const CarriedStates& before, const BodyRenumbering& bodies) {
    for (CarriedState* part : parts_)
        if (const CarriedState* known = before.find_same_class(*part)) part->inherit(*known, bodies);
}

}  // namespace limpet
