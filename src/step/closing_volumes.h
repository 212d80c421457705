#pragma once

/// Volumes that a step would make: bodies whose surfaces have nothing in common at the start of a step may be
/// deep in each other at its end.
///
///   g + h J v ≥ 0,     g = −(1 − ε/δ) d − s h J v′,     δ = max(d̄, d/2)
///
///   v′   velocities of the last solve [m/s]          s   part of the step after which images were made
///   d̄, d mean and greatest depth of the overlap in them, and ε the mean depth that is kept [m]
///
/// After the solve, images are made of where bodies would be at the end of the step, of fast bodies on the
/// way, too. The volume of a pair that would be too deep is linearised there; to contacts it is one with a
/// gap g at the start of the step, which the solve may close and no more. The mean depth of a cap, a wedge or
/// a corner goes with its greatest one, so that all but ε/d̄ of d is to go; of what is mostly flat, with a
/// part that is more than twice as deep, that part counts. Only the positive part of a gap counts
/// (compliance/group_problem.h), so that no contact pushes bodies apart faster than they should rest:
/// contacts take energy, as always.
///
/// What is deep says little of where and in which direction bodies met: in the first round, a pair that would
/// be deeper than some pixels is looked at again at the time when it was that deep, by its approach.
///
/// Normals and arms are those of where the images were made. For angular momentum, forces of a contact on two
/// bodies have to act at one place at the start of the step, too: images' places are taken back by what
/// bodies have moved till then, in the mean by their inverse masses, and by what the surface of a soft body
/// has.

#include "contact/contact.h"
#include "detect/ldi/volume_detector.h"
#include "step/contact_set.h"
#include "step/fast_volumes.h"
#include "step/refinement.h"
#include "step/step_context.h"

namespace limpet {

class ClosingVolumes : public Refinement {
public:
    ClosingVolumes(StepContext& context, VolumeDetector& detector, const LongSteps& long_steps,
                   const ContactSet& contacts)
        : context_(context), detector_(detector), long_steps_(long_steps), set_(contacts) {}

    void begin() override;
    std::optional<std::vector<Contact>> look(double h) override;
    Stage stage() const override { return Stage::Detect; }

private:
    struct Closing {
        std::vector<Contact> contacts;
        double met;  ///< when what is deep by now began to be, after the start of the step [s]
    };
    /// Rows and gaps for the start of the step of contacts of images `ahead` of it. Only those that the solve
    /// would close too far, if they are deeper than `deeper` then.
    Closing closing(std::vector<Contact> contacts, const SurfacePlaces& places, double ahead, double deeper,
                    double h) const;
    /// Of a pair that is too deep `ahead` of the step's start: its contacts when it has just begun to
    /// overlap.
    std::vector<Contact> where_they_met(const FastPair& pair, Closing found, double ahead, double h);
    std::vector<Contact> find_closing(const std::vector<FastPair>& fast, double h);
    /// Adds what a pair has `ahead` of the step's start; true if that is anything.
    bool take(const FastPair& pair, Closing found, double ahead, double h, std::vector<Contact>& closing);

    StepContext& context_;
    VolumeDetector& detector_;
    const LongSteps& long_steps_;
    const ContactSet& set_;
    int rounds_ = 0;
    double last_depth_ = 0, least_depth_ = 0;  ///< of the rounds before [m]
};

}  // namespace limpet
