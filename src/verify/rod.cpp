/// F11. Painlevé's rod. A slender rod leans at an angle θ and slides on its tip, tip ahead, friction μ. With
/// force N at the tip and μ N against its motion, the tip's normal acceleration is
///
///   a = (1 + 3 cos² θ − 3 μ sin θ cos θ) N/m − g,     per N negative if μ > (1 + 3 cos² θ)/(3 sin θ cos θ) ≥
///   4/3
///
/// (equality at tan θ = 2, where this rod starts): pushing back only drives it deeper, no finite force keeps
/// it out. P. Painlevé 1895; F. Génot, B. Brogliato, New results on Painlevé paradoxes (1999). In impulses
/// there is an answer: the tip stops at once. Whatever the step, numbers have to stay finite, that impulse
/// must not depend on the step, energy must not grow, and a step whose forces do not solve the law must say
/// so: its residual is the flag.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double rod_growth_gate = 1e-6, flag_level = 1e-2;

bool is_finite(const World& world) {
    const BodyView rod = world.body("rod");
    return std::all_of(rod.positions().begin(), rod.positions().end(),
                       [](double x) { return std::isfinite(x); }) &&
           std::all_of(rod.velocities().begin(), rod.velocities().end(),
                       [](double v) { return std::isfinite(v); }) &&
           std::isfinite(norm(contact_force(world, "rod"))) && std::isfinite(world.last_step().residual);
}

double rod_energy(const World& world) {
    const StepRecord& s = world.last_step();
    return s.kinetic + s.potential;
}

bool is_flagged(const World& world) {
    const std::vector<Warning>& all = world.warnings();
    return std::any_of(all.begin(), all.end(),
                       [](const Warning& warning) { return warning.code == "residual"; });
}

void jam(Findings& findings, double friction, double step) {
    const std::string name = fmt::format("friction {:g}, step {:g} ms", friction, 1e3 * step);
    findings.progress(name);
    Scene scene = load_scene("verify_rod");
    scene.time.step = step;
    scene.contact->law.friction = Friction(friction);
    World world(std::move(scene));
    const double mass = world.body("rod").mass(), kinetic = mass / 2;
    double before = kinetic + mass * 9.81 * world.body("rod").center_of_mass()[1];
    double growth = 0, impulse = 0, slip = NAN, residual = 0;
    int broken = 0, unflagged = 0;
    const long steps = std::lround(world.scene().time.duration / step);
    while (world.steps() < steps) {
        world.step();
        broken += !is_finite(world);
        residual = std::max(residual, world.last_step().residual);
        unflagged += world.last_step().residual > flag_level && !is_flagged(world);
        growth = std::max(growth, (rod_energy(world) - before) / kinetic);
        before = rod_energy(world);
        if (world.steps() != 1) continue;
        impulse = step * norm(contact_force(world, "rod"));
        for (const ContactFrame& c : world.contacts()) slip = norm(c.slip);
    }
    findings.expect_below("steps with numbers that are not finite, " + name, broken, "", 0.0);
    findings.expect_below("steps above residual 0.01 without a warning, " + name, unflagged, "", 0.0);
    findings.expect_below("largest residual, " + name, residual, "");
    findings.expect_below("growth of energy in a step, of the kinetic one at the start, " + name,
                          std::max(0.0, growth), "", rod_growth_gate);
    findings.expect_below("speed of the tip after the first step, " + name, slip, "m/s");
    findings.expect_below("impulse of the first step over the rod's momentum, " + name, impulse / mass, "");
}

void run_rod(Findings& findings) {
    for (const double friction : {1.5, 2.0, 3.0})
        for (const double step : findings.quick() ? std::vector{1e-3} : std::vector{5e-3, 1e-3, 2e-4})
            jam(findings, friction, step);
}

}  // namespace

Benchmark painleve_rod() {
    return {
        {"F11", "Painlevé's rod, friction above 4/3",
         "a finite answer: the tip jams, or its residual says so",
         "nothing that is not finite; no step with residual above 0.01 without a warning; energy 1e-6 a step",
         "verify_rod"},
        run_rod};
}

}  // namespace limpet::verification
