#pragma once

/// A run of a scene with all that invariants are judged by. Nothing here comes from detection but the forces
/// of contacts.

#include <optional>
#include <string>
#include <vector>

#include "core/types.h"
#include "limpet/audit.h"
#include "limpet/warning.h"
#include "physics_fuzz/touches.h"

namespace limpet::physics_fuzz {

struct BodyMoment {
    Vec3 center;               ///< of mass [m]
    Vec3 momentum;             ///< [kg m/s]
    Vec3 angular_momentum;     ///< about the world's origin [kg m^2/s]
    Vec3 contact_force;        ///< of the step just taken [N]
    double push = 0;           ///< sum of the lengths of contact forces, which may cancel [N]
    double lowest = 0;         ///< y of its lowest vertex [m]
    double fastest = 0;        ///< speed of its fastest vertex [m/s]
    bool present = true;       ///< it was there, before and after the step
    Vec3 pull = Vec3::Zero();  ///< of grabs and pushes in the step just taken [N]
    double volume = 0;         ///< that its surface encloses, of a particles body [m^3]
    bool in_zone = false;      ///< a zone held something of it in the step just taken
};

struct Moment {
    StepRecord record;
    std::vector<BodyMoment> bodies;
    double work_error = 0;  ///< of `work`: arcs of grabbed points against tangents [J]
    double work = 0;        ///< of grabs and pushes in the step [J]
    double brought = 0;     ///< energy that came with added bodies and changes of gravity before it [J]
    bool lost = false;      ///< bodies were removed before it, with energy that nobody measured
    Vec3 gravity_change = Vec3::Zero();  ///< from the scene's, in the step [m/s^2]
    double energy() const {
        return record.kinetic + record.elastic + record.potential + record.adhesive_energy;
    }
};

/// Whether anything touched in a step: contacts, or zones, which may begin and end within it.
inline bool anything_touched(const StepRecord& step) {
    return step.contacts > 0 || step.zones > 0 || step.releases > 0;
}

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
    Scene scene;                                     ///< with all bodies that were ever added
    std::vector<BodyFacts> bodies;                   ///< of these
    std::optional<std::vector<Touch>> touches;       ///< what was done to it at random, if anything could be
    std::vector<RecordedCommand> commands;           ///< that this came to
    std::vector<WorldState> states;                  ///< of a run that is touched, as `moments`
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
SceneRun run_scene(const std::string& text, const std::string& folder, const RunLimits& limits = {},
                   const std::optional<std::vector<Touch>>& touches = {});

}  // namespace limpet::physics_fuzz
