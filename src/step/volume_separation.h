#pragma once

/// Position stabilisation of volume contacts: Newton's method on their volumes, with new images between.
///
///   −ε ≤ −V + J_V Δq ⊥ ξ ≥ 0,     A Δq = J_Vᵀ ξ,     ε = A · pixel/2
///
/// J. Allard, F. Faure et al. (2010), eq. 18, 19 and algorithm 1. Half a pixel of overlap stays, so that the
/// next step sees the contact. Positions change, velocities do not. We deviate: what lies in each other at
/// the start is separated without strain first (separate_rigidly.h).

#include "detect/ldi/volume_detector.h"
#include "solve/report.h"
#include "step/separation.h"
#include "step/step_context.h"

namespace limpet {

class VolumeSeparation : public Separation {
public:
    VolumeSeparation(const StepContext& context, VolumeDetector& detector, const SolveLimits& limits)
        : context_(context), detector_(detector), limits_(limits) {}

    void run(double h) override;

private:
    /// Until nothing is too deep, or it does not get less.
    void separate_first();

    const StepContext& context_;
    VolumeDetector& detector_;
    SolveLimits limits_;
};

}  // namespace limpet
