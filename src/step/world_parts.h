#pragma once

/// What a World is made of. Construction and the step are in world.cpp, what is done to it between steps in
/// verbs/, one file per kind of command.

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "bodies/body.h"
#include "limpet/command.h"
#include "limpet/world.h"
#include "step/blades.h"
#include "step/contact_step.h"
#include "step/inverted_elements.h"
#include "step/probe.h"
#include "step/verbs/body_ids.h"
#include "step/verbs/grabs.h"
#include "step/verbs/listeners.h"

namespace limpet {

struct World::Parts {
    Scene scene;
    std::vector<std::unique_ptr<Body>> bodies;
    BodyIds ids;
    std::vector<Warning> warnings;
    Listeners listeners;
    Blades blades;
    Grabs grabs;
    double smallest = 0;  ///< longest side of the smallest body at time 0 [m]
    std::unique_ptr<ContactStep> contact;
    InvertedElements inverted;
    std::vector<Probe> probes;
    long steps = 0;
    StepRecord record;

    double time() const { return static_cast<double>(steps) * scene.time.step; }
    /// Without what is of one body: accelerations and pulls.
    FreeMotionInput free_motion_input() const { return {time(), scene.time.step}; }
    /// Without one, nothing collides and nothing is attached.
    bool needs_contact_step() const { return scene.contact || !scene.attachments.empty(); }
    /// Of bodies whose damping is another than before. Throws InputError if a body cannot have it.
    void set_dampings(const Scene& before);
    void cut();
    /// Free motion and contact: velocities at the end of the step.
    void find_velocities(const FreeMotionInput& input, StageClock& clock);
    /// Bodies and contacts as at the start of the step.
    struct Start {
        std::vector<std::vector<double>> bodies;
        std::vector<double> contacts;
    };
    Start start() const;
    void go_back_to(const Start& start);
    /// In parallel. If several bodies break down, the exception of the first of them is rethrown, whichever
    /// thread was first.
    void for_each_body(const std::function<void(std::size_t)>& visit);
    void measure_energies();
    /// One per body.
    std::vector<ZoneMembers> zone_members() const;
    /// Of states (world_state.cpp): what commands left, and what the last step shows of itself.
    void append_commanded(std::vector<double>& values) const;
    void append_shown(std::vector<double>& values) const;
    [[nodiscard]] bool take_shown(std::span<const double> values);
    /// False if the state does not fit; then parts of it may have been taken.
    [[nodiscard]] bool take(const WorldState& state);

    /// Each throws InputError and changes nothing if the command is wrong.
    CommandResult apply(const AddBody& command);
    CommandResult apply(const RemoveBody& command);
    CommandResult apply(const ApplyForce& command);
    CommandResult apply(const Grab& command);
    CommandResult apply(const MoveGrab& command);
    CommandResult apply(const ReleaseGrab& command);
    CommandResult apply(const MoveTo& command);
    CommandResult apply(const limpet::Cut& command);
    CommandResult apply(const Set& command);

    /// Makes the contact step anew, for the bodies and settings of now; it goes on with what the old one
    /// carries from step to step. Throws InputError if bodies cannot collide so; the old one then stays.
    void remake_contact(const BodyRenumbering& bodies_before);
    void remake_contact();
    /// Probes, blades and records follow a changed list of bodies.
    void follow_bodies(const BodyRenumbering& bodies_before);
};

}  // namespace limpet
