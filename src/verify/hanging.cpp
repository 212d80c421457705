/// A1. A cube of 1 kg hangs from a ceiling by full bonds: J. Gascón, J. S. Zurdo, M. A. Otaduy (2010), §6.
///
///   g = m g₀/(C A) = ρ L g₀/C,     falls if ρ L g₀ > √(W C)
///
///   g  gap [m]   ρ = 1000 kg/m³   L = 0.1 m   g₀ = 9.81 m/s²   C  stiffness [N/m³]   W  energy [J/m²]
///
/// With C = 1e6: 0.981 mm. The cube is let go at no gap and first swings by twice that, which bonds with
/// W = 5 bear; or it is put where it hangs, where C = 1e6, W = 1 bears 1000 Pa of the 981 Pa that it needs
/// to, and C = 0.9e6, W = 1 bears 949 Pa: it must fall. The gap is the mean by area; a soft cube's gap varies
/// over its face, but C times its mean is still the weight per area.

#include <fmt/format.h>

#include <cmath>

#include "verify/adhesion_benchmarks.h"
#include "verify/bond_sums.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double hanging_weight = 981, hanging_area = 0.01, hanging_gap_gate = 0.01, hanging_area_gate = 1e-9;

struct HangingRun {
    std::optional<double> element = {};  ///< of a soft cube [m]; none: a rigid one
    double surface = 0.02;               ///< [m]
    double step = 4e-3;                  ///< [s]
    double stiffness = 1e6, energy = 5;
    double start = 0;  ///< gap at time 0 [m]

    std::string name() const {
        return fmt::format("{}, step {:g} ms, C = {:g}, W = {:g}", element ? "soft" : "rigid", 1e3 * step,
                           stiffness, energy);
    }
    World world() const {
        Scene scene = load_scene("verify_hanging");
        scene.time.step = step;
        BodyDescription& cube = body_named(scene, "cube");
        if (element) make_soft(cube, "soft", *element);
        cube.surface = surface;
        cube.position[1] -= start;
        adhesion_of(scene).stiffness = stiffness;
        adhesion_of(scene).energy = energy;
        return World(std::move(scene));
    }
};

VerifyLine hang(Findings& findings, const HangingRun& run, double duration) {
    findings.progress(fmt::format("{}, triangles of {:g} mm", run.name(), 1e3 * run.surface));
    World world = run.world();
    VerifyLine line{"", {}, {}};
    BondSums bonds;
    int most_iterations = 0;
    while (world.time() < duration - run.step / 2) {
        world.step();
        bonds = bond_sums(world);
        most_iterations = std::max(most_iterations, world.last_step().iterations);
        if (world.time() > 0.4) continue;
        line.x.push_back(world.time());
        line.y.push_back(1e3 * bonds.gap);
    }
    const std::string what = fmt::format("{}, {} contacts", run.name(), bonds.contacts);
    line.name = what;
    findings.compare("gap, " + what, bonds.gap, hanging_weight / run.stiffness, "m", hanging_gap_gate);
    findings.compare("bonded area, " + what, bonds.bonded_area, hanging_area, "m²", hanging_area_gate);
    findings.note(fmt::format("{}: at most {} sweeps a step.", what, most_iterations));
    return line;
}

void fall(Findings& findings, const HangingRun& run) {
    findings.progress(run.name() + ", falls");
    World world = run.world();
    const double before = world.body("cube").center_of_mass()[1];
    run_until(world, 1);
    // Free fall takes 4.9 m; bonds that let go slowly may cost some of it.
    findings.expect_below(fmt::format("bonds left after 1 s, {}, from {:g} mm", run.name(), 1e3 * run.start),
                          world.last_step().bonds, "", 0.0);
    findings.expect_below(fmt::format("fell by less than 2 m, {}, from {:g} mm", run.name(), 1e3 * run.start),
                          std::max(0.0, 2 - (before - world.body("cube").center_of_mass()[1])), "m", 0.0);
}

void run_hanging(Findings& findings) {
    VerifyPlot plot{"A cube let go under the ceiling", "time [s]", "gap [mm]", {}};
    plot.lines.push_back({"m g/(C A)", {0, 0.4}, {0.981, 0.981}, true});
    const double duration = findings.quick() ? 0.6 : 1.5;
    const double few = 0.1, some = 0.0167, many = 0.00527;
    plot.lines.push_back(hang(findings, {.surface = few, .step = 5e-3}, duration));
    plot.lines.push_back(hang(findings, {.surface = some}, duration));
    plot.lines.push_back(hang(findings, {.element = 0.05, .surface = some}, duration));
    if (!findings.quick()) {
        plot.lines.push_back(hang(findings, {.surface = many}, duration));
        plot.lines.push_back(hang(findings, {.element = 0.05, .surface = many}, duration));
        plot.lines.push_back(hang(findings, {.element = 0.1, .surface = few}, duration));
        for (const double step : {1e-3, 2e-3}) {
            plot.lines.push_back(hang(findings, {.surface = some, .step = step}, duration));
            plot.lines.push_back(hang(findings, {.element = 0.05, .surface = some, .step = step}, duration));
        }
        hang(findings, {.surface = some, .energy = 1, .start = 0.981e-3}, duration);
    }
    findings.plot(std::move(plot));
    fall(findings, {.surface = some, .stiffness = 0.9e6, .energy = 1});
    if (findings.quick()) return;
    const double hanging = hanging_weight / 0.9e6;
    for (const double step : {1e-3, 5e-3})
        fall(findings, {.surface = some, .step = step, .stiffness = 0.9e6, .energy = 1, .start = hanging});
    fall(findings, {.element = 0.05, .surface = some, .stiffness = 0.9e6, .energy = 1});
}

}  // namespace

Benchmark hanging_cube() {
    return {{"A1", "a cube of 1 kg under a ceiling, C = 1e6, W = 5; and C = 0.9e6, W = 1",
             "gap 0.981 mm; it falls", "1 % with 4, 49 and 400 contacts; all bonds gone", "verify_hanging"},
            run_hanging};
}

}  // namespace limpet::verification
