/// BOUNCE. Newton's law of impact, for a ball on a floor and for two balls.
///
///   H_k = e^(2k) H₀                                         bounces of a ball that is let fall
///   v_n⁺ = e v,  v_t⁺ = max(5/7 v_t, v_t − μ (1 + e) v)      a ball without spin that hits askew
///   v₁⁺ = (m₁ − e m₂)/(m₁ + m₂) v₁                           two balls that meet head-on
///
///   H  height of bounce k [m]     v  speed along the normal [m/s]     e  restitution [-]     μ  friction [-]
///
/// Heights are those of the ball's energy as it flies. With e = 1 they stay. A recorded velocity is that of
/// half a step earlier, also at the start, where it is 0: the ball falls from H₀ + g h²/8, h the step.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double bounce_gate = 0.01, elastic_gate = 1e-6, hit_gate = 1e-6;
constexpr double bounce_gravity = 9.81, bounce_ball_radius = 0.05;

Scene bounce_scene(double e, double step) {
    Scene scene = load_scene("verify_bounce");
    scene.time.step = step;
    scene.contact->law.restitution = e;
    return scene;
}

/// After each of so many bounces [m].
std::vector<double> heights(double e, double step, int bounces) {
    World world(bounce_scene(e, step));
    std::vector<double> found;
    double before = 0;
    while (static_cast<int>(found.size()) < bounces && world.time() < 60) {
        world.step();
        const std::vector<ProbeReading> probes = world.probes();
        // A step's velocity is its mean: that of half a step before its end.
        const double y = probes[0].values[1] - bounce_ball_radius, v = probes[1].values[1],
                     now = v - bounce_gravity * step / 2;
        if (before < 0 && v > 0) found.push_back(y + now * now / (2 * bounce_gravity));
        before = v;
    }
    return found;
}

void fall(Findings& findings, double step, VerifyPlot& plot) {
    for (const double e : findings.quick() ? std::vector{0.8} : std::vector{0.3, 0.5, 0.8, 0.95}) {
        const std::string name = fmt::format("e {:g}, step {:g} ms", e, 1e3 * step);
        findings.progress(name);
        const std::vector<double> found = heights(e, step, 3);
        VerifyLine line{name, {0}, {1}};
        for (std::size_t k = 0; k < found.size(); ++k) {
            findings.compare(fmt::format("height of bounce {}, {}", k + 1, name), found[k],
                             std::pow(e, 2.0 * static_cast<double>(k + 1)), "m", bounce_gate);
            line.x.push_back(static_cast<double>(k + 1));
            line.y.push_back(found[k]);
        }
        findings.expect_below("bounces that are missing, " + name, 3 - static_cast<double>(found.size()), "",
                              0.5);
        plot.lines.push_back(std::move(line));
    }
    const std::vector<double> found = heights(1, step, 20);
    findings.compare(fmt::format("height after 20 bounces, e 1, step {:g} ms", 1e3 * step),
                     found.empty() ? 0 : found.back(), 1 + bounce_gravity * step * step / 8, "m",
                     elastic_gate);
}

void hit_askew(Findings& findings, double step) {
    const double e = 0.6, friction = 0.2, down = 2;
    for (const double along : {0.5, 3.0}) {
        Scene scene = bounce_scene(e, step);
        scene.gravity = {0, 0, 0};
        scene.contact->law.friction = Friction(friction);
        body_named(scene, "ball").position[1] = 0.3;
        body_named(scene, "ball").velocity = {along, -down, 0};
        World world(std::move(scene));
        run_until(world, 0.3);
        const std::vector<double> v = world.probes()[1].values;
        const std::string name = fmt::format("{:g} m/s along, step {:g} ms", along, 1e3 * step);
        findings.compare("speed up, " + name, v[1], e * down, "m/s", hit_gate);
        findings.compare("speed along, " + name, v[0],
                         std::max(5.0 / 7 * along, along - friction * (1 + e) * down), "m/s", hit_gate);
    }
}

void hit_head_on(Findings& findings, double step) {
    const double e = 0.6, speed = 2;
    for (const double ratio : {0.1, 1.0, 10.0}) {
        Scene scene = bounce_scene(e, step);
        scene.gravity = {0, 0, 0};
        BodyDescription other = body_named(scene, "ball");
        other.name = "other";
        other.position = {0, 1.3, 0};
        other.density = ratio * *other.density;
        other.velocity = {0, 0, 0};
        body_named(scene, "ball").velocity = {0, speed, 0};
        scene.bodies.push_back(other);
        World world(std::move(scene));
        run_until(world, 0.3);
        findings.compare(fmt::format("speed after a hit, masses 1 : {:g}, step {:g} ms", ratio, 1e3 * step),
                         world.probes()[1].values[1], speed * (1 - e * ratio) / (1 + ratio), "m/s", hit_gate);
    }
}

void run_bounces(Findings& findings) {
    VerifyPlot plot{"Heights of bounces", "bounce", "height [m]", {}};
    for (const double step : findings.quick() ? std::vector{5e-3} : std::vector{1e-3, 2e-3, 5e-3, 1e-2}) {
        fall(findings, step, plot);
        hit_askew(findings, step);
        hit_head_on(findings, step);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark bounces() {
    return {{"BOUNCE", "a ball bounces, hits a floor askew and another ball head-on",
             "e² of the height; Newton's and Coulomb's laws", "1 %, e = 1: 1e-6 in 20 bounces; 1e-6",
             "verify_bounce"},
            run_bounces};
}

}  // namespace limpet::verification
