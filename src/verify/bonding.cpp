/// A8. Bonds grow under a constant press.
///
///   β̇ = r max(P − β p₀, 0):     β(t) = P/p₀ (1 − e^(−r p₀ t)), at most 1
///
///   β  intensity [-]   P  pressure [Pa]   p₀  saturation [Pa]   r  bonding rate [1/(Pa s)]
///
/// A rigid cube lies on a floor under its own weight, P = ρ g L = 981 Pa; a soft block with Poisson's ratio
/// 0, held at its bottom, is pressed from above by a plate to a strain of 1 %, P = E/100 = 1 kPa. The error
/// is that of the bond that is furthest off, of all bonds and steps, against the final β.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/adhesion_benchmarks.h"
#include "verify/bond_sums.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double pressing_rate = 1e-3, bonding_gate = 0.01;

struct Pressed {
    std::string body, other;
    double pressure;  ///< [Pa]
};
const Pressed pressed_bodies[] = {{"cube", "floor", 981}, {"block", "plate", 1000}};

double grown(double pressure, double saturation, double time) {
    return std::min(1.0, pressure / saturation * (1 - std::exp(-pressing_rate * saturation * time)));
}

/// β of the contacts of a pair: least and most.
std::pair<double, double> betas(const World& world, const Pressed& pressed) {
    double least = 1, most = 0;
    for (const ContactFrame& c : world.contacts()) {
        const std::string first = world.body(c.first_body).name(), second = world.body(c.second_body).name();
        const bool pair = (first == pressed.body && second == pressed.other) ||
                          (second == pressed.body && first == pressed.other);
        if (!pair || !(c.area > 0)) continue;
        least = std::min(least, c.beta);
        most = std::max(most, c.beta);
    }
    return {least, most};
}

void grow(Findings& findings, VerifyPlot& plot, double saturation, double step, double element) {
    const std::string what =
        fmt::format("p₀ {:g} Pa, step {:g} ms, element {:g} mm", saturation, 1e3 * step, 1e3 * element);
    findings.progress(what);
    Scene scene = load_scene("verify_bonding");
    scene.time.step = step;
    adhesion_of(scene).saturation = saturation;
    adhesion_of(scene).bonding_rate = pressing_rate;
    body_named(scene, "cube").surface = element;
    body_named(scene, "block").element = element;
    const double duration = findings.quick() ? 1 : scene.time.duration;
    World world(std::move(scene));
    double worst[2] = {};
    VerifyLine lines[2] = {{"cube, " + what, {}, {}}, {"block, " + what, {}, {}}};
    const long every = std::max(1L, std::lround(duration / step / 40));
    while (world.time() < duration - step / 2) {
        world.step();
        for (int i = 0; i < 2; ++i) {
            const auto [least, most] = betas(world, pressed_bodies[i]);
            const double theory = grown(pressed_bodies[i].pressure, saturation, world.time());
            worst[i] = std::max({worst[i], std::abs(least - theory), std::abs(most - theory)});
            if (world.steps() % every != 0) continue;
            lines[i].x.push_back(world.time());
            lines[i].y.push_back(most);
        }
    }
    for (int i = 0; i < 2; ++i) {
        findings.expect_below(
            fmt::format("β of the {}, bond furthest off over final β, {}", pressed_bodies[i].body, what),
            worst[i] / std::min(1.0, pressed_bodies[i].pressure / saturation), "", bonding_gate);
        plot.lines.push_back(lines[i]);
    }
}

void run_bonding(Findings& findings) {
    VerifyPlot plot{"Bonds that grow", "time [s]", "β", {}};
    for (const double saturation : {2000.0, 500.0}) {
        VerifyLine theory{fmt::format("981 Pa, p₀ {:g} Pa", saturation), {}, {}, true};
        for (int i = 0; i <= 100; ++i) {
            theory.x.push_back(0.02 * i);
            theory.y.push_back(grown(981, saturation, 0.02 * i));
        }
        plot.lines.push_back(theory);
    }
    grow(findings, plot, 2000, 5e-3, 0.034);
    if (!findings.quick()) {
        grow(findings, plot, 500, 5e-3, 0.034);
        grow(findings, plot, 500, 20e-3, 0.1);
        grow(findings, plot, 2000, 20e-3, 0.02);
        grow(findings, plot, 2000, 1e-3, 0.05);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark bonding() {
    return {{"A8", "bonds grow under a cube's weight and under a plate on a soft block",
             "β = P/p₀ (1 − e^(−r p₀ t)), at most 1", "1 % of the final β, every bond, every step",
             "verify_bonding"},
            run_bonding};
}

}  // namespace limpet::verification
