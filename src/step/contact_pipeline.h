#pragma once

/// The stages of a step that are about contact, in the order of World::step(). What each does is in its
/// folder; here they are only put together.

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compliance/group_problem.h"
#include "contact/bonds.h"
#include "contact/contact_memory.h"
#include "contact/friction_law.h"
#include "contact/sample_contacts.h"
#include "limpet/frame.h"
#include "limpet/stages.h"
#include "solve/problem.h"
#include "solve/report.h"
#include "solve/solvers.h"
#include "step/anticipated_group.h"
#include "step/continuous_detection.h"
#include "step/left_scene.h"
#include "step/long_steps.h"
#include "step/pair_search.h"
#include "step/solve_budget.h"
#include "step/stage_clock.h"
#include "step/volume_detection.h"
#include "step/warnings.h"

namespace limpet {

class ContactPipeline {
public:
    using Bodies = std::vector<std::unique_ptr<Body>>;
    /// Appends user warnings to `warnings`; each is issued once.
    ContactPipeline(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings);

    /// Before a step: a body has other triangles. Vertices keep their numbers, new ones come after them.
    void surface_changed(int body);
    /// Before the first step: what lies deep in each other is moved apart. separate_at_start.cpp.
    void separate_at_start(double h);
    void detect(double h);
    void make_contacts(double h);
    /// Open contacts that are not about to close take no part in the step's problem.
    void leave_out_idle(double h);
    /// Contacts of bodies that move far are fewer where W would be too large. thin_out.cpp.
    void thin_out();
    void build_problems(double h);
    void solve();
    /// v += A⁻¹ Jᵀ λ, of all bodies.
    void correct();
    /// Solves again, as often as the step's answer gives a reason to; each solve counts in the record's
    /// `resolves`, and its time in the stages that it repeats.
    void refine(double h, StageClock& clock);
    /// Which share of the step a body goes: 1 unless it is held back.
    double advance_share(std::size_t body) const { return shares_.empty() ? 1.0 : shares_[body]; }
    /// After q += h v: overlap that is left is taken out of positions alone.
    void stabilise(double h);
    /// What the next step starts from, and what frames, probes and records say of this one.
    void remember(double h, StepRecord& record);

