#include "limpet/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "bodies/make_body.h"
#include "core/assert.h"
#include "core/interruption.h"
#include "core/parallel.h"
#include "core/product_blocking.h"
#include "limpet/error.h"
#include "solve/contact_problems.h"
#include "step/cell_readings.h"
#include "step/own_weight.h"
#include "step/scene_warnings/scene_warnings.h"
#include "step/stage_clock.h"
#include "step/world_parts.h"

namespace limpet {

World::World(Scene scene) : parts_(std::make_unique<Parts>()) {
    fix_product_blocking();
    validate(scene);
    parts_->scene = std::move(scene);
    parts_->bodies = make_bodies(parts_->scene, &parts_->warnings);
    check_loaded_parts(parts_->scene, parts_->bodies);
    for (Warning& warning : scene_warnings(parts_->scene, parts_->bodies))
        parts_->warnings.push_back(std::move(warning));
    warn_of_own_weight(parts_->scene, parts_->bodies, parts_->warnings);
    parts_->ids = BodyIds(parts_->bodies.size());
    parts_->blades = Blades(parts_->scene, parts_->bodies);
    parts_->smallest = smallest_size(parts_->bodies);
    if (parts_->needs_contact_step())
        parts_->contact =
            std::make_unique<ContactStep>(parts_->scene, parts_->bodies, parts_->warnings, parts_->smallest);
    for (const ProbeDescription& probe : parts_->scene.probes)
        parts_->probes.emplace_back(probe, parts_->bodies);
    parts_->measure_energies();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::step() {
    stop_if_interrupted();
    Parts& world = *parts_;
    const Telling tell(world.listeners, world.warnings);
    world.record = {};
    StageClock clock(world.record);

    const FreeMotionInput input = world.free_motion_input();
    world.cut();
    if (world.contact) world.contact->separate_at_start(input.h);
    clock.finished(Stage::Cut);

    world.grabs.begin_step(world.bodies, world.ids, input.h);
    const auto start = world.grabs.any_limited() ? std::optional(world.start()) : std::nullopt;
    world.find_velocities(input, clock);
    while (world.grabs.change_pulls(world.bodies, input.h)) {
        world.go_back_to(*start);
        world.find_velocities(input, clock);
    }
    world.grabs.end_step(world.bodies, input.h);

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

void World::Parts::find_velocities(const FreeMotionInput& input, StageClock& clock) {
    for_each_body([&](std::size_t i) {
        FreeMotionInput own = input;
        own.acceleration = acceleration_field(scene, bodies[i]->name());
        own.pulls = grabs.pulls(i);
        own.loads = loads_on(scene, bodies[i]->name(), input.time + input.h);
        bodies[i]->free_motion(own);
    });
    clock.finished(Stage::FreeMotion);

    if (contact) {
        contact->detect(input.h);
        clock.finished(Stage::Detect);
        contact->contacts(input.h);
        clock.finished(Stage::Contacts);
        contact->compliance(input.h);
        clock.finished(Stage::Compliance);
        contact->solve();
        clock.finished(Stage::Solve);
        contact->correct();
        clock.finished(Stage::Correct);
        contact->refine(input.h, clock);
    }
}

World::Parts::Start World::Parts::start() const {
    Start now;
    for (const auto& body : bodies) now.bodies.push_back(body->state());
    if (contact) contact->append_state(now.contacts);
    return now;
}

void World::Parts::go_back_to(const Start& start) {
    [[maybe_unused]] bool fits = true;
    for (std::size_t i = 0; i < bodies.size(); ++i) fits = bodies[i]->set_state(start.bodies[i]) && fits;
    if (contact) {
        for (const int body : blades.bodies()) contact->surface_changed(body);
        fits = contact->set_state(start.contacts) && fits;
    }
    LIMPET_ASSERT(fits);
}

void World::Parts::cut() {
    try {
        for (const int body : blades.cut(steps, scene.time.step))
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
    for_each_body([&](std::size_t i) {
        energies[i] = bodies[i]->energies(acceleration_field(scene, bodies[i]->name()));
    });
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
    return body(find(name));
}

BodyView World::body(BodyId id) const {
    return BodyView(*parts_->bodies[parts_->ids.index_of(id)]);
}

BodyId World::id(std::size_t index) const {
    return parts_->ids.at(index);
}

BodyId World::find(const std::string& name) const {
    for (std::size_t i = 0; i < parts_->bodies.size(); ++i)
        if (parts_->bodies[i]->name() == name) return parts_->ids[i];
    throw InputError("", fmt::format("there is no body named \"{}\"", name));
}

std::vector<ProbeReading> World::probes() const {
    std::vector<ProbeReading> readings;
    const Probe::ByPair none;
    const std::vector<ZoneMembers> members = parts_->zone_members();
    const auto& contact = parts_->contact;
    const Probe::Step step{contacts(), contact ? contact->dissipated() : none,
                           contact ? contact->slip_paths() : none, members};
    for (const Probe& probe : parts_->probes) readings.push_back(probe.read(step));
    return readings;
}

std::vector<const Problem*> contact_problems(const World& world) {
    const auto& contact = world.parts_->contact;
    return contact ? contact->problems() : std::vector<const Problem*>();
}

const std::vector<ContactFrame>& World::contacts() const {
    static const std::vector<ContactFrame> none;
    return parts_->contact ? parts_->contact->frames() : none;
}

std::vector<ZoneMembers> World::Parts::zone_members() const {
    return members_of_all(contact ? contact->zone_members() : std::vector<ZoneMembers>(), bodies);
}

std::vector<CellReading> World::cells() const {
    return cell_readings(parts_->bodies, parts_->zone_members(), contacts());
}

const std::vector<Warning>& World::warnings() const {
    return parts_->warnings;
}

Frame World::frame() const {
    Frame frame{steps(), time(), {}, {}};
    std::vector<ZoneMembers> members = parts_->zone_members();
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
        b.in_zones = std::move(members[i].in_zones);
        b.zones = std::move(members[i].zones);
        b.colliding = std::move(members[i].colliding);
        frame.bodies.push_back(std::move(b));
    }
    frame.contacts = contacts();
    frame.has_contacts = parts_->scene.contact.has_value();
    return frame;
}

}  // namespace limpet
