#pragma once

#include <memory>
#include <vector>

#include "bodies/body.h"
#include "detect/overlap_depths.h"
#include "step/pair_responses.h"
#include "step/warnings.h"

namespace limpet {

/// What every room of a contact step knows.
struct StepContext {
    using Bodies = std::vector<std::unique_ptr<Body>>;
    const Bodies& bodies;
    std::vector<bool> moves;  ///< of each body: can contacts move it?
    double distance;          ///< contact.detection.distance, or the pixel of images [m]
    Warnings& warnings;
    PairResponses responses;
    OverlapDepths depths = {};
    std::vector<char> tools = {};  ///< of each body: is it the tool of a haptic device?

    /// Bodies may lie in each other, who knows how deep.
    bool first_step() const { return !depths.known(); }
    int count() const { return static_cast<int>(bodies.size()); }
};

}  // namespace limpet
