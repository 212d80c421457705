/// What a world's state is made of, and how a world goes back to one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/assert.h"
#include "core/state_part.h"
#include "limpet/error.h"
#include "step/world_parts.h"

namespace limpet {
namespace {

/// All numbers of a step's record but wall times, in the order that states have them in.
template <class RecordOrConst, class Visit>
void for_each_number(RecordOrConst& r, const Visit& visit) {
    visit(r.time);
    visit(r.contacts), visit(r.sticking), visit(r.slipping), visit(r.iterations), visit(r.resolves);
    visit(r.residual), visit(r.penetration), visit(r.intersection_volume);
    visit(r.image_size[0]), visit(r.image_size[1]), visit(r.image_layers);
    visit(r.kinetic), visit(r.elastic), visit(r.potential);
    visit(r.bonds), visit(r.mean_beta), visit(r.bonded_area), visit(r.adhesive_force);
    visit(r.adhesive_energy), visit(r.adhesive_dissipation);
    visit(r.zones), visit(r.colliding_particles), visit(r.colliding_share), visit(r.zone_merges);
    visit(r.releases);
}

}  // namespace

WorldState World::state(WorldState spent) const {
    WorldState state = std::move(spent);
    state.step = steps();
    state.time = time();
    state.bodies.resize(parts_->bodies.size());
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        state.bodies[i].name = parts_->bodies[i]->name();
        state.bodies[i].values.clear();
        parts_->bodies[i]->append_state(state.bodies[i].values);
    }
    state.contacts.clear();
    if (parts_->contact) parts_->contact->append_state(state.contacts);
    state.commanded.clear();
    parts_->append_commanded(state.commanded);
    state.shown.clear();
    parts_->append_shown(state.shown);
    return state;
}

void World::Parts::append_commanded(std::vector<double>& values) const {
    const std::vector<double> pulls = grabs.state(), strokes = blades.state();
    if (pulls.empty() && strokes.empty()) return;
    values.push_back(static_cast<double>(pulls.size()));
    values.insert(values.end(), pulls.begin(), pulls.end());
    values.insert(values.end(), strokes.begin(), strokes.end());
}

/// Nothing before the first step.
void World::Parts::append_shown(std::vector<double>& values) const {
    if (record.time == 0) return;
    for_each_number(record, [&](const auto& number) { values.push_back(static_cast<double>(number)); });
    if (contact) contact->shown().append_shown(values);
}

/// A state that shows nothing of its last step is as good for all later ones.
bool World::Parts::take_shown(std::span<const double> values) {
    record = {};
    if (values.empty()) return true;
    const double* next = values.data();
    const double* const end = next + values.size();
    bool fits = true;
    for_each_number(record,
                    [&](auto& number) { fits = fits && next != end && take_number(*next++, number); });
    if (!fits) return false;
    const std::span<const double> contacts(next, end);
    return contact ? contact->shown().take_shown(contacts, bodies.size()) : contacts.empty();
}

bool World::Parts::take(const WorldState& state) {
    const double expected = static_cast<double>(state.step) * scene.time.step;
    bool fits = state.bodies.size() == bodies.size() && state.step >= 0 &&
                std::abs(state.time - expected) <= 1e-9 * expected;
    for (std::size_t i = 0; fits && i < state.bodies.size(); ++i) {
        const std::vector<double>& values = state.bodies[i].values;
        fits = state.bodies[i].name == bodies[i]->name() &&
               std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }) &&
               bodies[i]->set_state(values);
    }
    if (contact)
        for (const int body : blades.bodies()) contact->surface_changed(body);
    fits = fits && (contact ? contact->set_state(state.contacts) : state.contacts.empty());
    if (!fits) return false;
    std::span<const double> commanded = state.commanded, grabbed;
    if (!commanded.empty()) {
        const double count = commanded.front();
        commanded = commanded.subspan(1);
        if (!(count >= 0 && count <= static_cast<double>(commanded.size()))) return false;
        grabbed = commanded.first(static_cast<std::size_t>(count));
        commanded = commanded.subspan(grabbed.size());
    }
    if (!grabs.set_state(grabbed, bodies, ids) || !blades.set_state(commanded)) return false;
    steps = state.step;
    return take_shown(state.shown);
}

void World::restore(const WorldState& state) {
    const WorldState before = this->state();
    if (!parts_->take(state)) {
        [[maybe_unused]] const bool as_before = parts_->take(before);
        LIMPET_ASSERT(as_before);
        throw InputError(
            "", fmt::format(
                    "the state (step {}, t = {} s, {} bodies) is of another scene than \"{}\": its bodies, "
                    "their meshes and the time step must be the same",
                    state.step, state.time, state.bodies.size(), parts_->scene.name));
    }
    parts_->measure_energies();
}

const std::string& BodyView::name() const {
    return body_->name();
}
BodyType BodyView::type() const {
    return body_->type();
}
std::span<const double> BodyView::positions() const {
    const auto all = flat(body_->surface().positions);
    return {all.data(), static_cast<std::size_t>(all.size())};
}
std::span<const double> BodyView::velocities() const {
    const auto all = flat(body_->surface().velocities);
    return {all.data(), static_cast<std::size_t>(all.size())};
}
std::span<const int> BodyView::triangles() const {
    const std::vector<Triangle>& all = body_->surface().triangles;
    return {all.empty() ? nullptr : all.front().data(), 3 * all.size()};
}
Vector3 BodyView::center_of_mass() const {
    return to_array(body_->center_of_mass());
}
double BodyView::mass() const {
    return body_->mass();
}
int BodyView::tetrahedra() const {
    return body_->tetrahedra();
}

}  // namespace limpet
