#pragma once

/// A computation in a process of its own, so that a foreign solver that loops, asserts or crashes ends alone.

#include <functional>

#include "core/types.h"

namespace limpet::peers {

struct Outcome {
    bool ended = false;  ///< false: killed by the cap, or crashed
    double seconds = 0;  ///< of the quickest repeat, without what prepared it [s]
    VecX result;
};

/// Something ready to run that returns numbers.
using Work = std::function<VecX()>;

/// Runs what `prepare` returns, `size` numbers, in a child: again and again while it is short, so that the
/// best of several counts. No more than `cap` seconds of processor time in all; what it prints is dropped.
Outcome in_child(double cap, Eigen::Index size, const std::function<Work()>& prepare);

}  // namespace limpet::peers
