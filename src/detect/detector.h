#pragma once

#include "core/carried_state.h"
#include "limpet/stages.h"

namespace limpet {

/// How surfaces are looked at: the stage `detect`. A detector sees colliders (shapes/collider.h) and their
/// motion, never a law or a solver. Each has its own findings, from which the step makes contacts
/// (step/contact_source.h), its own caches, and its own part of states and records.
class Detector : public CarriedState {
public:
    /// Looks at all surfaces as they are at the start of a step of length `h` [s], and as they are about to
    /// move.
    virtual void detect(double h) = 0;
    /// A body has other triangles. Its vertices keep their numbers, new ones come after them.
    virtual void surface_changed(int body) = 0;
    /// What of a step's record only the detector knows.
    virtual void describe(StepRecord&) const {}
};

}  // namespace limpet