    const std::vector<ContactFrame>& frames() const { return frames_; }
    const Bonds::Dissipation& dissipated() const { return bonds_.dissipated(); }
    /// Of the last step, a problem a group.
    std::vector<const Problem*> problems() const;
    std::vector<double> state() const;
    [[nodiscard]] bool set_state(std::span<const double> values);

private:
    /// What was left out and closed takes part after all, and all are solved again, until nothing closes.
    void solve_idle(double h);
    /// Bodies that contact forces bring together get contacts, and all are solved again. closing_pairs.cpp.
    void solve_closing(double h);
    /// Continuous detection alone: what would still pass through something gets contacts, and all are solved
    /// again. What passes even then is held back.
    void keep_apart(double h);
    /// What is solved is linear in velocities. Bodies that move too far for that are linearised again where
    /// they would end, and all is solved again, until none gains energy by it.
    void follow_large_motion(double h);
    struct Near {
        int first, second;
        std::vector<Proximity> proximities;
        std::optional<FeaturePair> sample_owner = {};  ///< whose samples own the areas
        std::vector<SampleProximity> samples = {};     ///< of these
        double searched = 0;                           ///< how far apart surfaces were looked at [m]
    };
    struct Group {
        GroupProblem part;
        Problem problem;
        Report report;
        VecX u;                                       ///< W λ + u⁰
        std::optional<AnticipatedGroup> anticipated;  ///< instead of W; the problem then has its B for W
        VecX node_velocities, node_impulses;          ///< that anticipation found
        std::vector<double> damping;                  ///< of viscous contact, one a contact; empty: none [kg]
        VecX viscous;                                 ///< impulses of viscosity, beside λ; empty: none
        double kept_part = 1;                         ///< of λ, by passive_impulses.h
        bool is_solved = false;                       ///< by the last solve, and nothing about it has changed
    };
    double crude_travel(const Near& pair, const std::vector<VelocityBound>& speed, double h) const;
    /// How far motion in a step extends the search, at most. [m]
    double most_travel(const Near& pair) const;
    /// Of all bodies, grown by what they move in the step.
    std::vector<Box3> swept_boxes(const std::vector<VelocityBound>& speed, double h) const;
    /// Of pairs with any of the `chosen` bodies, as the next two.
    std::vector<Near> closing_pairs(const std::vector<char>& chosen, double h);
    std::vector<Contact> closing_contacts(std::vector<Near>& pairs, const std::vector<char>& chosen,
                                          double h) const;
    std::vector<Contact> closing_of_pair(Near& pair, const std::set<ContactKey>& known, double h) const;
    std::vector<Contact> closing_among(std::vector<Contact> found, const std::set<ContactKey>& known,
                                       double h) const;
    std::vector<Contact> far_contacts_within_reach(const std::vector<char>& chosen, double h) const;
    struct FastPair {
        int first, second;
        int looks;  ///< at it, on the way through the step and at its end
    };
    std::vector<FastPair> fast_pairs(double h) const;
    struct ClosingVolumes {
        std::vector<Contact> contacts;
        double met;  ///< when what is deep by now began to be, after the start of the step [s]
    };
    ClosingVolumes closing_volumes(std::vector<Contact> contacts, const SurfacePlaces& places, double ahead,
                                   double deeper, double h) const;
    std::vector<Contact> where_they_met(const FastPair& pair, ClosingVolumes found, double ahead, double h);
    /// Normal forces of fast pairs act on one line.
    void align_fast_volumes(double h);
    enum class Round { First, Later };
    std::vector<Contact> find_closing_volumes(const std::vector<FastPair>& fast, Round round, double h);
    /// The same as solve_closing() of volumes. closing_volumes.cpp.
    void solve_closing_volumes(double h);
    std::vector<SurfaceWay> free_ways(const std::vector<VelocityBound>& speed, double h) const;
    /// How far apart surfaces are looked at [m].
    struct Reach {
        double at_rest, in_motion;
    };
    Reach reach(const Near& pair, const std::vector<VelocityBound>& speed,
                const std::vector<SurfaceWay>& ways, double h) const;
    /// Shortens `searched` of pairs that together would look at more than `most` pairs of simplices; `least`
    /// of each is always looked at [m]. search_budget.h.
    void limit_searches(std::vector<Near>& pairs, const std::vector<double>& least, double most, double h);
    std::function<bool(int)> pressed_vertices(const Near& pair) const;
    /// Samples of round bodies, where the bodies themselves are near.
    void find_samples(Near& pair, double reach) const;
    std::vector<Contact> contacts_of(const Near& pair) const;
    void keep_closing(double h);
    std::vector<bool> idle_flags() const;
    std::vector<int> idle_contacts() const;
    /// The same, with their velocities in `idle_u_`.
    std::vector<int> measure_idle(double h);
    /// True if any was left out that overlaps at the end of the step; it takes part from now on, and those
    /// that end nearer than `with` do, too. [m]
    bool take_in_closed(double h, double with);
    /// The same of all contacts that bodies link with one that overlaps.
    bool take_in_beside(const std::vector<bool>& overlap);
    /// Is any of them not in the step's problem?
    bool any_new(const std::vector<Contact>& contacts) const;
    /// Contacts with a known key take the place of the old one. All are to be solved again.
    void take_contacts(std::vector<Contact> more);
    using Impulses = std::map<ContactKey, Vec3>;  ///< λ in world axes [N s]
    Impulses impulses() const;
    /// In the frames of the group's contacts; those that have none keep theirs.
    void put_impulses(const Group& group, const Impulses& impulses, VecX& lambda) const;
    /// The next solve starts from these.
    void start_from(const Impulses& impulses);
    /// Groups with the same contacts as in the last solve, of bodies that are not `renewed_`, stay as they
    /// are.
    void build_changed_problems(double h);
    std::vector<Group> take_unchanged(const std::vector<std::vector<int>>& groups);
    /// With the contacts that take part now.
    void solve_again(double h, Impulses before);
    /// No more solves are allowed: of all answers so far, the one that is best for the contacts that take
    /// part now. best_answer.cpp.
    void take_best_answer(double h, Impulses last);
    void take_best_answer(Group& group) const;
    /// What follows from the λ of its report.
    static void follow_impulses(Group& group);
    void give_laws(std::vector<Contact>& contacts);
    void make_volume_contacts();
    void refuse_too_many(const std::vector<std::vector<int>>& groups) const;
    void stabilise_volumes(double h);
    void part_at_start();
    /// Of pairs of which one deforms. [m]
    std::map<std::pair<int, int>, double> elastic_overlaps(const std::vector<Contact>& contacts) const;
    /// `movable`: of each of the group's contacts. True if any was dropped.
    bool drop_immovable(Group& group, const std::vector<bool>& movable, double h);
    void set_problem(Group& group, double h);
    void build_anticipated(Group& group, double h);
    void solve_anticipated(Group& group) const;
    /// Overlap of each contact over h, as stabilise() takes it out; empty: none worth it.
    VecX overlap_shift(const Group& group, double h) const;
    /// Bodies whose step so far gives them energy. large_motion.cpp.
    std::vector<char> overshooting() const;
    void warn_of_gain(int body);
    /// The pair of bodies whose contact the group's answer violates most.
    const ContactKey& worst_pair(const Group& group) const;
    std::vector<std::string> others_of(const Group& group, const ContactKey& pair) const;
    void warn_of_overlap();
    /// pierced_sheets.cpp.
    void warn_of_pierced_sheets();
    /// keep_apart.cpp.
    void warn_of_held_back(double h);
    /// volume_contacts.cpp.
    void warn_of_images();
    void warn_of_deep_volumes();
    void warn_of_residuals();
    void warn_of_budget();
    void warn_of_velocities(double h);
    void warn_of_leaving();
    void warn_of_long_step(double h);
    void warn_of_short_search(const Near& pair, double part, double h);

