#pragma once

/// The stages of a step that are about contact, in the order of World::step(), and the loop that solves
/// again. What each stage does is in its room (contact_rooms.h); here they are only run.

#include <span>
#include <string>
#include <vector>

#include "contact/bonds.h"
#include "core/carried_state.h"
#include "limpet/frame.h"
#include "limpet/stages.h"
#include "solve/problem.h"
#include "step/contact_frames.h"
#include "step/contact_rooms.h"
#include "step/facet_rolling.h"
#include "step/left_scene.h"
#include "step/slip_paths.h"
#include "step/stage_clock.h"
#include "step/warnings.h"

namespace limpet {

class ContactStep {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// Without `contact` in the scene nothing collides, but attachments hold. Appends user warnings to
    /// `warnings`; each is issued once. `smallest`: smallest_size() of the bodies at
    /// time 0 [m].
    ContactStep(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings, double smallest);
    /// Takes over all that another one carries from step to step, which was made for other settings or
    /// another list of bodies: each room its own.
    void inherit(const ContactStep& before, const BodyRenumbering& bodies) {
        carried_.inherit(before.carried_, bodies);
    }

    /// Before a step: a body has other triangles. Vertices keep their numbers, new ones come after them.
    void surface_changed(int body);
    /// Before the first step: what lies deep in each other is moved apart.
    void separate_at_start(double h);

    void detect(double h);
    /// Which contacts take part in the step's problem: those that touch or are about to, or, for tests, all.
    enum class Active { Closing, All };
    void contacts(double h, Active active = Active::Closing);
    void compliance(double h);
    void solve();
    /// v += A⁻¹ Jᵀ λ, of all bodies.
    void correct();
    /// Solves again, as often as the step's answer gives a reason to; each solve counts in the record's
    /// `resolves`, and its time in the stages that it repeats.
    void refine(double h, StageClock& clock);
    /// Which share of the step a body goes: 1 unless it is held back.
    double advance_share(std::size_t body) const;
    /// After q += h v: overlap that is left is taken out of positions alone.
    void stabilise(double h);
    /// What the next step starts from, and what frames, probes and records say of this one. evolve.cpp.
    void evolve(double h, StepRecord& record);

    const std::vector<ContactFrame>& frames() const { return shown_.frames(); }
    const ShownContacts& shown() const { return shown_; }
    ShownContacts& shown() { return shown_; }
    const Bonds::Dissipation& dissipated() const { return laws_.bonds().dissipated(); }
    const SlipPaths::ByPair& slip_paths() const { return slip_paths_.by_pair(); }
    /// What zones hold of each body; empty without zones.
    std::vector<ZoneMembers> zone_members() const;
    /// Of the last step, one problem per group.
    std::vector<const Problem*> problems() const { return rooms_.constraints->problems(); }
    const ContactSet& contact_set() const { return set_; }
    /// Of the last step.
    std::span<const ContactGroup> groups() const { return rooms_.constraints->groups(); }
    /// What each room declares, one after the other.
    void append_state(std::vector<double>& values) const { carried_.append_state(values); }
    [[nodiscard]] bool set_state(std::span<const double> values) { return carried_.set_state(values); }

private:
    /// `scene` has contact, which counts if anything collides.
    ContactStep(const Scene& scene, bool collides, const Bodies& bodies, std::vector<Warning>& warnings,
                double smallest);
    void enter_carried();
    void refine(std::size_t reason, double h, StageClock& clock);
    void solve_again(double h, StageClock& clock);
    void settle_for_best_answer(double h, StageClock& clock);
    void remember_depths(StepRecord& record);

    Warnings warnings_;
    ContactLaws laws_;
    StepContext context_;
    ContactSet set_;
    SolveBudget budget_;
    ContactRooms rooms_;
    LeftScene left_;
    FacetRolling facets_;
    ShownContacts shown_;
    SlipPaths slip_paths_;
    CarriedStates carried_;
};

}  // namespace limpet
