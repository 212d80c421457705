#include "limpet/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <optional>

#include "bodies/body.h"
#include "bodies/make_body.h"
#include "core/interruption.h"
#include "core/parallel.h"
#include "limpet/error.h"
#include "step/blades.h"
#include "step/contact_step.h"
#include "step/inverted_elements.h"
#include "step/own_weight.h"
#include "step/probe.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/stage_clock.h"

namespace limpet {

struct World::Parts {
    Scene scene;
    std::vector<std::unique_ptr<Body>> bodies;
    std::vector<Warning> warnings;
    std::optional<Blades> blades;
    std::optional<ContactStep> contact;
    InvertedElements inverted;
    std::vector<Probe> probes;
    long steps = 0;
    StepRecord record;

    double time() const { return static_cast<double>(steps) * scene.time.step; }
    FreeMotionInput free_motion_input() const { return {time(), scene.time.step, to_vec3(scene.gravity)}; }
    void cut();
    /// In parallel. If several bodies break down, the first of them has the word, whichever thread was first.
    void for_each_body(const std::function<void(std::size_t)>& visit);
    void measure_energies();
};

World::World(Scene scene) : parts_(std::make_unique<Parts>()) {
    validate(scene);
    parts_->scene = std::move(scene);
    parts_->bodies = make_bodies(parts_->scene, &parts_->warnings);
    for (Warning& warning : scene_warnings(parts_->scene, parts_->bodies))
        parts_->warnings.push_back(std::move(warning));
    warn_of_own_weight(parts_->scene, parts_->bodies, parts_->warnings);
    if (!parts_->scene.blades.empty()) parts_->blades.emplace(parts_->scene, parts_->bodies);
    if (parts_->scene.contact)
        parts_->contact.emplace(parts_->scene, parts_->bodies, parts_->warnings,
                                smallest_size(parts_->bodies));
    for (const ProbeDescription& probe : parts_->scene.probes) {
        const int body = body_index(parts_->bodies, probe.body, "probes");
        std::optional<int> with;
        if (probe.with) with = body_index(parts_->bodies, *probe.with, "probes");
        parts_->probes.emplace_back(probe, *parts_->bodies[body], body, with);
    }
    parts_->measure_energies();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::step() {
    stop_if_interrupted();
    Parts& world = *parts_;
    world.record = {};
    StageClock clock(world.record);

    const FreeMotionInput input = world.free_motion_input();
    world.cut();
    if (world.contact) world.contact->separate_at_start(input.h);
    clock.finished(Stage::Cut);

    world.for_each_body([&](std::size_t i) { world.bodies[i]->free_motion(input); });
    clock.finished(Stage::FreeMotion);

    if (world.contact) {
        world.contact->detect(input.h);
        clock.finished(Stage::Detect);
        world.contact->contacts(input.h);
        clock.finished(Stage::Contacts);
        world.contact->compliance(input.h);
        clock.finished(Stage::Compliance);
        world.contact->solve();
        clock.finished(Stage::Solve);
        world.contact->correct();
        clock.finished(Stage::Correct);
        world.contact->refine(input.h, clock);
    }
    world.for_each_body([&](std::size_t i) {
        world.bodies[i]->advance(input.h * (world.contact ? world.contact->advance_share(i) : 1.0));
    });
    clock.finished(Stage::Correct);

    if (world.contact) {
        world.contact->stabilise(input.h);
        clock.finished(Stage::Stabilise);
        world.contact->evolve(input.h, world.record);
    }
    ++world.steps;
    world.measure_energies();
    world.inverted.look(world.scene, world.bodies, world.time(), world.warnings);
    clock.finished(Stage::Evolve);
}

void World::Parts::cut() {
    if (!blades) return;
    try {
        for (const int body : blades->cut(steps, scene.time.step))
            if (contact) contact->surface_changed(body);
    } catch (const InputError& error) {
        // A mesh that cannot be simulated was made by the cut.
        throw BreakdownError(
            fmt::format("a cut at t = {} s left a mesh that cannot go on: {}", time(), error.what()));
    }
}

void World::Parts::for_each_body(const std::function<void(std::size_t)>& visit) {
    parallel_each(static_cast<int>(bodies.size()), [&](int i) { visit(static_cast<std::size_t>(i)); });
}

void World::Parts::measure_energies() {
    record.time = time();
    record.kinetic = record.elastic = record.potential = 0;
    std::vector<Energies> energies(bodies.size());
    for_each_body([&](std::size_t i) { energies[i] = bodies[i]->energies(to_vec3(scene.gravity)); });
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Energies& e = energies[i];
        // A sum over all degrees of freedom is finite only if every one of them is.
        if (!std::isfinite(e.kinetic + e.elastic + e.potential))
            throw BreakdownError(
                fmt::format("body \"{}\" has a non-finite position or velocity at t = {} s, in step {}; a "
                            "smaller time.step, a "
                            "softer material or more damping may help",
                            bodies[i]->name(), record.time, steps));
        record.kinetic += e.kinetic;
        record.elastic += e.elastic;
        record.potential += e.potential;
    }
}

double World::time() const {
    return parts_->time();
}
long World::steps() const {
    return parts_->steps;
}
const Scene& World::scene() const {
    return parts_->scene;
}
const StepRecord& World::last_step() const {
    return parts_->record;
}
std::size_t World::body_count() const {
    return parts_->bodies.size();
}

BodyView World::body(std::size_t index) const {
    return BodyView(*parts_->bodies.at(index));
}

BodyView World::body(const std::string& name) const {
    for (const auto& body : parts_->bodies)
        if (body->name() == name) return BodyView(*body);
    throw InputError("", fmt::format("there is no body named \"{}\"", name));
}

std::vector<ProbeReading> World::probes() const {
    std::vector<ProbeReading> readings;
    const Bonds::Dissipation none;
    for (const Probe& probe : parts_->probes)
        readings.push_back(probe.read(contacts(), parts_->contact ? parts_->contact->dissipated() : none));
    return readings;
}

std::vector<const Problem*> World::contact_problems() const {
    return parts_->contact ? parts_->contact->problems() : std::vector<const Problem*>();
}

const std::vector<ContactFrame>& World::contacts() const {
    static const std::vector<ContactFrame> none;
    return parts_->contact ? parts_->contact->frames() : none;
}

const std::vector<Warning>& World::warnings() const {
    return parts_->warnings;
}

Frame World::frame() const {
    Frame frame{steps(), time(), {}, {}};
    for (std::size_t i = 0; i < parts_->bodies.size(); ++i) {
        const Body& body = *parts_->bodies[i];
        BodyFrame b;
        b.name = body.name();
        b.type = body.type();
        b.color = parts_->scene.bodies[i].color.value_or("");
        b.vertices = to_arrays(body.surface().positions);
        b.velocities = to_arrays(body.surface().velocities);
        b.triangles = body.surface().triangles;
        body.add_to_frame(b);
        frame.bodies.push_back(std::move(b));
    }
    frame.contacts = contacts();
    frame.has_contacts = parts_->contact.has_value();
    return frame;
}

WorldState World::state() const {
    WorldState state{steps(), time(), {}, {}};
    for (const auto& body : parts_->bodies) state.bodies.push_back({body->name(), body->state()});
    if (parts_->contact) state.contacts = parts_->contact->state();
    return state;
}

void World::restore(const WorldState& state) {
    const WorldState before = this->state();
    const double expected = static_cast<double>(state.step) * parts_->scene.time.step;
    bool fits = state.bodies.size() == parts_->bodies.size() && state.step >= 0 &&
                std::abs(state.time - expected) <= 1e-9 * expected;
    for (std::size_t i = 0; fits && i < state.bodies.size(); ++i) {
        const std::vector<double>& values = state.bodies[i].values;
        fits = state.bodies[i].name == parts_->bodies[i]->name() &&
               std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); }) &&
               parts_->bodies[i]->set_state(values);
    }
    if (parts_->contact && parts_->blades)
        for (const int body : parts_->blades->bodies()) parts_->contact->surface_changed(body);
    fits = fits && (parts_->contact ? parts_->contact->set_state(state.contacts) : state.contacts.empty());
    if (!fits) {
        for (std::size_t i = 0; i < before.bodies.size(); ++i) {
            [[maybe_unused]] const bool as_before = parts_->bodies[i]->set_state(before.bodies[i].values);
            assert(as_before);
        }
        if (parts_->contact) {
            if (parts_->blades)
                for (const int body : parts_->blades->bodies()) parts_->contact->surface_changed(body);
            [[maybe_unused]] const bool as_before = parts_->contact->set_state(before.contacts);
            assert(as_before);
        }
        throw InputError(
            "", fmt::format(
                    "the state (step {}, t = {} s, {} bodies) is of another scene than \"{}\": its bodies, "
                    "their meshes and the time step must be the same",
                    state.step, state.time, state.bodies.size(), parts_->scene.name));
    }
    parts_->steps = state.step;
    parts_->record = {};
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
