#include "step/contact_step.h"

#include <fmt/format.h>

#include <tuple>

#include "core/interruption.h"
#include "step/step_constants.h"
#include "step/thin_out.h"

namespace limpet {
namespace {

std::vector<bool> movable_bodies(const ContactStep::Bodies& bodies) {
    std::vector<bool> moves;
    for (const auto& body : bodies) moves.push_back(body->can_move());
    return moves;
}

}  // namespace

ContactStep::ContactStep(const Scene& scene, const Bodies& bodies, std::vector<Warning>& warnings,
                         double smallest)
    : warnings_(bodies, warnings),
      laws_(scene, bodies, detection_pixel(scene.contact->detection, smallest)),
      context_{bodies, movable_bodies(bodies),
               detection_distance(scene.contact->detection, smallest, laws_.bonds().law()), warnings_},
      set_(laws_),
      left_(bodies, context_.moves, to_vec3(scene.gravity)) {
    make_rooms(scene, context_, laws_, set_, budget_, warnings, rooms_);
}

void ContactStep::inherit(const ContactStep& before, const Renumbering& bodies) {
    context_.depths.inherit(before.context_.depths, bodies);
    laws_.inherit(before.laws_, bodies);
    set_.inherit(before.set_, bodies);
    if (rooms_.detection == before.rooms_.detection) {
        rooms_.source->inherit(*before.rooms_.source, bodies);
        rooms_.detector->inherit(*before.rooms_.detector, bodies);
    }
    left_.inherit(before.left_);
    warnings_.inherit(before.warnings_);
    for (ContactFrame frame : before.frames_)
        if (const auto now = bodies.pair({frame.first_body, frame.second_body})) {
            std::tie(frame.first_body, frame.second_body) = *now;
            frames_.push_back(std::move(frame));
        }
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
    rooms_.response->begin_step();
    set_.begin_step(rooms_.source->contacts(h), context_.first_step());
    if (active == Active::All) return;
    rooms_.working_set->deactivate_open(h);
    thin_out(context_, set_);
}

void ContactStep::compliance(double h) {
    rooms_.response->assemble(h);
}

void ContactStep::solve() {
    rooms_.response->solve();
}

void ContactStep::correct() {
    rooms_.response->correct();
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
        rooms_.response->keep_answer();
        if (!found->empty())
            for (const int body : set_.put(std::move(*found), context_.first_step()))
                rooms_.response->renew(body);
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
    budget_.spend(rooms_.response->cost());
}

/// No more solves are allowed.
void ContactStep::settle_for_best_answer(double h, StageClock& clock) {
    if (!rooms_.response->take_best_answer(h)) solve_again(h, clock);
    rooms_.working_set->measure(h);
}

double ContactStep::advance_share(std::size_t body) const {
    double share = 1;
    for (const auto& refinement : rooms_.refinements) share *= refinement->advance_share(body);
    return share;
}

void ContactStep::stabilise(double h) {
    rooms_.separation->run(h);
}

std::vector<double> ContactStep::state() const {
    std::vector<double> values;
    context_.depths.append_state(values);
    rooms_.source->append_state(values);
    laws_.append_state(values);
    set_.append_state(values);
    rooms_.detector->append_state(values);
    return values;
}

bool ContactStep::set_state(std::span<const double> values) {
    set_.clear();
    rooms_.response->clear();
    frames_.clear();
    return context_.depths.take_state(values) && rooms_.source->take_state(values) &&
           laws_.take_state(values) && set_.take_state(values) && rooms_.detector->take_state(values) &&
           values.empty();
}

}  // namespace limpet
