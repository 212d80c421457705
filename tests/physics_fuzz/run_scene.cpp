#include "physics_fuzz/run_scene.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <map>

#include "limpet/error.h"
#include "physics_fuzz/body_motion.h"
#include "physics_fuzz/facet_sag.h"
#include "physics_fuzz/self_depth.h"

namespace limpet::physics_fuzz {
namespace {

/// Of this process, so that others on the machine do not make a scene slow.
double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

BodyFacts facts_of(const Scene& scene, const BodyDescription& body, double mass, const BodyFrame& start) {
    BodyFacts facts{body.name, body.type, mass, 0, 0, 0, false};
    Vec3 low = Vec3::Constant(1e300), high = -low;
    for (const Vector3& v : start.vertices) {
        low = low.cwiseMin(to_vec3(v));
        high = high.cwiseMax(to_vec3(v));
    }
    facts.size = (high - low).maxCoeff();
    facts.held = !body.fixed.empty() || !body.motion.empty();
    if (body.material && body.type != BodyType::Rigid) {
        const Material& material = scene.materials.at(*body.material);
        facts.young = material.young;
        facts.volume = facts.mass / material.density;
    }
    return facts;
}

/// All bodies that a run has ever had, whatever their places in the world are now.
class BodyList {
public:
    /// Adds those of the world that it does not know yet.
    void follow(const World& world, const Frame& frame, SceneRun& run) {
        for (std::size_t i = 0; i < world.body_count(); ++i) {
            const BodyDescription& body = world.scene().bodies[i];
            if (places_.contains(body.name)) continue;
            places_[body.name] = motions_.size();
            run.bodies.push_back(facts_of(world.scene(), body, world.body(i).mass(), frame.bodies[i]));
            motions_.emplace_back(body, frame.bodies[i], run.bodies.back().mass);
        }
    }
    std::size_t place(const std::string& name) const { return places_.at(name); }
    std::vector<BodyMoment> moments(const World& world, const Frame& frame) const {
        std::vector<BodyMoment> all(motions_.size());
        for (BodyMoment& absent : all) absent.present = false;
        for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
            const std::size_t at = place(frame.bodies[i].name);
            all[at] = motions_[at].at(frame.bodies[i], to_vec3(world.body(i).center_of_mass()));
            all[at].contact_force = Vec3::Zero();
        }
        return all;
    }

private:
    std::vector<BodyMotion> motions_;
    std::map<std::string, std::size_t> places_;
};

Moment moment_of(const World& world, const Frame& frame, const BodyList& list) {
    Moment moment;
    moment.record = world.last_step();
    moment.bodies = list.moments(world, frame);
    for (const ContactFrame& c : frame.contacts) {
        BodyMoment &first = moment.bodies[list.place(frame.bodies[c.first_body].name)],
                   &second = moment.bodies[list.place(frame.bodies[c.second_body].name)];
        first.contact_force += to_vec3(c.force);
        second.contact_force -= to_vec3(c.force);
        for (BodyMoment* body : {&first, &second}) body->push += to_vec3(c.force).norm();
    }
    return moment;
}

/// Before a step: bodies that came are there from the last moment on.
TouchEffect touch(Toucher& toucher, const World& world, BodyList& list, SceneRun& run) {
    const TouchEffect effect = toucher.touch();
    if (effect.added.empty()) return effect;
    const Frame frame = world.frame();
    list.follow(world, frame, run);
    const std::vector<BodyMoment> now = list.moments(world, frame);
    std::vector<BodyMoment>& last = run.moments.back().bodies;
    for (const BodyDescription& body : effect.added) run.scene.bodies.push_back(body);
    for (std::size_t i = last.size(); i < now.size(); ++i) last.push_back(now[i]);
    for (Moment& moment : run.moments) {
        const std::size_t known = moment.bodies.size();
        moment.bodies.resize(now.size());
        for (std::size_t i = known; i < now.size(); ++i) moment.bodies[i].present = false;
    }
    return effect;
}

/// How far a body was moved in a step beyond what its velocity makes, as separation does [m].
double separation_of(const SceneRun& run, const Moment& now, std::size_t body) {
    const Moment& before = run.moments[run.moments.size() - 2];
    const BodyMoment& b = now.bodies[body];
    return (b.center - before.bodies[body].center - run.scene.time.step * b.momentum / run.bodies[body].mass)
        .norm();
}

/// After a step.
void add_touches(Moment& moment, const TouchEffect& effect, const Toucher& toucher, const World& world,
                 const BodyList& list, const SceneRun& run) {
    moment.brought = effect.brought;
    moment.lost = effect.lost;
    moment.gravity_change = to_vec3(world.scene().gravity) - to_vec3(run.scene.gravity);
    for (const BodyPull& pull : toucher.pulls()) {
        const std::size_t place = list.place(pull.body);
        BodyMoment& body = moment.bodies[place];
        body.pull += pull.force;
        body.push += pull.force.norm();
        moment.work += pull.work;
        moment.work_error += pull.work_error + pull.force.norm() * separation_of(run, moment, place);
    }
}

/// Keeps the deepest of each body.
void audit_selves(SceneRun& run, const Frame& frame) {
    if (!run.scene.contact || !run.scene.contact->detection.self) return;
    for (const BodyFrame& body : frame.bodies) {
        if (body.type != BodyType::Soft && body.type != BodyType::Cloth) continue;
        const double depth = self_depth(body);
        const auto known = std::find_if(run.self_overlaps.begin(), run.self_overlaps.end(),
                                        [&](const SelfOverlap& s) { return s.body == body.name; });
        if (known == run.self_overlaps.end())
            run.self_overlaps.push_back({body.name, depth, frame.time});
        else if (depth > known->depth)
            *known = {body.name, depth, frame.time};
    }
}

void audit_frame(SceneRun& run, const World& world, const Frame& frame, OverlapAudit& audit) {
    std::vector<PairOverlap> pairs;
    for (const Overlap& overlap : audit.check(frame))
        pairs.push_back({overlap, facet_sag(world.scene(), frame, overlap)});
    run.overlaps.push_back(std::move(pairs));
    audit_selves(run, frame);
}

void simulate(SceneRun& run, World& world, const RunLimits& limits, double start) {
    Frame frame = world.frame();
    BodyList list;
    list.follow(world, frame, run);
    run.tolerance = audit_tolerance(world.scene(), frame);
    OverlapAudit audit(run.tolerance);
    run.start_overlaps = audit.check(frame);
    run.moments.push_back(moment_of(world, frame, list));
    if (run.touches) run.states.push_back(world.state());
    Toucher toucher(run.touches.value_or(std::vector<Touch>{}), world, run.tolerance);
    const long steps = std::lround(world.scene().time.duration / world.scene().time.step);
    while (world.steps() < steps) {
        if (processor_seconds() - start > limits.seconds) {
            run.end = RunEnd::Slow;
            break;
        }
        const TouchEffect effect = touch(toucher, world, list, run);
        // It remembers bodies by their indices.
        if (effect.lost) audit = OverlapAudit(run.tolerance);
        world.step();
        frame = world.frame();
        run.moments.push_back(moment_of(world, frame, list));
        if (run.touches) {
            add_touches(run.moments.back(), effect, toucher, world, list, run);
            run.states.push_back(world.state());
        }
        if (limits.until_contact) {
            if (anything_touched(world.last_step())) return;
            continue;
        }
        if (world.steps() % limits.audit_every == 0 || world.steps() == steps)
            audit_frame(run, world, frame, audit);
    }
    // What a step leaves is told by the detection of the next.
    if (!limits.until_contact) world.step();
}

}  // namespace

SceneRun run_scene(const std::string& text, const std::string& folder, const RunLimits& limits,
                   const std::optional<std::vector<Touch>>& touches) {
    SceneRun run;
    run.touches = touches;
    const double start = processor_seconds();
    std::optional<World> world;
    std::size_t said_before = 0;
    try {
        run.scene = parse_scene(text, folder);
        world.emplace(run.scene);
        said_before = world->warnings().size();
        world->on_command([&run](long step, const Command& command) {
            run.commands.push_back({step, command});
        });
        simulate(run, *world, limits, start);
    } catch (const InputError& error) {
        run.end = RunEnd::Refused;
        run.message = error.what();
    } catch (const BreakdownError& error) {
        run.end = RunEnd::Breakdown;
        run.message = error.what();
    }
    if (world)
        for (std::size_t i = 0; i < world->warnings().size(); ++i)
            if (const Warning& w = world->warnings()[i]; i >= said_before || w.code == "fast-bodies" ||
                                                         w.code == "one-volume" || w.code == "initial-bonds")
                run.warnings.push_back(w);
    run.seconds = processor_seconds() - start;
    return run;
}

}  // namespace limpet::physics_fuzz
