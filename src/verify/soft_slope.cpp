/// C5. A soft block at rest on a 15° slope, μ = 0.4: what contacts exert on it is its weight, and nothing
/// moves.
///
///   Σ f = −m g,     v = 0
///
/// C6. A soft block slides on a 30° slope, μ = 0.3, at 1.4 m, 0.14 m and 14 mm of length:
///
///   a = g (sin θ − μ cos θ) = 2.3564 m/s², whatever its size
///
/// The acceleration is that of the centre of mass, the change of its velocity along the slope from 0.25 to 1
/// s (the start strains the block and lets it oscillate). E = 1 MPa, so that the largest one does not sag
/// under its own weight; damping is in proportion to the stiffness alone, which does not slow the whole.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double soft_gravity = 9.81;
constexpr double soft_force_gate = 1e-5, soft_speed_gate = 2e-5, soft_acceleration_gate = 0.01;
constexpr double soft_settled_time = 5, soft_end_time = 10;  ///< [s]

void lie_on_slope(Findings& findings, const std::string& shape, const Shape& what, double element,
                  double step) {
    const std::string name =
        fmt::format("{}, element {:g} mm, step {:g} ms", shape, 1e3 * element, 1e3 * step);
    findings.progress(name);
    Scene scene = load_scene("verify_slope");
    scene.time.step = step;
    BodyDescription& block = body_named(scene, "block");
    block.element = element;
    block.shape = what;
    put_on_slope(body_named(scene, "slope"), block, 15);
    World world(std::move(scene));
    run_until(world, soft_settled_time);
    double force = 0, speed = 0;
    const double weight = soft_gravity * world.body("block").mass();
    const long steps = std::lround(soft_end_time / step);
    while (world.steps() < steps) {
        world.step();
        const Vector3 f = contact_force(world, "block");
        force = std::max(force, norm({f[0], f[1] - weight, f[2]}));
        speed = std::max(speed, largest_speed(world, "block"));
    }
    findings.expect_below("sum of contact forces and weight, " + name, force, "N", soft_force_gate);
    findings.expect_below("largest speed, " + name, speed, "m/s", soft_speed_gate);
}

void run_rest_on_slope(Findings& findings) {
    const Shape flat = BoxShape{{0.2, 0.05, 0.2}}, cube = BoxShape{{0.1, 0.1, 0.1}};
    lie_on_slope(findings, "flat block", flat, 0.025, 5e-3);
    if (findings.quick()) return;
    lie_on_slope(findings, "flat block", flat, 0.05, 5e-3);
    lie_on_slope(findings, "flat block", flat, 0.025, 1e-2);
    lie_on_slope(findings, "cube", cube, 0.025, 5e-3);
    lie_on_slope(findings, "cube", cube, 0.0125, 1e-2);
}

void slide_soft(Findings& findings, double size, double element, double step, VerifyPlot& plot) {
    const std::string name =
        fmt::format("size {:g} m, element {:g} m, step {:g} ms", size, element, 1e3 * step);
    findings.progress(name);
    const double degrees = 30, mu = 0.3, angle = degrees * std::numbers::pi / 180;
    const double expected = soft_gravity * (std::sin(angle) - mu * std::cos(angle));
    Scene scene = load_scene("verify_slope");
    scene.time.step = step;
    scene.materials["soft"].young = 1e6;
    scene.contact->law.friction = Friction(mu);
    scene.contact->detection.distance.reset();
    BodyDescription &slope = body_named(scene, "slope"), &block = body_named(scene, "block");
    slope.shape = BoxShape{{10, 0.2, 4}};
    block.shape = BoxShape{{size, size / 2, size}};
    block.element = element;
    put_on_slope(slope, block, degrees);
    scene.probes = {{"v", "block", ProbeQuantity::Velocity, {}, {}}};
    World world(std::move(scene));
    const auto downhill = [&] {
        const std::vector<double> v = world.probes()[0].values;
        return v[0] * std::cos(angle) - v[1] * std::sin(angle);
    };
    VerifyLine line{fmt::format("{:g} m", size), {}, {}};
    double start = 0;
    const long first = std::lround(0.25 / step), last = std::lround(1 / step);
    while (world.steps() < last) {
        world.step();
        if (world.steps() == first) start = downhill();
        if (world.steps() % std::max(1L, last / 50) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(downhill());
    }
    findings.compare("acceleration, " + name, (downhill() - start) / 0.75, expected, "m/s²",
                     soft_acceleration_gate);
    plot.lines.push_back(std::move(line));
}

void run_sizes(Findings& findings) {
    VerifyPlot plot{"Speed of blocks of three sizes on the slope", "time [s]", "speed [m/s]", {}};
    plot.lines.push_back(
        {"g (sin θ − μ cos θ) t", {0, 1}, {0, soft_gravity * (0.5 - 0.3 * std::sqrt(0.75))}, true});
    for (const double size : {1.4, 0.14, 0.014}) {
        slide_soft(findings, size, size / 4, 5e-3, plot);
        if (findings.quick()) continue;
        slide_soft(findings, size, size / 8, 5e-3, plot);
        slide_soft(findings, size, size / 4, 1e-3, plot);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark slope_rest() {
    return {{"C5", "a soft block at rest on a 15° slope, friction 0.4", "sum of contact forces = weight",
             "1e-5 N; speed below 2e-5 m/s", "verify_slope"},
            run_rest_on_slope};
}

Benchmark slope_sizes() {
    return {{"C6", "a soft block slides on a 30° slope, friction 0.3, at three sizes",
             "g (sin θ − μ cos θ) at every size", "1 %", "verify_slope"},
            run_sizes};
}

}  // namespace limpet::verification
