/// C7. Two equal soft spheres pressed together: by symmetry they meet in the plane between them.
///
/// The patch is where contacts carry force. Its points on both surfaces must lie in the plane y = − d/2,
/// halfway between the caps that are held and pushed, up to 1 % of the patch's radius √(A/π), A being the
/// area of these contacts. The upper sphere is turned about the axis, so that the meshes do not match.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double spheres_approach = 0.01, spheres_gate = 0.01;

void press_spheres(Findings& findings, double element, ElasticModel model) {
    const std::string mesh = fmt::format("element {:g} mm{}", 1e3 * element,
                                         model == ElasticModel::NeoHookean ? ", neo-Hookean" : "");
    findings.progress(mesh);
    Scene scene = load_scene("verify_spheres");
    for (BodyDescription& body : scene.bodies) {
        body.element = element;
        body.model = model;
    }
    World world(std::move(scene));
    const long steps = std::lround(world.scene().time.duration / world.scene().time.step);
    while (world.steps() < steps) world.step();
    double area = 0, furthest = 0;
    VerifyPlot plot{"Where the surfaces touch, " + mesh, "distance from the axis [mm]", "height [mm]", {}};
    VerifyLine points{"points of both surfaces in contact", {}, {}};
    for (const ContactFrame& c : world.contacts()) {
        if (c.status == ContactStatus::Open) continue;
        area += c.area;
        for (const Vector3& x : {c.first_point, c.second_point}) {
            const double height = x[1] + spheres_approach / 2;
            furthest = std::max(furthest, std::abs(height));
            points.x.push_back(1e3 * std::hypot(x[0], x[2]));
            points.y.push_back(1e3 * height);
        }
    }
    const double patch = std::sqrt(area / std::numbers::pi);
    findings.expect_below("deviation from the plane over patch radius, " + mesh, furthest / patch, "",
                          spheres_gate);
    findings.compare("patch radius (Hertz: √(R d / 2), for small ones), " + mesh, patch,
                     std::sqrt(0.05 * spheres_approach / 2), "m");
    plot.lines = {{"plane", {0, 1e3 * patch}, {0, 0}, true}, std::move(points)};
    findings.plot(std::move(plot));
}

void run_spheres(Findings& findings) {
    press_spheres(findings, 0.012, ElasticModel::Corotational);
    if (findings.quick()) return;
    press_spheres(findings, 0.008, ElasticModel::Corotational);
    press_spheres(findings, 0.006, ElasticModel::Corotational);
    press_spheres(findings, 0.008, ElasticModel::NeoHookean);
}

}  // namespace

Benchmark two_spheres() {
    return {{"C7", "two equal soft spheres pressed together", "they meet in a plane",
             "deviation below 1 % of the patch radius", "verify_spheres"},
            run_spheres};
}

}  // namespace limpet::verification
