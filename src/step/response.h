#pragma once

#include <vector>

#include "contact/zone_members.h"
#include "core/carried_state.h"
#include "limpet/stages.h"

namespace limpet {

/// A way to turn what was detected into motion of the bodies. A contact step has several, which act one after
/// the other in each stage: virtual adhesives first, which change what bodies would do by themselves, then
/// constraints.
class Response : public CarriedState {
public:
    /// After `detect`, before contacts are made.
    virtual void begin_step(double h) = 0;
    /// The stages `compliance`, `solve` and `correct`. They may be run again in a step, with other contacts
    /// or other equations of the bodies.
    virtual void assemble(double /*h*/) {}
    virtual void solve() {}
    virtual void correct() {}
    /// After q += h v, and after overlap that constraints have left is removed.
    virtual void stabilise(double /*h*/) {}

    virtual void describe(StepRecord&) const {}
    /// What zones hold of each body at the end of the step; empty without zones.
    virtual std::vector<ZoneMembers> zone_members() const { return {}; }
    /// At the end of a step.
    virtual void warn() {}
};

}  // namespace limpet
