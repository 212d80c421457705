#include "physics_fuzz/expected.h"

#include <algorithm>

namespace limpet::physics_fuzz {
namespace {

bool deforms(const SceneRun& run, const Violation&) {
    return std::any_of(run.bodies.begin(), run.bodies.end(), [](const BodyFacts& b) {
        return b.type == BodyType::Soft || b.type == BodyType::Cloth;
    });
}

/// Neither exact spheres, nor spheres under `ldi`, which collide as polyhedra.
bool rolls_on_facets(const SceneRun& run, const Violation& violation) {
    return std::any_of(run.scene.bodies.begin(), run.scene.bodies.end(), [&](const BodyDescription& b) {
        return b.name == violation.bodies.front() &&
               (!std::holds_alternative<SphereShape>(b.shape) ||
                run.scene.contact->detection.type == DetectionType::LayeredDepth);
    });
}

bool is_driven_under_continuous(const SceneRun& run, const Violation&) {
    return run.scene.contact->detection.type == DetectionType::Continuous &&
           std::any_of(run.scene.bodies.begin(), run.scene.bodies.end(),
                       [](const BodyDescription& b) { return !b.motion.empty(); });
}

bool is_layered(const SceneRun& run, const Violation&) {
    return run.scene.contact->detection.type == DetectionType::LayeredDepth;
}

/// By more than a quarter of the smallest body's size in a step.
bool is_too_fast_for_proximity(const SceneRun& run, const Violation&) {
    if (run.scene.contact->detection.type != DetectionType::Proximity) return false;
    double smallest = run.bodies.front().size, fastest = 0;
    for (const BodyFacts& body : run.bodies) smallest = std::min(smallest, body.size);
    for (const Moment& moment : run.moments)
        for (const BodyMoment& body : moment.bodies) fastest = std::max(fastest, body.fastest);
    return fastest * run.scene.time.step > smallest / 4;
}

bool is_one_volume(const SceneRun& run, const Violation& violation) {
    return is_layered(run, violation) && !run.scene.contact->detection.cell;
}

}  // namespace

const std::vector<ExpectedFailure>& expected_failures() {
    // Angular momentum: the limit is a thousandth of Σ m v l, so 300 is a third of all there can be.
    static const std::vector<ExpectedFailure> all = {
        {"bodies that deform lose spin", "angular momentum", 300, deforms},
        {"round bodies brake on their facets", "rolling", 100, rolls_on_facets},
        {"driven into others under continuous", "overlap", 20, is_driven_under_continuous},
        {"open: hits are found late by ldi", "overlap", 15, is_layered},
        {"open: hits are found late by ldi", "floor", 15, is_layered},
        {"open: fast bodies are stopped late by proximity", "overlap", 10, is_too_fast_for_proximity},
        {"open: one volume per pair rocks", "rest: speed", 2, is_one_volume},
    };
    return all;
}

const ExpectedFailure* find_expected(const SceneRun& run, const Violation& violation) {
    for (const ExpectedFailure& e : expected_failures())
        if (e.invariant == violation.invariant && violation.value <= e.most * violation.limit &&
            e.applies(run, violation))
            return &e;
    return nullptr;
}

}  // namespace limpet::physics_fuzz
