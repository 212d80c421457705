/// V5. Flat faces of area A that a zone holds are pulled apart by a force that grows slowly. With a strength
/// S they let go at S A, whatever the mesh and the step. With the paper's κ, h² ‖F/m − a‖ > κ of single
/// particles, the force goes with the mass of a particle and with 1/h²: that is shown beside, without a gate.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/adhesive_benchmarks.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double strength_gate = 0.05;
constexpr double face_area = 0.01, strength = 1000;  ///< [m^2], [Pa]
constexpr double ramp = 5;                           ///< [N/s]
/// With which κ the coarsest mesh at the middle step lets go at about S A.
constexpr double shown_kappa = 1e-5;  ///< [m]

/// The force at which nothing holds any more. [N]
double parting_force(double element, double step, bool by_kappa) {
    Scene scene = load_scene("verify_faces");
    scene.time.step = step;
    for (BodyDescription& body : scene.bodies) body.surface = element;
    if (by_kappa) {
        scene.contact->strength.reset();
        scene.contact->kappa = shown_kappa;
    }
    World world(std::move(scene));
    world.step();
    const double most = 4 * strength * face_area;
    for (double force = 0; force < most;) {
        force = ramp * world.time();
        world.apply_force(world.id(1), {0, force, 0});
        world.step();
        if (world.last_step().zones == 0) return force;
    }
    return most;
}

void run_strength(Findings& findings) {
    const std::vector<double> elements =
        findings.quick() ? std::vector<double>{0.05} : std::vector<double>{0.05, 0.034, 0.025};
    const std::vector<double> steps =
        findings.quick() ? std::vector<double>{1e-3} : std::vector<double>{2e-3, 1e-3, 5e-4};
    VerifyPlot plot{
        "Force at which flat faces let go", "step [s]", "force over strength × area [-]", {}, false};
    plot.lines.push_back({"S A", {steps.back(), steps.front()}, {1, 1}, true});
    for (const double element : elements)
        for (const bool by_kappa : {false, true}) {
            const std::string law = by_kappa ? "kappa" : "strength";
            VerifyLine line{fmt::format("{}, triangles {:g} mm", law, 1e3 * element), {}, {}};
            for (const double step : steps) {
                const std::string name =
                    fmt::format("{}, triangles {:g} mm, step {:g} ms", law, 1e3 * element, 1e3 * step);
                findings.progress(name);
                const double force = parting_force(element, step, by_kappa);
                findings.compare("lets go by " + name, force, strength * face_area, "N",
                                 by_kappa ? std::nullopt : std::optional(strength_gate));
                line.x.push_back(step);
                line.y.push_back(force / (strength * face_area));
            }
            plot.lines.push_back(std::move(line));
        }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark adhesive_strength() {
    return {{"V5", "flat faces that a virtual adhesive holds are pulled apart", "they let go at S A",
             "5 % at three meshes and three steps", "verify_faces"},
            run_strength};
}

}  // namespace limpet::verification
