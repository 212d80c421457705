#pragma once

#include <span>
#include <vector>

#include "contact/contact_memory.h"
#include "step/contact_laws.h"

namespace limpet {

/// The step's contacts: with ids that last while their keys do, laws, what they did in the step before, and
/// which of them take part in the step's problem.
class ContactSet : public CarriedState {
public:
    explicit ContactSet(ContactLaws& laws) : laws_(laws) {}

    const std::vector<Contact>& all() const { return contacts_; }
    std::vector<Contact>& all() { return contacts_; }
    const ContactMemory& memory() const { return memory_; }
    ContactMemory& memory() { return memory_; }

    /// At the start of a step. `at_start`: what touches has the scene's initial bonds.
    void begin_step(std::vector<Contact> contacts, bool at_start);
    /// Adds contacts; those with a known key take the place of the old one. Returned are the bodies whose
    /// contacts are others now, besides those of contacts that are new; with bonds, all that contacts touch.
    std::vector<int> put(std::vector<Contact> contacts, bool at_start);
    void drop(const std::vector<bool>& dropped);

    /// Is any of them not in the step's problem?
    bool any_new(const std::vector<Contact>& contacts) const;
    /// Contacts that take no part in the step's problem, as flags and as indices.
    std::vector<bool> idle_flags() const;
    std::vector<int> idle() const;

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override {
        memory_.inherit(static_cast<const ContactSet&>(before).memory_, bodies);
    }
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;
    void forget_step() override { contacts_.clear(); }

private:
    void identify(std::vector<Contact>& contacts);

    ContactLaws& laws_;
    std::vector<Contact> contacts_;
    ContactMemory memory_;
};

}  // namespace limpet
