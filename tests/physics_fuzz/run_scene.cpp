#include "physics_fuzz/run_scene.h"

#include <algorithm>
#include <cmath>
#include <ctime>

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

std::vector<BodyFacts> facts_of(const World& world, const Frame& start) {
    std::vector<BodyFacts> all;
    for (std::size_t i = 0; i < world.body_count(); ++i) {
        const BodyDescription& body = world.scene().bodies[i];
        BodyFacts facts{body.name, body.type, world.body(i).mass(), 0, 0, 0, false};
        Vec3 low = Vec3::Constant(1e300), high = -low;
        for (const Vector3& v : start.bodies[i].vertices) {
            low = low.cwiseMin(to_vec3(v));
            high = high.cwiseMax(to_vec3(v));
        }
        facts.size = (high - low).maxCoeff();
        facts.held = !body.fixed.empty() || !body.motion.empty();
        if (body.material && body.type != BodyType::Rigid) {
            const Material& material = world.scene().materials.at(*body.material);
            facts.young = material.young;
            facts.volume = facts.mass / material.density;
        }
        all.push_back(facts);
    }
    return all;
}

Moment moment_of(const World& world, const Frame& frame, const std::vector<BodyMotion>& motions) {
    Moment moment;
    moment.record = world.last_step();
    for (std::size_t i = 0; i < motions.size(); ++i) {
        moment.bodies.push_back(motions[i].at(frame.bodies[i], to_vec3(world.body(i).center_of_mass())));
        moment.bodies.back().contact_force = Vec3::Zero();
    }
    for (const ContactFrame& c : frame.contacts) {
        moment.bodies[c.first_body].contact_force += to_vec3(c.force);
        moment.bodies[c.second_body].contact_force -= to_vec3(c.force);
        for (const int body : {c.first_body, c.second_body})
            moment.bodies[body].push += to_vec3(c.force).norm();
    }
    return moment;
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

void simulate(SceneRun& run, World& world, const RunLimits& limits, double start) {
    Frame frame = world.frame();
    run.bodies = facts_of(world, frame);
    run.tolerance = audit_tolerance(world.scene(), frame);
    std::vector<BodyMotion> motions;
    for (std::size_t i = 0; i < world.body_count(); ++i)
        motions.emplace_back(world.scene().bodies[i], frame.bodies[i], run.bodies[i].mass);
    OverlapAudit audit(run.tolerance);
    run.start_overlaps = audit.check(frame);
    run.moments.push_back(moment_of(world, frame, motions));
    const long steps = std::lround(world.scene().time.duration / world.scene().time.step);
    while (world.steps() < steps) {
        if (processor_seconds() - start > limits.seconds) {
            run.end = RunEnd::Slow;
            break;
        }
        world.step();
        frame = world.frame();
        run.moments.push_back(moment_of(world, frame, motions));
        if (limits.until_contact) {
            if (world.last_step().contacts > 0) return;
            continue;
        }
        if (world.steps() % limits.audit_every == 0 || world.steps() == steps) {
            std::vector<PairOverlap> pairs;
            for (const Overlap& overlap : audit.check(frame))
                pairs.push_back({overlap, facet_sag(run.scene, frame, overlap)});
            run.overlaps.push_back(std::move(pairs));
            audit_selves(run, frame);
        }
    }
    // What a step leaves is told by the detection of the next.
    if (!limits.until_contact) world.step();
}

}  // namespace

SceneRun run_scene(const std::string& text, const std::string& folder, const RunLimits& limits) {
    SceneRun run;
    const double start = processor_seconds();
    std::optional<World> world;
    std::size_t said_before = 0;
    try {
        run.scene = parse_scene(text, folder);
        world.emplace(run.scene);
        said_before = world->warnings().size();
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
