#pragma once

/// How deep pairs of bodies were in each other in the last step: detection looks that much deeper in the next
/// one. Before the end of the first step nobody knows.

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/body_renumbering.h"

namespace limpet {

class OverlapDepths {
public:
    using ByPair = std::map<std::pair<int, int>, double>;  ///< [m]

    bool known() const { return known_; }
    const ByPair& all() const { return depths_; }
    /// 0: they did not overlap. [m]
    double of(int first, int second) const;
    /// At the end of a step.
    void replace(ByPair depths);

    void inherit(const OverlapDepths& before, const BodyRenumbering& bodies);
    void append_state(std::vector<double>& values) const;
    [[nodiscard]] bool take_state(std::span<const double>& values);

private:
    bool known_ = false;
    ByPair depths_;
};

}  // namespace limpet
