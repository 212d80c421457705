#pragma once

/// What a contact step carries to the next one. Each part of it derives from CarriedState and overrides what
/// it needs; it is entered once in CarriedStates, and saving, restoring and remaking a step all walk that
/// list.

#include <span>
#include <vector>

#include "core/body_renumbering.h"

namespace limpet {

class CarriedState {
public:
    virtual ~CarriedState() = default;

    /// What later steps depend on.
    virtual void append_state(std::vector<double>& /*values*/) const {}
    /// Takes it from the front of `values`; false if it does not fit.
    [[nodiscard]] virtual bool take_state(std::span<const double>& /*values*/) { return true; }
    /// Takes over what another object of the same class, made for other settings or another list of bodies,
    /// knew of bodies that are still there.
    virtual void inherit(const CarriedState& /*before*/, const BodyRenumbering& /*bodies*/) {}
    /// A state is about to be restored: what is known of the step just taken no longer holds.
    virtual void forget_step() {}

protected:
    CarriedState() = default;
    CarriedState(const CarriedState&) = default;
    CarriedState& operator=(const CarriedState&) = default;
};

class CarriedStates {
public:
    /// States have the parts in the order in which they are entered. Each class is there once.
    void add(CarriedState& part);

    void append_state(std::vector<double>& values) const;
    [[nodiscard]] bool set_state(std::span<const double> values);
    /// Each part from that of the same class, if there was one.
    void inherit(const CarriedStates& before, const BodyRenumbering& bodies);

private:
    const CarriedState* find_same_class(const CarriedState& part) const;

    std::vector<CarriedState*> parts_;
};

}  // namespace limpet
