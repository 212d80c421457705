#pragma once

/// A run of a scene with all that invariants are judged by. Nothing here comes from detection but the forces
/// of contacts.

#include <string>
#include <vector>

#include "core/types.h"
#include "limpet/audit.h"
#include "limpet/warning.h"

namespace limpet::physics_fuzz {

struct BodyMoment {
    Vec3 center;            ///< of mass [m]
    Vec3 momentum;          ///< [kg m/s]
    Vec3 angular_momentum;  ///< about the world's origin [kg m^2/s]
    Vec3 contact_force;     ///< of the step just taken [N]
    double push = 0;        ///< sum of the lengths of contact forces, which may cancel [N]
    double lowest = 0;      ///< y of its lowest vertex [m]
    double fastest = 0;     ///< speed of its fastest vertex [m/s]
};

struct Moment {
    StepRecord record;
    std::vector<BodyMoment> bodies;
    double energy() const {
        return record.kinetic + record.elastic + record.potential + record.adhesive_energy;
    }
};

struct BodyFacts {
    std::string name;
    BodyType type = BodyType::Rigid;
    double mass = 0;               ///< [kg]; 0 for a static body
    double size = 0;               ///< longest side of its box at the start [m]
    double young = 0, volume = 0;  ///< of a soft body [Pa, m^3]
    bool held = false;             ///< by fixed nodes or by keyframes
};

struct PairOverlap : Overlap {
    double sag = 0;  ///< by which facets that deform may be in a round shape by design [m]
};

/// Parts of a body that pass through each other.
struct SelfOverlap {
    std::string body;
    double depth = 0;  ///< lower bound of the relative displacement that parts them [m]
    double time = 0;   ///< [s]
};

enum class RunEnd { Done, Breakdown, Refused, Slow };

struct SceneRun {
    Scene scene;
    std::vector<BodyFacts> bodies;
    std::vector<Moment> moments;                     ///< from time 0, one per step
    double tolerance = 0;                            ///< of overlap, by design [m]
    std::vector<Overlap> start_overlaps;             ///< at time 0 beyond the tolerance, deepest first
    std::vector<std::vector<PairOverlap>> overlaps;  ///< of audited frames
    std::vector<SelfOverlap> self_overlaps;  ///< deepest of each body that may not pass through itself
    /// Said while it ran; of those before the first step, only that bodies are too fast for it: others are
    /// about the scene, not about what happens.
    std::vector<Warning> warnings;
    RunEnd end = RunEnd::Done;
    std::string message;  ///< of a breakdown or a refusal
    double seconds = 0;   ///< of the processor
};

struct RunLimits {
    int audit_every = 4;         ///< steps
    double seconds = 5;          ///< of the processor; a run that takes longer ends early as RunEnd::Slow
    bool until_contact = false;  ///< ends with the first step that has contacts
};

/// `folder` has the meshes that scenes name.
SceneRun run_scene(const std::string& text, const std::string& folder, const RunLimits& limits = {});

}  // namespace limpet::physics_fuzz
