#pragma once

/// Separation under detection by points. In a step, the response takes out overlap by one more solve with the
/// same W, applied to positions alone.
///
/// What lies deep in each other when a run begins is separated before the first step, without strain: the
/// steps would push it out by `distance` each, through the bodies' own A⁻¹, which squeezes soft bodies, and
/// what strains them is released as motion. Here they move by their rigid modes (separate_rigidly.h), as
/// under `ldi`; velocities stay.

#include <map>
#include <set>

#include "solve/report.h"
#include "step/constraint_response.h"
#include "step/proximity_contacts.h"
#include "step/separation.h"
#include "step/step_context.h"

namespace limpet {

class GapSeparation : public Separation {
public:
    GapSeparation(StepContext& context, ProximityDetector& detector, ProximityContacts& source,
                  const ContactLaws& laws, ConstraintResponse& response, const SolveLimits& limits)
        : context_(context),
          detector_(detector),
          source_(source),
          laws_(laws),
          response_(response),
          limits_(limits) {}

    void separate_at_start(double h) override;
    void run(double h) override { response_.remove_overlap(h); }

private:
    using BodyPairs = std::set<std::pair<int, int>>;
    using Depths = std::map<std::pair<int, int>, double>;  ///< [m]
    /// All contacts of different bodies, with those of cloth that is pierced as it leaves the other.
    std::vector<Contact> overlapping_contacts(BodyPairs& pierced) const;
    /// Of pairs of which one deforms.
    Depths elastic_overlaps(const std::vector<Contact>& contacts) const;
    /// Warns if so.
    bool is_too_large(const std::vector<Contact>& contacts) const;
    void warn_of_start(const Depths& overlaps, const BodyPairs& pierced);
    void warn_of_pierced(const Depths& overlaps, const BodyPairs& pierced);

    StepContext& context_;
    ProximityDetector& detector_;
    ProximityContacts& source_;
    const ContactLaws& laws_;
    ConstraintResponse& response_;
    SolveLimits limits_;
};

}  // namespace limpet
