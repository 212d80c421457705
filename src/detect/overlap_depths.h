#pragma once

/// How deep pairs of bodies were in each other in the last step: detection looks that much deeper in the next
/// one. Before the end of the first step nobody knows.

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/carried_state.h"

namespace limpet {

class OverlapDepths : public CarriedState {
public:
    using ByPair = std::map<std::pair<int, int>, double>;  ///< [m]

    bool known() const { return known_; }
    const ByPair& all() const { return depths_; }
    /// 0: they did not overlap. [m]
    double of(int first, int second) const;
    /// At the end of a step.
    void replace(ByPair depths);

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;

private:
    bool known_ = false;
    ByPair depths_;
};

}  // namespace limpet
