/// C1. A rigid sphere on a soft half-space, H. Hertz 1882; K. L. Johnson, Contact Mechanics (1985), §4.2:
///
///   F = 4/3 E* √R d^(3/2),     a = √(R d),     E* = E / (1 − ν²),     p(r) = p₀ √(1 − r²/a²)
///
///   F  force [N]   d  depth of the sphere below where it first touched [m]   a  radius of the patch [m]
///   R  of the sphere [m]   E, ν  of the block   p  pressure [Pa]
///
/// The half-space is a block, held at its bottom, `hertz_block_size` patch radii deep. That depth is what is
/// left of the far field: a block twice the size says by how much it matters. Depth is the sphere's own
/// displacement, so the bottom's distance is the only correction there is, and none is applied.
///
/// The patch's radius comes from the forces: under Hertz' pressure their mean square distance from the axis
/// is 2/5 a², whatever the mesh. The load is held in proportion to the mesh: `per radius` elements are along
/// a.

#include <fmt/format.h>

#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double hertz_young = 1e5, hertz_poisson = 0.3, hertz_radius = 0.05;
constexpr double hertz_modulus = hertz_young / (1 - hertz_poisson * hertz_poisson);
constexpr double hertz_force_gate = 0.05;
constexpr double hertz_block_size = 200;  ///< depth over patch radius
constexpr double hertz_fine_ball = 2.5;   ///< over patch radius

double hertz_depth(double force) {
    return std::cbrt(9 * force * force / (16 * hertz_modulus * hertz_modulus * hertz_radius));
}
double hertz_force(double depth) {
    return 4.0 / 3 * hertz_modulus * std::sqrt(hertz_radius) * std::pow(depth, 1.5);
}

struct HertzRun {
    double load;        ///< [N]
    double per_radius;  ///< elements along the patch's radius
    double size = hertz_block_size;
    int steps = 10;
    ElasticModel model = ElasticModel::Linear;
};

struct HertzCurve {
    std::vector<double> depth, force;  ///< [m], [N]
    double patch_radius = 0;           ///< at the end [m]
};

HertzCurve press_sphere(const HertzRun& run) {
    Scene scene = load_scene("verify_hertz");
    const double depth = hertz_depth(run.load), patch = std::sqrt(hertz_radius * depth);
    BodyDescription& block = body_named(scene, "block");
    block.model = run.model;
    set_half_space(block, {2 * run.size * patch, patch / run.per_radius, hertz_fine_ball * patch});
    press_down(body_named(scene, "sphere"), depth, 1);
    scene.time.step = 1.0 / run.steps;
    scene.contact->detection.distance = depth;
    World world(std::move(scene));
    HertzCurve curve;
    for (int i = 1; i <= run.steps; ++i) {
        world.step();
        curve.depth.push_back(depth * i / run.steps);
        curve.force.push_back(contact_force(world, "sphere")[1]);
    }
    curve.patch_radius = std::sqrt(2.5) * force_radius(world, "sphere");
    return curve;
}

void run_hertz(Findings& findings) {
    const std::vector<double> loads = findings.quick() ? std::vector{1.0} : std::vector{0.1, 1.0};
    const std::vector<double> meshes = findings.quick() ? std::vector{4.0} : std::vector{3.0, 4.0, 5.0};
    for (const double load : loads) {
        const double depth = hertz_depth(load), patch = std::sqrt(hertz_radius * depth);
        VerifyPlot plot{fmt::format("Force over depth, up to {} N", load), "depth [mm]", "force [N]", {}};
        VerifyLine theory{"Hertz", {}, {}, true};
        for (int i = 0; i <= 50; ++i) {
            theory.x.push_back(1e3 * depth * i / 50);
            theory.y.push_back(hertz_force(depth * i / 50));
        }
        plot.lines.push_back(theory);
        double last_error = 1;
        for (const double per_radius : meshes) {
            const std::string mesh = fmt::format("{} N, {} elements a radius", load, per_radius);
            findings.progress(mesh);
            const HertzCurve curve = press_sphere({load, per_radius});
            findings.compare("force at Hertz' depth, " + mesh, curve.force.back(), load, "N",
                             hertz_force_gate);
            findings.compare("patch radius, " + mesh, curve.patch_radius, patch, "m");
            VerifyLine line{fmt::format("{} elements a radius", per_radius), {}, curve.force};
            for (const double d : curve.depth) line.x.push_back(1e3 * d);
            plot.lines.push_back(std::move(line));
            const double error = std::abs(curve.force.back() / load - 1);
            if (per_radius == meshes.back() && meshes.size() > 1)
                findings.expect_below(fmt::format("error at {} N, finest over coarsest mesh", load),
                                      error / last_error, "", 1.0);
            if (per_radius == meshes.front()) last_error = error;
        }
        findings.plot(std::move(plot));
    }
    if (findings.quick()) return;
    const auto report = [&](const std::string& what, const HertzRun& run) {
        findings.progress(what);
        findings.compare("force, 1 N, " + what, press_sphere(run).force.back(), 1, "N", hertz_force_gate);
    };
    report("3 elements, block twice the size", {1, 3, 2 * hertz_block_size});
    report("3 elements, in 3 steps instead of 10", {1, 3, hertz_block_size, 3});
    report("3 elements, corotational", {1, 3, hertz_block_size, 10, ElasticModel::Corotational});
}

}  // namespace

Benchmark hertz() {
    return {{"C1", "rigid sphere on a soft half-space, 0.1 N and 1 N",
             "Hertz: 0.2104 mm and 3.244 mm; 0.9767 mm and 6.988 mm",
             "force at depth 5 %, better with refinement", "verify_hertz"},
            run_hertz};
}

}  // namespace limpet::verification
