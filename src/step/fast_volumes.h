#pragma once

/// Pairs of bodies that are fast for the pixel of their images: they are looked at on their way, and the
/// normal forces of their contacts act on one line.

#include <vector>

#include "detect/ldi/volume_detector.h"
#include "step/contact_set.h"
#include "step/long_steps.h"
#include "step/step_context.h"

namespace limpet {

struct FastPair {
    int first, second;
    int looks;  ///< at it, on the way through the step and at its end
};

/// Pairs that move against each other by more than a pixel, and may meet.
std::vector<FastPair> fast_pairs(const StepContext& context, const VolumeDetector& detector,
                                 const LongSteps& long_steps, double h);

/// Images see the lines of a contact's two normal forces to a small part of a pixel; here they are made one,
/// by moving the places on rigid bodies by what is left of their moment, M: (δ₁ − δ₂) × n = −(1 − n nᵀ) M.
void put_on_one_line(const Body& first, const Body& second, const Vec3& n, VolumeRows& rows);

/// The same for all contacts of fast pairs.
void align_fast_volumes(const StepContext& context, const std::vector<FastPair>& fast,
                        std::vector<Contact>& contacts);

}  // namespace limpet
