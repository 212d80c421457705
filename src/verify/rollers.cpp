/// ROLL. A cylinder rolls without slipping on a level floor and down a slope, a cone around its apex.
///
///   v(t) = v₀,     v(t) = ⅔ g sin θ t,     Ω(t) = Ω₀
///
///   v  speed of the cylinder [m/s]      θ  of the slope, 10°      Ω  of the cone about the vertical [rad/s]
///
/// The cone lies on its side: at half its angle α its axis is above the floor, it turns about the generator
/// on the floor with Ω cot α, and its apex stays where it is. Its axis turns, so that a step loses by its
/// length: the gate is for steps of up to 2 ms.

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double roller_gate = 0.01, longest_gated_step_of_cone = 2e-3;
constexpr double roller_gravity = 9.81, roller_slope = 10 * std::numbers::pi / 180;

Scene rollers(double step) {
    Scene scene = load_scene("verify_rollers");
    scene.time.step = step;
    return scene;
}

double speed_of_roller(const World& world) {
    const std::vector<double> v = world.probes()[0].values;
    return norm({v[0], v[1], v[2]});
}

/// Angle about the vertical of the cone's middle, seen from its apex, from 0 on [rad].
double angle_of_cone(const World& world) {
    const Vector3 middle = world.body("cone").center_of_mass();
    return std::atan2(-middle[2], middle[0]);
}

void roll_all(Findings& findings, double step, VerifyPlot& plot) {
    const std::string name = fmt::format("step {:g} ms", 1e3 * step);
    findings.progress(name);
    World flat(rollers(step));
    VerifyLine line{name, {}, {}};
    const double speed = speed_of_roller(flat);
    const long every = std::max(1L, std::lround(0.02 / step));
    double turned = 0, before = angle_of_cone(flat);
    while (flat.time() < 1 - step / 2) {
        flat.step();
        const double now = angle_of_cone(flat);
        turned += std::remainder(now - before, 2 * std::numbers::pi);
        before = now;
        if (flat.steps() % every != 0) continue;
        line.x.push_back(flat.time());
        line.y.push_back(speed_of_roller(flat));
    }
    plot.lines.push_back(std::move(line));
    findings.compare("speed of the roller after 1 s, " + name, speed_of_roller(flat), speed, "m/s",
                     roller_gate);
    const Scene scene = rollers(step);
    const double spin = norm(scene.bodies.back().angular_velocity),
                 half = std::atan2(std::get<ConeShape>(scene.bodies.back().shape).radius,
                                   std::get<ConeShape>(scene.bodies.back().shape).height);
    findings.compare("angle of the cone after 1 s, " + name, std::abs(turned), spin * std::tan(half), "rad",
                     step <= longest_gated_step_of_cone ? std::optional(roller_gate) : std::nullopt);
    Scene tilted = rollers(step);
    tilted.gravity = {roller_gravity * std::sin(roller_slope), -roller_gravity * std::cos(roller_slope), 0};
    std::erase_if(tilted.bodies, [](const BodyDescription& b) { return b.name == "cone"; });
    for (BodyDescription& body : tilted.bodies) body.velocity = body.angular_velocity = {0, 0, 0};
    World slope(std::move(tilted));
    run_until(slope, 1);
    findings.compare("speed down the slope after 1 s, " + name, speed_of_roller(slope),
                     2.0 / 3 * roller_gravity * std::sin(roller_slope), "m/s", roller_gate);
}

void run_rollers(Findings& findings) {
    VerifyPlot plot{"Speed of a cylinder on a level floor", "time [s]", "speed [m/s]", {}};
    plot.lines.push_back({"theory", {0, 1}, {0.5, 0.5}, true});
    for (const double step : findings.quick() ? std::vector{2e-3} : std::vector{1e-3, 2e-3, 5e-3, 1e-2})
        roll_all(findings, step, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark rolling_cylinder() {
    return {{"ROLL", "an exact cylinder on a floor and on a slope, an exact cone around its apex",
             "0.5 m/s; 1.1356 m/s; the angle Ω t", "1 % after 1 s", "verify_rollers"},
            run_rollers};
}

}  // namespace limpet::verification
