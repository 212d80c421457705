#pragma once

#include <algorithm>

namespace limpet::haptics {

/// The share of a force that a device gets: it falls at once, since the output limits its rate, and rises
/// over `ramp` [s]; once per `tick` [s].
class Fade {
public:
    Fade(double ramp, double tick) : rise_(ramp > 0 ? tick / ramp : 1) {}
    double next(double wanted) { return share_ = std::min(wanted, share_ + rise_); }

private:
    double rise_;
    double share_ = 0;
};

}  // namespace limpet::haptics
