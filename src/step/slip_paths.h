#pragma once

/// How far bodies have slid on each other since time 0, for probes that ask (`slip`).
///
///   s ← s + h ‖Σ fₙ u_T / Σ fₙ‖      over the contacts of two bodies that press
///
///   fₙ   normal force [N]     u_T   slip velocity at the end of the step [m/s]     s   [m]

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/carried_state.h"
#include "limpet/frame.h"

namespace limpet {

class SlipPaths : public CarriedState {
public:
    using ByPair = std::map<std::pair<int, int>, double>;
    /// `asked`: otherwise nothing is kept, and states have nothing of it.
    explicit SlipPaths(bool asked) : asked_(asked) {}

    void add(const std::vector<ContactFrame>& contacts, double h);
    const ByPair& by_pair() const { return path_; }

    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;
    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;

private:
    bool asked_;
    ByPair path_;  ///< [m]
};

}  // namespace limpet
