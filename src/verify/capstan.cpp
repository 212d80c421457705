/// F9. A strip of cloth lies half a turn around a drum that turns under it: of the tensions of its two ends
///
///   T₁/T₂ = e^(μ φ),   φ = π the angle of wrap, μ friction            (Euler & Eytelwein)
///
/// Tensions are stretch · width · strain; strains are slopes of lines through the nodes of the straight ends.
/// The strip is a polygon on the round drum: with n sides on the half turn each step of the polygon gives
/// (1 + μ tan(φ/2n))/(1 − μ tan(φ/2n)), which is above e^(μφ/n) by a part of 1/n².

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double ratio_gate = 0.02;
constexpr double mid_radius = 0.0505;                          ///< of the strip's middle on the drum [m]
constexpr double from_drum = 0.02, to_end = 0.08;              ///< where strains are measured [m]
constexpr double wrapped = std::numbers::pi / 2 * mid_radius;  ///< on each half of the strip [m]

/// Of the straight end on one side of the drum.
double strain(const std::vector<double>& rest, std::span<const double> now, double side) {
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = 0; i < rest.size(); i += 3) {
        const double along = side * rest[i] - wrapped;
        if (along < from_drum || along > to_end) continue;
        n += 1;
        x += along;
        y -= now[i + 1];
        xx += along * along;
        xy -= along * now[i + 1];
    }
    return (n * xy - x * y) / (n * xx - x * x) - 1;
}

struct CapstanRun {
    double surface;  ///< edge of the triangles [m]
    double friction;
    double step;  ///< [s]
};

void turn_drum(Findings& findings, const CapstanRun& run, VerifyPlot& plot) {
    const std::string name = fmt::format("triangles of {:g} mm, friction {:g}, step {:g} ms",
                                         1e3 * run.surface, run.friction, 1e3 * run.step);
    findings.progress(name);
    Scene scene = load_scene("verify_capstan");
    body_named(scene, "strip").surface = run.surface;
    scene.contact->law.friction = Friction(run.friction);
    scene.time.step = run.step;
    World world(std::move(scene));
    const std::vector<double> rest = vertices_of(world, "strip");
    const double expected = std::exp(run.friction * std::numbers::pi);
    const long steps = std::lround(world.scene().time.duration / run.step);
    VerifyLine line{name, {}, {}};
    double ratio = NAN, residual = 0;
    while (world.steps() < steps) {
        world.step();
        const auto now = world.body("strip").positions();
        ratio = strain(rest, now, 1) / strain(rest, now, -1);
        residual = std::max(residual, world.last_step().residual);
        if (world.time() < 0.9 || world.steps() % std::max(1L, steps / 100) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(ratio);
    }
    const auto now = world.body("strip").positions();
    findings.compare("ratio of tensions, " + name, ratio, expected, "", ratio_gate);
    // What the drum feels along y is the sum of both, that the strains say too.
    const BodyDescription& strip = world.scene().bodies[1];
    const double per_strain = *strip.stretch * std::get<PlaneShape>(strip.shape).z;
    findings.compare("force on the drum, " + name, -contact_force(world, "drum")[1],
                     per_strain * (strain(rest, now, 1) + strain(rest, now, -1)), "N", ratio_gate);
    findings.expect_below("largest residual, " + name, residual, "");
    plot.lines.push_back(std::move(line));
}

void run_capstan(Findings& findings) {
    VerifyPlot plot{"Ratio of the tensions", "time [s]", "tight end over loose end [-]", {}};
    plot.lines.push_back(
        {"e^(0.3 π)", {1, 3}, {std::exp(0.3 * std::numbers::pi), std::exp(0.3 * std::numbers::pi)}, true});
    const std::vector<CapstanRun> quick = {{0.01, 0.3, 5e-3}};
    const std::vector<CapstanRun> all = {{0.01, 0.3, 5e-3},  {0.005, 0.3, 5e-3}, {0.0025, 0.3, 5e-3},
                                         {0.005, 0.3, 2e-3}, {0.005, 0.1, 5e-3}, {0.005, 0.6, 5e-3}};
    for (const CapstanRun& run : findings.quick() ? quick : all) turn_drum(findings, run, plot);
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark capstan() {
    return {{"F9", "a strip of cloth over a drum that turns, half a turn of wrap, friction 0.3",
             "ratio of tensions 2.566", "2 %", "verify_capstan"},
            run_capstan};
}

}  // namespace limpet::verification
