/// F4. A capsule of 45 g, r = 4 mm, is pinched between two pads with 12 to 60 N and held for a minute. Its
/// weight is 3 % of what friction 0.7 can carry at 12 N, and less than 1 % at 60 N: it must not creep at all.
///
/// Creep is how far the vertex that moved most is from where it was at `pinch_settled_time`, over the time
/// since.
///
/// A grip needs something that gives way, so there are three variants: a rigid capsule between soft pads, a
/// soft capsule between rigid pads, and, with nothing but rigid bodies, two capsules under a slab whose
/// weight presses on them, gravity leaning by 20° along the capsules. Pads are led by keyframes; how far, for
/// a given force, is found by short runs. The scenes ask for a tolerance of 1e-10; the default, 1e-6, is run
/// too.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double pinch_creep_gate = 1e-9;  ///< [m/s]
constexpr double pinch_settled_time = 5;   ///< [s]
constexpr double slab_force = 12;          ///< of the scene, on each capsule [N]
constexpr double default_tolerance = 1e-6;
constexpr int default_iterations = 200;

enum class Variant { RigidCapsule, SoftCapsule, Slab };

struct Hold {
    std::string name;
    Variant variant;
    double force;  ///< [N]
    double step;   ///< [s]
    bool by_default = false;
    double element = 0.005;
};

Scene pads_at(const Hold& hold, double squeeze) {
    Scene scene = load_scene("verify_pinch");
    if (hold.variant == Variant::SoftCapsule) {
        BodyDescription& capsule = body_named(scene, "capsule");
        capsule.type = BodyType::Soft;
        capsule.element = hold.element;
    }
    for (const char* name : {"left", "right"}) {
        BodyDescription& pad = body_named(scene, name);
        const double sign = name[0] == 'l' ? 1 : -1;
        pad.motion[0].keyframes[1].displacement = {sign * squeeze, 0, 0};
        pad.element = hold.element;
        if (hold.variant == Variant::RigidCapsule) continue;
        pad.type = BodyType::Static;
        pad.material.reset();
        pad.element.reset();
        pad.motion[0].nodes.reset();
    }
    return scene;
}

Scene pinch_scene(const Hold& hold, double squeeze) {
    Scene scene = hold.variant == Variant::Slab ? load_scene("verify_slab") : pads_at(hold, squeeze);
    if (hold.variant == Variant::Slab) *body_named(scene, "slab").density *= hold.force / slab_force;
    scene.time.step = hold.step;
    if (hold.by_default) {
        scene.solver.tolerance = default_tolerance;
        scene.solver.iterations = default_iterations;
    }
    return scene;
}

double pinch_grip(const World& world) {
    for (const ProbeReading& probe : world.probes()) {
        if (probe.name == "grip") return std::abs(probe.values[0]);
        if (probe.name == "press") return std::abs(probe.values[1]);
    }
    return NAN;
}

/// Squeeze [m] that grips with the wanted force: the secant method on short runs.
double pinch_squeeze_for(const Hold& hold) {
    if (hold.variant == Variant::Slab) return 0;
    const auto force = [&](double squeeze) {
        World world(pinch_scene(hold, squeeze));
        run_until(world, 0.8);
        return pinch_grip(world);
    };
    double a = 1e-4, fa = force(a), b = 2e-4, fb = force(b);
    for (int i = 0; i < 6 && std::abs(fb - hold.force) > 0.01 * hold.force; ++i) {
        const double next = b + (hold.force - fb) * (b - a) / (fb - fa);
        a = b;
        fa = fb;
        b = std::clamp(next, b / 3, 3 * b);
        fb = force(b);
    }
    return b;
}

void hold_it(Findings& findings, const Hold& hold, double end, VerifyPlot& plot) {
    const std::string name = fmt::format("{}, {:g} N, step {:g} ms{}", hold.name, hold.force, 1e3 * hold.step,
                                         hold.by_default ? ", tolerance 1e-6" : "");
    findings.progress(name);
    World world(pinch_scene(hold, pinch_squeeze_for(hold)));
    const double start = findings.quick() ? 3 : pinch_settled_time;
    run_until(world, start);
    const std::vector<double> before = vertices_of(world, "capsule");
    double speed = 0, worst_residual = 0;
    VerifyLine line{name, {}, {}};
    const long steps = std::lround(end / hold.step);
    while (world.steps() < steps) {
        world.step();
        speed = std::max(speed, largest_speed(world, "capsule"));
        worst_residual = std::max(worst_residual, world.last_step().residual);
        if (world.steps() % std::max(1L, steps / 60) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(std::max(1e-16, furthest(world.body("capsule").positions(), before)));
    }
    const double moved = furthest(world.body("capsule").positions(), before);
    findings.expect_below("creep, " + name, moved / (end - start), "m/s", pinch_creep_gate);
    findings.expect_below("largest speed in a step, " + name, speed, "m/s");
    findings.expect_below("largest residual, " + name, worst_residual, "");
    findings.compare("grip, " + name, pinch_grip(world), hold.force, "N");
    plot.lines.push_back(std::move(line));
}

std::vector<Hold> holds(bool quick) {
    const Variant rigid = Variant::RigidCapsule, soft = Variant::SoftCapsule, slab = Variant::Slab;
    if (quick)
        return {{"rigid capsule", rigid, 12, 5e-3},
                {"soft capsule", soft, 12, 5e-3},
                {"rigid under a slab", slab, 12, 5e-3}};
    std::vector<Hold> all;
    for (const double force : {12.0, 60.0})
        for (const bool by_default : {false, true}) {
            all.push_back({"rigid capsule", rigid, force, 5e-3, by_default});
            all.push_back({"soft capsule", soft, force, 5e-3, by_default});
            all.push_back({"rigid under a slab", slab, force, 5e-3, by_default});
        }
    all.push_back({"rigid capsule", rigid, 30, 1e-2});
    all.push_back({"rigid under a slab", slab, 30, 1e-2});
    return all;
}

void run_pinch(Findings& findings) {
    const double end = findings.quick() ? 5 : 60;
    VerifyPlot plot{"How far the capsule is from where it was held first",
                    "time [s]",
                    "furthest of its vertices [m]",
                    {},
                    true};
    plot.lines.push_back(
        {"1 nm/s", {pinch_settled_time + 1, end}, {1e-9, 1e-9 * (end - pinch_settled_time)}, true});
    for (const Hold& hold : holds(findings.quick())) hold_it(findings, hold, end, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark pinch_and_hold() {
    return {{"F4", "a capsule of 45 g is pinched between two pads with 12 to 60 N, for 60 s", "no creep",
             "below 1 nm/s", "verify_pinch"},
            run_pinch};
}

}  // namespace limpet::verification
