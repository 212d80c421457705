#pragma once

#include <span>
#include <vector>

#include "contact/bonds.h"
#include "contact/contact_memory.h"
#include "contact/friction_law.h"
#include "contact/restitution_law.h"
#include "core/carried_state.h"

namespace limpet {

/// The laws that contacts get: friction, viscosity, restitution and bonds.
class ContactLaws : public CarriedState {
public:
    /// `pixel` of the images, if contacts are volumes [m].
    ContactLaws(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies,
                std::optional<double> pixel)
        : friction_(scene, bodies), restitution_(scene, bodies), bonds_(scene, bodies, pixel) {}

    Bonds& bonds() { return bonds_; }
    const Bonds& bonds() const { return bonds_; }
    /// By what contacts did in the last step.
    void give(std::vector<Contact>& contacts, const ContactMemory& memory) const;

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override {
        bonds_.inherit(static_cast<const ContactLaws&>(before).bonds_, bodies);
    }
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;

private:
    FrictionLaw friction_;
    RestitutionLaw restitution_;
    Bonds bonds_;
};

}  // namespace limpet
