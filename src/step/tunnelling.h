#pragma once

/// Rounds of continuous detection after the solve: R. Bridson, R. Fedkiw, J. Anderson, Robust treatment of
/// collisions, contact and friction for cloth animation (2002), §7.4, does the same with impulses pair by
/// pair and ends in rigid impact zones. We deviate: each round adds contacts to the step's one problem and
/// solves it anew, and what is left at the end is held back.

#include "detect/continuous/continuous_detector.h"
#include "step/contact_set.h"
#include "step/refinement.h"
#include "step/step_context.h"

namespace limpet {

class Tunnelling : public Refinement {
public:
    Tunnelling(StepContext& context, ContinuousDetector& detector, const ContactSet& contacts)
        : context_(context), detector_(detector), set_(contacts) {}

    void begin() override;
    std::optional<std::vector<Contact>> look(double h) override;
    void end(double h) override;
    Stage stage() const override { return Stage::Detect; }
    bool repeats() const override { return true; }
    double advance_share(std::size_t body) const override { return shares_.empty() ? 1.0 : shares_[body]; }
    void warn(double h) override;

private:
    /// Contacts of these crossings. Their gaps make h uₙ the gap at the end of the step as the bodies end
    /// with the present velocities: on straight lines, the gap at the start; on arcs, more by what they rise
    /// above their tangents, but not less.
    std::vector<Contact> contacts(const std::vector<CrossingPair>& pairs, double h) const;

    StepContext& context_;
    ContinuousDetector& detector_;
    const ContactSet& set_;
    int rounds_ = 0;
    double worst_before_ = 0;              ///< gap at the end, in the round before [m]
    bool settled_ = false;                 ///< nothing passes through anything
    std::vector<double> shares_;           ///< of the step that bodies go; empty: all of it
    std::vector<CrossingPair> held_back_;  ///< that would have passed through each other
};

}  // namespace limpet
