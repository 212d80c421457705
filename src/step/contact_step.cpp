#include "step/contact_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "core/interruption.h"
#include "step/probe.h"
#include "step/step_constants.h"
#include "step/thin_out.h"

namespace limpet {
namespace {

/// Attachments act where nothing collides, too: with settings that nothing is asked of.
Scene with_contact(const Scene& scene) {
    Scene with = scene;
    with.contact.emplace();
    return with;
}

std::vector<bool> movable_bodies(const ContactStep::Bodies& bodies) {
    std::vector<bool> moves;
    for (const auto& body : bodies) moves.push_back(body->can_move());
    return moves;
}

bool is_tool(const Scene& scene, const std::string& body) {
    return std::any_of(scene.haptics.begin(), scene.haptics.end(),
                       [&](const HapticsDescription& haptics) { return haptics.tool.body == body; });
}

}  // namespace

ContactStep::ContactStep(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings,
                         double smallest)
    : ContactStep(scene.contact ? scene : with_contact(scene), scene.contact.has_value(), bodies, warnings,
                  smallest) {}

ContactStep::ContactStep(const Scene& scene, bool collides, const Bodies& bodies,
                         std::vector<Warning>& warnings, double smallest)
    : warnings_(bodies, warnings),
      laws_(scene, bodies, detection_pixel(scene.contact->detection, smallest)),
      context_{bodies, movable_bodies(bodies),
               detection_distance(scene.contact->detection, smallest, laws_.bonds().law()), warnings_,
               PairResponses(*scene.contact, bodies)},
      set_(laws_),
      left_(bodies, context_.moves, to_vec3(scene.gravity)),
      facets_(bodies),
      slip_paths_(asks_for_slip(scene)) {
    for (const auto& body : bodies) context_.tools.push_back(is_tool(scene, body->name()));
    make_rooms(scene, collides, context_, laws_, set_, budget_, warnings, rooms_);
    enter_carried();
}

/// All that anything is carried in from step to step; what overrides nothing of CarriedState adds nothing.
/// The detector's state is the last one, since it has no length of its own.
void ContactStep::enter_carried() {
    for (CarriedState* part : std::initializer_list<CarriedState*>{&context_.depths, rooms_.source.get(),
                                                                   &laws_, &set_, rooms_.separation.get(),
                                                                   &left_, &warnings_, &shown_, &slip_paths_})
        carried_.add(*part);
    for (const auto& response : rooms_.responses) carried_.add(*response);
    for (const auto& refinement : rooms_.refinements) carried_.add(*refinement);
    carried_.add(*rooms_.detector);
}

void ContactStep::surface_changed(int body) {
    rooms_.detector->surface_changed(body);
    set_.memory().forget_edges(body);
    if (const int dropped = laws_.bonds().drop_cut(body); dropped > 0)
        warnings_.about_body("cut-bonds", body, 0,
                             [&] { return fmt::format("lost {} bonds whose triangles were cut", dropped); });
}

void ContactStep::separate_at_start(double h) {
    rooms_.separation->separate_at_start(h);
}

void ContactStep::detect(double h) {
    rooms_.detector->detect(h);
}

void ContactStep::contacts(double h, Active active) {
    budget_.begin_step();
    for (const auto& response : rooms_.responses) response->begin_step(h);
    set_.begin_step(rooms_.source->contacts(h), context_.first_step());
    if (active == Active::All) return;
    rooms_.working_set->deactivate_open(h);
    thin_out(context_, set_);
}

void ContactStep::compliance(double h) {
    for (const auto& response : rooms_.responses) response->assemble(h);
}

void ContactStep::solve() {
    for (const auto& response : rooms_.responses) response->solve();
}

void ContactStep::correct() {
    for (const auto& response : rooms_.responses) response->correct();
}

void ContactStep::refine(double h, StageClock& clock) {
    for (std::size_t reason = 0; reason < rooms_.refinements.size(); ++reason) refine(reason, h, clock);
}

/// The loop of a step: as long as a reason is found, solve again, and ask those before it that have to look
/// after every solve.
void ContactStep::refine(std::size_t reason, double h, StageClock& clock) {
    Refinement& refinement = *rooms_.refinements[reason];
    refinement.begin();
    for (;;) {
        clock.finished(Stage::Correct);
        std::optional<std::vector<Contact>> found = refinement.look(h);
        clock.finished(refinement.stage());
        if (!found) break;
        rooms_.constraints->keep_answer();
        if (!found->empty())
            for (const int body : set_.put(std::move(*found), context_.first_step()))
                rooms_.constraints->renew(body);
        if (!refinement.allowed(budget_)) {
            settle_for_best_answer(h, clock);
            break;
        }
        solve_again(h, clock);
        for (std::size_t earlier = 0; earlier < reason; ++earlier)
            if (rooms_.refinements[earlier]->repeats()) refine(earlier, h, clock);
    }
    refinement.end(h);
}

void ContactStep::solve_again(double h, StageClock& clock) {
    stop_if_interrupted();
    compliance(h);
    clock.finished(Stage::Compliance);
    solve();
    clock.finished(Stage::Solve);
    correct();
    clock.finished(Stage::Correct);
    budget_.spend(rooms_.constraints->cost());
}

/// No more solves are allowed.
void ContactStep::settle_for_best_answer(double h, StageClock& clock) {
    if (!rooms_.constraints->take_best_answer(h)) solve_again(h, clock);
    rooms_.working_set->measure(h);
}

double ContactStep::advance_share(std::size_t body) const {
    double share = 1;
    for (const auto& refinement : rooms_.refinements) share *= refinement->advance_share(body);
    return share;
}

void ContactStep::stabilise(double h) {
    rooms_.constraints->delay_rebounds(h);
    rooms_.separation->run(h);
    for (const auto& response : rooms_.responses) response->stabilise(h);
}

std::vector<ZoneMembers> ContactStep::zone_members() const {
    for (const auto& response : rooms_.responses)
        if (std::vector<ZoneMembers> members = response->zone_members(); !members.empty()) return members;
    return {};
}

}  // namespace limpet
