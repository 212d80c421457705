#pragma once

/// Contacts of nearest points: of proximity and of continuous detection.

#include <limits>
#include <optional>

#include "detect/proximity_detector.h"
#include "step/contact_laws.h"
#include "step/contact_source.h"
#include "step/long_steps.h"
#include "step/step_context.h"

namespace limpet {

class ProximityContacts : public ContactSource {
public:
    /// `long_steps`: without it nothing is too fast for detection.
    ProximityContacts(StepContext& context, const ProximityDetector& detector, const ContactLaws& laws,
                      std::optional<LongSteps> long_steps);

    /// Of pairs that are not near yet, those that free motion brings near; a solve may close the others.
    std::vector<Contact> contacts(double h) override;
    /// Of one pair, near or not; none where virtual adhesives hold them together.
    std::vector<Contact> contacts_of(const NearPair& pair) const;
    /// The same whatever holds them.
    std::vector<Contact> contacts_between(const NearPair& pair) const;
    /// That contacts() left out: free motion does not close them.
    const std::vector<Contact>& far() const { return far_; }
    /// The detector's last searches were cut short.
    void warn_of_short_search(double h);
    void warn() override;

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;

private:
    /// Contacts of samples of round bodies, where the bodies themselves are near.
    std::vector<Contact> with_samples_of(const NearPair& pair, std::vector<Contact> exact) const;
    std::vector<Contact> keep_closing(std::vector<Contact> contacts, double h);
    void warn_of_pierced_sheets();

    StepContext& context_;
    const ProximityDetector& detector_;
    const ContactLaws& laws_;
    std::optional<LongSteps> long_steps_;
    double advised_step_ = std::numeric_limits<double>::infinity();  ///< the shortest so far [s]
    std::vector<Contact> far_;
};

}  // namespace limpet
