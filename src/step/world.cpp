#include "limpet/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bodies/body.h"
#include "bodies/make_body.h"
#include "limpet/error.h"
#include "step/probe.h"
#include "step/stage_clock.h"

namespace limpet {

struct World::Parts {
    Scene scene;
    std::vector<std::unique_ptr<Body>> bodies;
    std::vector<Probe> probes;
    long steps = 0;
    StepRecord record;

    double time() const { return static_cast<double>(steps) * scene.time.step; }
    FreeMotionInput free_motion_input() const { return {time(), scene.time.step, to_vec3(scene.gravity)}; }
    void measure_energies();
};

World::World(Scene scene) : parts_(std::make_unique<Parts>()) {
    parts_->scene = std::move(scene);
    parts_->bodies = make_bodies(parts_->scene);
    for (const ProbeDescription& probe : parts_->scene.probes) {
        const auto body = std::find_if(parts_->bodies.begin(), parts_->bodies.end(),
                                       [&](const auto& b) { return b->name() == probe.body; });
        if (body == parts_->bodies.end())
            throw InputError("probes", fmt::format("no body has the name \"{}\"", probe.body));
        parts_->probes.emplace_back(probe, **body);
    }
    parts_->measure_energies();
}

World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

void World::step() {
    Parts& world = *parts_;
    world.record = {};
    StageClock clock(world.record);

    const FreeMotionInput input = world.free_motion_input();
    for (const auto& body : world.bodies) body->free_motion(input);
    clock.finished(Stage::FreeMotion);

    for (const auto& body : world.bodies) body->advance(input.h);
    clock.finished(Stage::Correct);

    ++world.steps;
    world.measure_energies();
}

void World::Parts::measure_energies() {
    record.time = time();
    record.kinetic = record.elastic = record.potential = 0;
    for (const auto& body : bodies) {
        const Energies e = body->energies(to_vec3(scene.gravity));
        // A sum over all degrees of freedom is finite only if every one of them is.
        if (!std::isfinite(e.kinetic + e.elastic + e.potential))
            throw BreakdownError(
                fmt::format("body \"{}\" has a non-finite position or velocity at t = {} s, in step {}; a "
                            "smaller time.step, a "
                            "softer material or more damping may help",
                            body->name(), record.time, steps));
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
    for (const Probe& probe : parts_->probes) readings.push_back(probe.read());
    return readings;
}

Frame World::frame() const {
    const auto arrays = [](const std::vector<Vec3>& from) {
        std::vector<Vector3> to;
        to.reserve(from.size());
        std::transform(from.begin(), from.end(), std::back_inserter(to), to_array);
        return to;
    };
    Frame frame{steps(), time(), {}};
    for (std::size_t i = 0; i < parts_->bodies.size(); ++i) {
        const Body& body = *parts_->bodies[i];
        BodyFrame b;
        b.name = body.name();
        b.type = body.type();
        b.color = parts_->scene.bodies[i].color.value_or("");
        b.vertices = arrays(body.surface().positions);
        b.velocities = arrays(body.surface().velocities);
        b.triangles = body.surface().triangles;
        body.add_to_frame(b);
        frame.bodies.push_back(std::move(b));
    }
    return frame;
}

WorldState World::state() const {
    WorldState state{steps(), time(), {}};
    for (const auto& body : parts_->bodies) state.bodies.push_back({body->name(), body->state()});
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
    if (!fits) {
        for (std::size_t i = 0; i < before.bodies.size(); ++i) {
            [[maybe_unused]] const bool as_before = parts_->bodies[i]->set_state(before.bodies[i].values);
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