    /// Of `distance`: less overlap than this is left alone, so that resting bodies rest and impacts gain no
    /// energy: pushing bodies apart that press on each other strains them.
    static constexpr double overlap_left_alone = 0.05;

    const Bodies& bodies_;
    DetectionSettings detection_;
    double distance_;
    FrictionLaw friction_;
    Bonds bonds_;
    const Solver& solver_;
    bool anticipates_;  ///< solves without W, by solve/anticipation.h
    Cone cone_;
    SolveLimits limits_;

    std::vector<DetectionSurface> surfaces_;
    std::vector<bool> moves_;
    std::optional<LeftScene> left_;
    std::optional<LongSteps> long_steps_;
    double searchable_step_ = std::numeric_limits<double>::infinity();  ///< the shortest advised so far [s]
    std::optional<ContinuousDetection> continuous_;
    std::optional<VolumeDetection> volumes_;
    std::set<std::pair<int, int>> without_direction_;   ///< that overlap so in this step
    double intersection_volume_ = 0;                    ///< as this step's detection saw it [m³]
    std::vector<double> shares_;                        ///< of the step that bodies go; empty: all of it
    std::vector<ContinuousDetection::Pair> held_back_;  ///< that would have passed through each other
    std::vector<Near> near_;
    std::vector<VelocityBound> free_speed_;  ///< of bodies in free motion
    /// How far pairs were not looked at that this step may have brought together [m].
    std::map<std::pair<int, int>, double> unsearched_;
    PairSearch search_;
    std::vector<Contact> contacts_;
    std::vector<Contact> far_contacts_;  ///< that detection found and free motion does not close
    std::vector<Group> groups_;
    VecX idle_u_;  ///< g/h + u of those that were left out, three numbers each, in their order [m/s]
    /// Of each body: are its contacts or its matrix others than in the last solve?
    std::vector<char> renewed_;
    /// Of each body: has a solve changed its velocity since closing pairs were looked for?
    std::vector<char> redirected_;
    SolveBudget budget_;
    StageClock* clock_ = nullptr;    ///< of the step that is being refined
    std::vector<Impulses> answers_;  ///< of the solves of this step that were followed by others
    ContactMemory memory_;
    bool first_step_ = true;  ///< bodies may lie in each other, who knows how deep
    /// Of overlap in the last step, where it was not small [m].
    std::map<std::pair<int, int>, double> depths_;
    std::vector<ContactFrame> frames_;
    Warnings warnings_;
};

}  // namespace limpet
