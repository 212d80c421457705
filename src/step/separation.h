#pragma once

#include "core/carried_state.h"

namespace limpet {

/// Removes overlap from positions alone; velocities stay.
class Separation : public CarriedState {
public:
    /// Before the first step: what lies deep in each other is moved apart.
    virtual void separate_at_start(double /*h*/) {}
    /// At the end of a step: the stage `stabilise`.
    virtual void run(double h) = 0;
};

}  // namespace limpet
