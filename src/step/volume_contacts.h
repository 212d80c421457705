#pragma once

/// Contacts of overlaps that layered depth images see; warns about overlaps with no separating direction, and
/// about what images cannot see.

#include <set>

#include "detect/ldi/volume_detector.h"
#include "limpet/scene.h"
#include "step/contact_source.h"
#include "step/long_steps.h"
#include "step/step_context.h"

namespace limpet {

class VolumeContacts : public ContactSource {
public:
    VolumeContacts(StepContext& context, VolumeDetector& detector, LongSteps& long_steps)
        : context_(context), detector_(detector), long_steps_(long_steps) {}

    std::vector<Contact> contacts(double h) override;
    void describe(StepRecord& record) const override { record.intersection_volume = intersection_volume_; }

    void inherit(const CarriedState& before, const BodyRenumbering& bodies) override;
    /// Pairs without a direction.
    void append_state(std::vector<double>& values) const override;
    [[nodiscard]] bool take_state(std::span<const double>& values) override;

private:
    void measure(const std::vector<Contact>& contacts);
    void warn_of_images();
    void warn_of_deep_volumes(const std::vector<Contact>& contacts);

    StepContext& context_;
    VolumeDetector& detector_;
    LongSteps& long_steps_;
    std::set<std::pair<int, int>> without_direction_;  ///< that overlap so in this step
    double intersection_volume_ = 0;                   ///< as this step's detection saw it [m³]
};

/// What is wrong for volumes throws InputError; open surfaces that the scene allows are appended to
/// `warnings`.
void check_volumes(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies,
                   const VolumeDetector& detector, std::vector<Warning>& warnings);

}  // namespace limpet
