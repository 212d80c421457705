#pragma once

#include <span>
#include <vector>

#include "contact/contact.h"
#include "contact/renumbering.h"
#include "limpet/stages.h"

namespace limpet {

/// Makes the step's contacts of what a detector found: the stage `contacts`.
class ContactSource {
public:
    virtual ~ContactSource() = default;

    virtual std::vector<Contact> contacts(double h) = 0;
    virtual void describe(StepRecord&) const {}
    /// At the end of a step.
    virtual void warn() {}

    /// Takes over what another source of the same class knew of bodies that are still there.
    virtual void inherit(const ContactSource& before, const Renumbering& bodies) = 0;
    /// What later contacts depend on, as a part of its own (core/state_part.h).
    virtual void append_state(std::vector<double>& values) const = 0;
    [[nodiscard]] virtual bool take_state(std::span<const double>& values) = 0;
};

}  // namespace limpet
