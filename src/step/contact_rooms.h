#pragma once

/// The rooms of a contact step that the scene chooses between. Here is where a new detector, response,
/// refinement or separation is entered.

#include <memory>
#include <optional>
#include <vector>

#include "detect/detector.h"
#include "detect/proximity_detector.h"
#include "limpet/scene.h"
#include "step/constraint_response.h"
#include "step/contact_set.h"
#include "step/contact_source.h"
#include "step/long_steps.h"
#include "step/refinement.h"
#include "step/response.h"
#include "step/separation.h"
#include "step/step_context.h"
#include "step/working_set.h"

namespace limpet {

struct ContactRooms {
    std::vector<std::unique_ptr<Response>> responses;  ///< in the order in which they act
    ConstraintResponse* constraints = nullptr;         ///< of these
    std::optional<LongSteps> long_steps;               ///< that volumes share
    std::unique_ptr<Detector> detector;
    const ProximityDetector* proximity = nullptr;  ///< the same, if it finds nearest points
    std::unique_ptr<ContactSource> source;
    std::vector<std::unique_ptr<Refinement>> refinements;  ///< in the order in which they look
    WorkingSet* working_set = nullptr;                     ///< of these
    std::unique_ptr<Separation> separation;
};

/// Longest side of the smallest body, which lengths that the scene leaves out are shares of [m].
double smallest_size(const std::vector<std::unique_ptr<Body>>& bodies);
/// How far apart what is at rest is looked at, or the pixel of images [m].
double detection_distance(const DetectionSettings& detection, double smallest, const AdhesionLaw& law);
/// The pixel of images; nothing without them [m].
std::optional<double> detection_pixel(const DetectionSettings& detection, double smallest);

/// Rooms refer to each other and to what is given here, which must outlive them. Throws InputError, and
/// appends to `warnings`, where bodies are not fit for the detection that the scene asks for.
void make_rooms(const Scene& scene, bool collides, StepContext& context, ContactLaws& laws,
                ContactSet& contacts, SolveBudget& budget, std::vector<Warning>& warnings,
                ContactRooms& rooms);

}  // namespace limpet
