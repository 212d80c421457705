/// state(n) with a bystander = state(n) without, byte by byte
///
/// The bystander is a copy of one of the scene's bodies, far from all others, that comes at a third of the
/// run and goes at two thirds. While it is there, the other bodies are compared; after that, all of the
/// state. At half of the run the world is restored to the state that it has.
///
/// Bodies that are added after the bystander have other ids, which grabs in a state name: of such runs grabs
/// are compared by what they do to bodies alone.

#include <algorithm>
#include <cmath>

#include "limpet/error.h"
#include "physics_fuzz/invariants.h"

namespace limpet::physics_fuzz {
namespace {

/// How far away it is, in diagonals of all that moves at the start: less than what `ldi` can draw.
constexpr double bystander_distance_ratio = 30;

std::optional<BodyDescription> bystander_of(const World& world) {
    const Scene& scene = world.scene();
    Box3 all;
    std::optional<BodyDescription> chosen;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const BodyDescription& body = scene.bodies[i];
        const auto x = world.body(i).positions();
        for (std::size_t k = 0; k < x.size(); k += 3) all.extend(Vec3(x[k], x[k + 1], x[k + 2]));
        if (body.type != BodyType::Static && body.fixed.empty() && body.motion.empty() &&
            body.dynamics != Dynamics::Quasistatic)
            chosen = body;
    }
    if (!chosen) return {};
    chosen->name = bystander_name;
    chosen->position[0] += bystander_distance_ratio * all.diagonal().norm();
    return chosen;
}

/// The first body whose state is another one.
std::optional<std::string> first_difference(const WorldState& a, const WorldState& b) {
    std::size_t k = 0;
    for (const WorldState::BodyState& body : a.bodies) {
        if (k < b.bodies.size() && b.bodies[k].name == bystander_name) ++k;
        if (k >= b.bodies.size() || !(body == b.bodies[k])) return body.name;
        ++k;
    }
    return {};
}

bool adds_between(const SceneRun& run, long from, long to) {
    return std::any_of(run.commands.begin(), run.commands.end(), [&](const RecordedCommand& c) {
        return std::holds_alternative<AddBody>(c.command) && c.step >= from && c.step < to;
    });
}

/// As `limpet run --resume` does it.
World resumed(const World& world, const std::vector<Command>& commands, const std::string& text,
              const std::string& folder) {
    World fresh(parse_scene(text, folder));
    for (const Command& command : commands) fresh.apply(command);
    fresh.restore(world.state());
    return fresh;
}

}  // namespace

Violations check_bystander(const SceneRun& run, const std::string& text, const std::string& folder) {
    World world(parse_scene(text, folder));
    const std::optional<BodyDescription> bystander = bystander_of(world);
    Toucher toucher(*run.touches, world, run.tolerance);
    const long steps = static_cast<long>(run.states.size()) - 1;
    const long comes = steps / 3, goes = 2 * steps / 3, restored = steps / 2;
    const bool same_ids = !adds_between(run, comes, steps);
    std::optional<BodyId> id;
    std::vector<Command> commands;
    world.on_command([&](long, const Command& command) { commands.push_back(command); });
    const auto noticed = [&](const std::string& what, const std::string& body) {
        return Violations{{"bystander" + what, {body}, 1, 0, "bodies that notice", world.time()}};
    };
    try {
        for (long n = 0; n < steps; ++n) {
            if (bystander && n == comes) id = world.add(*bystander);
            if (id && n == goes) {
                world.remove(*id);
                id.reset();
            }
            if (n == restored) world = resumed(world, commands, text, folder);
            toucher.touch();
            world.step();
            WorldState state = world.state();
            const WorldState& expected = run.states[n + 1];
            if (const auto body = first_difference(expected, state)) return noticed("", *body);
            if (id) continue;
            if (!same_ids) state.commanded = expected.commanded;
            if (!(state == expected)) return noticed(": contacts or grabs", run.bodies.front().name);
        }
    } catch (const BreakdownError&) {
        return noticed(": breakdown", run.bodies.front().name);
    }
    return {};
}

}  // namespace limpet::physics_fuzz
