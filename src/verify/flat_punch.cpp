/// C3. A flat rigid punch on a soft half-space, frictionless: J. Boussinesq 1885; K. L. Johnson, Contact
/// Mechanics (1985), §3.8:
///
///   F = 2 E* a d,     p(r) = F / (2π a √(a² − r²)),     E* = E / (1 − ν²)
///
///   F  force [N]   a  radius of the punch [m]   d  its depth [m]
///
/// The half-space is a block as in hertz.cpp. Pressure is infinite at the punch's rim, and an element there
/// adds about its own size to the radius that is held flat; elements are therefore smallest along the rim,
/// `per radius` of them to a. The punch is a cylinder of triangles; its rim is a polygon.

#include <fmt/format.h>

#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double punched_young = 1e5, punched_poisson = 0.3, punch_radius = 0.01, punch_depth = 2e-4;
constexpr double punched_modulus = punched_young / (1 - punched_poisson * punched_poisson);
constexpr double punch_force_gate = 0.05;
constexpr double punched_block_size = 200;  ///< depth over radius of the punch

struct PunchCurve {
    std::vector<double> depth, force;  ///< [m], [N]
};

PunchCurve press_punch(double per_radius, double size) {
    Scene scene = load_scene("verify_punch");
    set_half_space(body_named(scene, "block"),
                   {2 * size * punch_radius, punch_radius / per_radius, 0, punch_radius});
    World world(std::move(scene));
    const long steps = std::lround(world.scene().time.duration / world.scene().time.step);
    PunchCurve curve;
    while (world.steps() < steps) {
        world.step();
        curve.depth.push_back(punch_depth * static_cast<double>(world.steps()) / static_cast<double>(steps));
        curve.force.push_back(contact_force(world, "punch")[1]);
    }
    return curve;
}

void run_punch(Findings& findings) {
    const double reference = 2 * punched_modulus * punch_radius * punch_depth;
    VerifyPlot plot{"Force over depth", "depth [mm]", "force [N]", {}};
    plot.lines.push_back({"2 E* a d", {0, 1e3 * punch_depth}, {0, reference}, true});
    for (const double per_radius : findings.quick() ? std::vector{32.0} : std::vector{32.0, 40.0, 48.0}) {
        const std::string mesh = fmt::format("rim of {} elements a radius", per_radius);
        findings.progress(mesh);
        const PunchCurve curve = press_punch(per_radius, punched_block_size);
        findings.compare("force, " + mesh, curve.force.back(), reference, "N", punch_force_gate);
        VerifyLine line{mesh, {}, curve.force};
        for (const double d : curve.depth) line.x.push_back(1e3 * d);
        plot.lines.push_back(std::move(line));
    }
    findings.plot(std::move(plot));
    if (findings.quick()) return;
    findings.progress("block twice the size");
    findings.compare("force, rim of 32 elements a radius, block twice the size",
                     press_punch(32, 2 * punched_block_size).force.back(), reference, "N", punch_force_gate);
}

}  // namespace

Benchmark flat_punch() {
    return {{"C3", "flat rigid punch on a soft half-space", "F = 2 E* a d", "5 %", "verify_punch"},
            run_punch};
}

}  // namespace limpet::verification
