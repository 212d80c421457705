/// F4, its cloth variant. A cloth of 45 g hangs from two soft pads that pinch it with 12 to 60 N for a
/// minute. Its weight is 3 % of what friction 0.7 can carry at 12 N: it must not creep at all.
///
/// Creep is how far the vertex that moved most is from where it was when it had stopped swinging, over the
/// time since. Pads are led by keyframes; how far, for a given force, is found by short runs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double cloth_creep_gate = 1e-9;  ///< [m/s]
constexpr double cloth_settled_time = 10;  ///< [s]

Scene pinched(double squeeze, double step) {
    Scene scene = load_scene("verify_pinch_cloth");
    scene.time.step = step;
    body_named(scene, "left").motion[0].keyframes[1].displacement = {squeeze, 0, 0};
    body_named(scene, "right").motion[0].keyframes[1].displacement = {-squeeze, 0, 0};
    return scene;
}

double cloth_grip(const World& world) {
    return std::abs(contact_force(world, "right")[0]);
}

/// Squeeze [m] that grips with the wanted force: the force is nearly proportional to it.
double cloth_squeeze_for(double force, double step) {
    double squeeze = 1e-4;
    for (int i = 0; i < 4; ++i) {
        World world(pinched(squeeze, step));
        run_until(world, 0.5);
        const double found = cloth_grip(world);
        if (std::abs(found - force) <= 0.02 * force) break;
        squeeze *= std::clamp(force / std::max(found, 1e-6), 0.2, 5.0);
    }
    return squeeze;
}

void hold(Findings& findings, double force, double step, double end, VerifyPlot& plot) {
    const std::string name = fmt::format("{:g} N, step {:g} ms", force, 1e3 * step);
    findings.progress(name);
    World world(pinched(cloth_squeeze_for(force, step), step));
    const double start = findings.quick() ? cloth_settled_time / 2 : cloth_settled_time;
    run_until(world, start);
    const std::vector<double> before = vertices_of(world, "cloth");
    double residual = 0;
    VerifyLine line{name, {}, {}};
    const long steps = std::lround(end / step);
    while (world.steps() < steps) {
        world.step();
        residual = std::max(residual, world.last_step().residual);
        if (world.steps() % std::max(1L, steps / 60) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(std::max(1e-16, furthest(world.body("cloth").positions(), before)));
    }
    const double moved = furthest(world.body("cloth").positions(), before);
    findings.expect_below("creep, " + name, moved / (end - start), "m/s", cloth_creep_gate);
    findings.expect_below("largest speed at the end, " + name, largest_speed(world, "cloth"), "m/s");
    findings.expect_below("largest residual, " + name, residual, "");
    findings.compare("grip, " + name, cloth_grip(world), force, "N");
    plot.lines.push_back(std::move(line));
}

void run_pinched_cloth(Findings& findings) {
    const double end = findings.quick() ? 8 : 60;
    VerifyPlot plot{"How far the cloth is from where it hung first",
                    "time [s]",
                    "furthest of its vertices [m]",
                    {},
                    true};
    for (const double force : findings.quick() ? std::vector{12.0} : std::vector{12.0, 60.0})
        hold(findings, force, 5e-3, end, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark pinched_cloth() {
    return {{"F4C", "a cloth of 45 g is pinched between two pads with 12 to 60 N, for 60 s", "no creep",
             "below 1 nm/s", "verify_pinch_cloth"},
            run_pinched_cloth};
}

}  // namespace limpet::verification
