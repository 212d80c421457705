#include "step/contact_rooms.h"

#include <algorithm>
#include <limits>

#include "bodies/make_body.h"
#include "detect/continuous/continuous_detector.h"
#include "detect/ldi/volume_detector.h"
#include "detect/proximity_detector.h"
#include "step/closing_pairs.h"
#include "step/closing_volumes.h"
#include "step/constraint_response.h"
#include "step/gap_separation.h"
#include "step/no_collisions.h"
#include "step/proximity_contacts.h"
#include "step/relinearisation.h"
#include "step/step_constants.h"
#include "step/tunnelling.h"
#include "step/virtual_adhesive_response.h"
#include "step/volume_contacts.h"
#include "step/volume_separation.h"

namespace limpet {
namespace {

using Bodies = std::vector<std::unique_ptr<Body>>;

Colliders colliders_of(const Bodies& bodies) {
    Colliders colliders;
    for (const auto& body : bodies) colliders.push_back(body.get());
    return colliders;
}

ProximityDetector::Pressed pressed_in(const ContactSet& contacts) {
    return [&contacts](int first, int second, FeaturePair side, int vertex) {
        return contacts.memory().pressed({first, second, side, vertex, 0});
    };
}

void make_proximity(const DetectionSettings& settings, const SolveLimits& limits, StepContext& context,
                    const ContactLaws& laws, ContactSet& contacts, ContactRooms& rooms) {
    auto detector = std::make_unique<ProximityDetector>(
        colliders_of(context.bodies),
        ProximityDetector::Settings{
            .distance = context.distance, .self = settings.self, .allows_for_chords = true},
        context.depths, pressed_in(contacts));
    auto source = std::make_unique<ProximityContacts>(context, *detector, laws,
                                                      LongSteps(context.bodies, context.moves));
    rooms.refinements.push_back(
        std::make_unique<ClosingPairs>(context, *detector, *source, contacts, *rooms.constraints));
    rooms.separation =
        std::make_unique<GapSeparation>(context, *detector, *source, laws, *rooms.constraints, limits);
    rooms.proximity = detector.get();
    rooms.detector = std::move(detector);
    rooms.source = std::move(source);
}

/// It sees the whole way: no step is too long for it.
void make_continuous(const DetectionSettings& settings, const SolveLimits& limits, StepContext& context,
                     const ContactLaws& laws, ContactSet& contacts, ContactRooms& rooms) {
    auto detector = std::make_unique<ContinuousDetector>(
        colliders_of(context.bodies),
        ProximityDetector::Settings{
            .distance = context.distance, .self = settings.self, .allows_for_chords = false},
        context.depths, pressed_in(contacts), overlap_tolerance_ratio * context.distance);
    auto source = std::make_unique<ProximityContacts>(context, *detector, laws, std::nullopt);
    rooms.refinements.push_back(std::make_unique<Tunnelling>(context, *detector, contacts));
    rooms.separation =
        std::make_unique<GapSeparation>(context, *detector, *source, laws, *rooms.constraints, limits);
    rooms.proximity = detector.get();
    rooms.detector = std::move(detector);
    rooms.source = std::move(source);
}

void make_volumes(const Scene& scene, const SolveLimits& limits, StepContext& context, ContactSet& contacts,
                  std::vector<Warning>& warnings, ContactRooms& rooms) {
    const DetectionSettings& settings = scene.contact->detection;
    rooms.long_steps.emplace(context.bodies, context.moves);
    auto detector = std::make_unique<VolumeDetector>(
        colliders_of(context.bodies), LdiSettings{context.distance, settings.cell, settings.self},
        settings.at_center);
    check_volumes(scene, context.bodies, *detector, warnings);
    rooms.source = std::make_unique<VolumeContacts>(context, *detector, *rooms.long_steps);
    rooms.refinements.push_back(
        std::make_unique<ClosingVolumes>(context, *detector, *rooms.long_steps, contacts));
    rooms.separation = std::make_unique<VolumeSeparation>(context, *detector, limits);
    rooms.detector = std::move(detector);
}

void make_nothing(ContactRooms& rooms) {
    rooms.detector = std::make_unique<NoDetector>();
    rooms.source = std::make_unique<NoContacts>();
    rooms.separation = std::make_unique<NoSeparation>();
}

void make_detection(const Scene& scene, const SolveLimits& limits, StepContext& context,
                    const ContactLaws& laws, ContactSet& contacts, std::vector<Warning>& warnings,
                    ContactRooms& rooms) {
    const DetectionSettings& detection = scene.contact->detection;
    switch (detection.type) {
        case DetectionType::Proximity:
            return make_proximity(detection, limits, context, laws, contacts, rooms);
        case DetectionType::Continuous:
            return make_continuous(detection, limits, context, laws, contacts, rooms);
        case DetectionType::LayeredDepth:
            return make_volumes(scene, limits, context, contacts, warnings, rooms);
    }
}

}  // namespace

double smallest_size(const Bodies& bodies) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const auto& body : bodies) {
        Box3 box;
        for (const Vec3& x : body->surface().positions) box.extend(x);
        smallest = std::min(smallest, box.sizes().maxCoeff());
    }
    return smallest;
}

std::optional<double> detection_pixel(const DetectionSettings& detection, double smallest) {
    if (detection.type != DetectionType::LayeredDepth) return {};
    return detection.pixel.value_or(default_pixel_ratio * smallest);
}

double detection_distance(const DetectionSettings& detection, double smallest, const AdhesionLaw& law) {
    if (const std::optional<double> pixel = detection_pixel(detection, smallest)) return *pixel;
    return detection.distance.value_or(
        std::max(default_distance_ratio * smallest, bond_reach_ratio * law.largest_reference_gap()));
}

void make_rooms(const Scene& scene, bool collides, StepContext& context, ContactLaws& laws,
                ContactSet& contacts, SolveBudget& budget, std::vector<Warning>& warnings,
                ContactRooms& rooms) {
    const SolveLimits limits{.iterations = scene.solver.iterations,
                             .tolerance = scene.solver.tolerance,
                             .refine = true,
                             .context = SolveContext::Step};
    auto constraints = std::make_unique<ConstraintResponse>(scene.solver, limits, context, contacts);
    rooms.constraints = constraints.get();
    auto working_set = std::make_unique<WorkingSet>(context, contacts, *rooms.constraints);
    rooms.working_set = working_set.get();
    rooms.refinements.push_back(std::move(working_set));
    if (collides)
        make_detection(scene, limits, context, laws, contacts, warnings, rooms);
    else
        make_nothing(rooms);
    rooms.refinements.push_back(std::make_unique<Relinearisation>(context, *rooms.constraints, budget));
    if (context.responses.any_zones() || !scene.attachments.empty())
        rooms.responses.push_back(std::make_unique<VirtualAdhesiveResponse>(scene, context, rooms.proximity));
    rooms.responses.push_back(std::move(constraints));
}

}  // namespace limpet
