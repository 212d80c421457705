/// REST. A soft box, a soft ball and a rigid box are put down on a static floor, 1 mm above it, and left
/// alone. Theory says: nothing moves once they have settled, and the floor carries their weight.
///
/// The ball is put down on a vertex of its surface and first rolls off it, which takes seconds without
/// friction. From `settled` on: how far any vertex of a body is from where it was then (drift), how fast any
/// vertex is (jitter), how deep bodies overlap the floor, in elements of the soft ones.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

/// What counts as still: a micrometre in the whole time, and a tenth of it a second.
constexpr double rest_drift_gate = 1e-6, rest_speed_gate = 1e-7;
constexpr double rest_penetration_gate = 0.01, rest_force_gate = 1e-5;
constexpr double rest_gravity = 9.81;
const char* const names[] = {"soft box", "soft ball", "rigid box"};

struct Still {
    std::vector<double> start;  ///< positions when settled [m]
    double drift = 0, speed = 0;
    std::vector<double> time, moved;  ///< [s], [m]
};

void lie_on_floor(Findings& findings, double step, double settled, double duration) {
    const std::string what = fmt::format("step {:g} ms, {:g} s", 1e3 * step, duration);
    findings.progress(what);
    Scene scene = load_scene("verify_rest");
    scene.time.step = step;
    const double element =
        std::min(*body_named(scene, "soft box").element, *body_named(scene, "soft ball").element);
    World world(std::move(scene));
    std::vector<Still> bodies(std::size(names));
    double penetration = 0;
    const long steps = std::lround(duration / step), first = std::lround(settled / step);
    const long every = std::max(1L, steps / 200);
    while (world.steps() < steps) {
        world.step();
        if (world.steps() < first) continue;
        penetration = std::max(penetration, world.last_step().penetration);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            if (world.steps() == first) bodies[i].start = vertices_of(world, names[i]);
            const double moved = furthest(world.body(names[i]).positions(), bodies[i].start);
            bodies[i].drift = std::max(bodies[i].drift, moved);
            bodies[i].speed = std::max(bodies[i].speed, largest_speed(world, names[i]));
            if (world.steps() % every != 0) continue;
            bodies[i].time.push_back(world.time());
            bodies[i].moved.push_back(moved);
        }
    }
    VerifyPlot plot{
        "How far a body is from where it settled, " + what, "time [s]", "largest of its vertices [m]", {}};
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        findings.expect_below(fmt::format("drift of the {} after {:g} s, {}", names[i], settled, what),
                              bodies[i].drift, "m", rest_drift_gate);
        findings.expect_below(
            fmt::format("largest speed of the {} after {:g} s, {}", names[i], settled, what), bodies[i].speed,
            "m/s", rest_speed_gate);
        findings.compare(fmt::format("force on the {} over its weight, {}", names[i], what),
                         contact_force(world, names[i])[1] / (rest_gravity * world.body(names[i]).mass()), 1,
                         "", rest_force_gate);
        plot.lines.push_back({names[i], bodies[i].time, bodies[i].moved});
    }
    plot.lines.push_back({"still", {settled, duration}, {0, 0}, true});
    findings.expect_below("penetration over element, " + what, penetration / element, "",
                          rest_penetration_gate);
    findings.plot(std::move(plot));
}

void run_rest_on_floor(Findings& findings) {
    if (findings.quick()) return lie_on_floor(findings, 0.01, 9, 10);
    lie_on_floor(findings, 0.01, 10, 60);
    lie_on_floor(findings, 0.005, 10, 60);
}

}  // namespace

Benchmark rest() {
    return {
        {"REST", "a soft box, a soft ball and a rigid box lie on a floor for 60 s", "nothing moves",
         "drift 1 µm, speed 0.1 µm/s, overlap 1 % of the element, force 1e-5 of the weight", "verify_rest"},
        run_rest_on_floor};
}

}  // namespace limpet::verification
