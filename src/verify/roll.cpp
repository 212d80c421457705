/// F6. A sphere that starts without spin slides, spins up by friction, and rolls from a moment on:
///
///   slip s(t) = v₀ − 7/2 μ g t,     s = 0 at t = 2 v₀/(7 μ g) = 0.4854 s,     v = 5/7 v₀ = 3.5714 m/s from
///   then on
///
/// The moment is read between steps: where the line through the last two slips above zero meets zero. The
/// speed is read at that step and a second after the start. The sphere is exact, not a mesh.

#include <fmt/format.h>

#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double roll_speed = 5, roll_friction = 0.3, roll_gravity = 9.81, roll_gate = 0.005;
constexpr double rolls_at = 2 * roll_speed / (7 * roll_friction * roll_gravity),
                 rolling_speed = 5 * roll_speed / 7;
constexpr double no_slip = 1e-6;  ///< of the speed

void roll(Findings& findings, double step, VerifyPlot& plot) {
    const std::string name = fmt::format("step {:g} ms", 1e3 * step);
    findings.progress(name);
    Scene scene = load_scene("verify_roll");
    scene.time.step = step;
    World world(std::move(scene));
    double before = roll_speed, slip = roll_speed, moment = NAN, at_moment = NAN;
    VerifyLine line{name, {}, {}};
    const long steps = std::lround(world.scene().time.duration / step);
    while (world.steps() < steps) {
        world.step();
        const std::vector<ProbeReading> probes = world.probes();
        const double velocity = probes[0].values[0], now = std::abs(probes[1].values[0]);
        if (std::isnan(moment) && now < no_slip * roll_speed) {
            // `slip` is of the step before this one.
            moment = world.time() - step + step * slip / (before - slip);
            at_moment = velocity;
        }
        before = slip;
        slip = now;
        if (world.steps() % std::max(1L, steps / 100) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(velocity);
    }
    findings.compare("rolls at, " + name, moment, rolls_at, "s", roll_gate);
    findings.compare("speed then, " + name, at_moment, rolling_speed, "m/s", roll_gate);
    findings.compare("speed after 1 s, " + name, world.probes()[0].values[0], rolling_speed, "m/s",
                     roll_gate);
    plot.lines.push_back(std::move(line));
}

void run_roll(Findings& findings) {
    VerifyPlot plot{"Speed of the sphere", "time [s]", "speed [m/s]", {}};
    plot.lines.push_back({"theory", {0, rolls_at, 1}, {roll_speed, rolling_speed, rolling_speed}, true});
    for (const double step : findings.quick() ? std::vector{5e-3} : std::vector{1e-3, 2e-3, 5e-3, 1e-2})
        roll(findings, step, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark rolling_sphere() {
    return {{"F6", "an exact sphere, from slipping at 5 m/s to rolling, friction 0.3",
             "at 0.4854 s, 3.5714 m/s", "0.5 %", "verify_roll"},
            run_roll};
}

}  // namespace limpet::verification
