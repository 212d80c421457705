#pragma once

#include <vector>

#include "contact/contact.h"
#include "core/carried_state.h"
#include "limpet/stages.h"

namespace limpet {

/// Makes the step's contacts of what a detector found: the stage `contacts`.
class ContactSource : public CarriedState {
public:
    virtual std::vector<Contact> contacts(double h) = 0;
    virtual void describe(StepRecord&) const {}
    /// At the end of a step.
    virtual void warn() {}
};

}  // namespace limpet
