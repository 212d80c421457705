/// A9. A film as tapes are made of, peeled off a plate at 90° (peeled_strip.h):
///
///   E = 3 GPa, ν = 0   t = 50 µm   W = 50 J/m²   20 mm wide:   50 N/m
///
/// It does not stretch (f/(E t) = 3·10⁻⁴) and bends within half a millimetre. Bonds are so soft that their
/// front, which gives way over (E t³/(3 C))^(1/4), spans four triangles: they reach 10 mm, so that the force
/// takes some 20 mm to become steady, and is then that of the 97 % of W which bonds take by default. It is
/// read at the grip, as a user would read it, and at the bonds; theory is that of the angle that it has.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/adhesion_benchmarks.h"
#include "verify/bond_sums.h"
#include "verify/peeled_strip.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr PeeledStrip film{3e9, 50e-6, 50};
constexpr double film_gate = 0.05;
constexpr double film_front_speed = 0.02;                     ///< [m/s]
constexpr double film_lifting = 4e-3, film_averaging = 4e-3;  ///< ways of the front [m]
constexpr double elements_of_front = 4;

struct FilmRun {
    double triangles;    ///< [m]
    double width;        ///< [m]
    double step = 1e-3;  ///< [s]
    double way = 45e-3;  ///< of the front [m]
    double length = 60e-3;

    double stiffness() const {
        return film.young * std::pow(film.thickness, 3) / (3 * std::pow(elements_of_front * triangles, 4));
    }
};

Scene film_scene(const FilmRun& run) {
    Scene scene = load_scene("verify_film_peel");
    scene.time.step = run.step;
    BodyDescription& body = body_named(scene, "film");
    body.shape = PlaneShape{run.length, run.width};
    body.surface = run.triangles;
    body.position = {run.length / 2, film.thickness / 2, 0};
    const BoxSelection end{{-1, -1, -1}, {-0.4999 * run.length, 1, 1}};
    body.motion = {{end, film.way_of_end(90, film_lifting, run.way, film_front_speed)}};
    adhesion_of(scene).stiffness = run.stiffness();
    return scene;
}

Vector3 grip_force(const World& world) {
    for (const ProbeReading& reading : world.probes())
        if (reading.name == "grip") return {reading.values[0], reading.values[1], reading.values[2]};
    return {};
}

void run_film(Findings& findings) {
    VerifyPlot plot{"Peel force of a film", "way of the front [mm]", "force per width [N/m]", {}};
    const auto run = [&](const FilmRun& r) {
        const std::string what = fmt::format("triangles of {:g} mm, {:g} mm wide, step {:g} ms",
                                             1e3 * r.triangles, 1e3 * r.width, 1e3 * r.step);
        findings.progress(what);
        World world(film_scene(r));
        const long steps = std::lround(r.way / film_front_speed / r.step),
                   late = std::lround((r.way - film_averaging) / film_front_speed / r.step);
        Vector3 grip{}, bonds{};
        double worst = 0;
        VerifyLine line{what, {}, {}};
        while (world.steps() < steps) {
            world.step();
            worst = std::max(worst, world.last_step().residual);
            const Vector3 pull = grip_force(world), held = contact_force(world, "film");
            line.x.push_back(1e3 * film_front_speed * world.time());
            line.y.push_back(norm(pull) / r.width);
            if (world.steps() <= late) continue;
            for (int k = 0; k < 3; ++k) {
                grip[k] += pull[k] / r.width / static_cast<double>(steps - late);
                bonds[k] += held[k] / r.width / static_cast<double>(steps - late);
            }
        }
        // The grip pulls along the arm: its direction is (−cos θ, sin θ).
        const double degrees = std::atan2(grip[1], -grip[0]) * 180 / std::numbers::pi;
        findings.compare("force at the grip, " + what, norm(grip), film.force(degrees), "N/m", film_gate);
        findings.compare("force of the bonds, " + what, norm(bonds), film.force(degrees), "N/m", film_gate);
        findings.compare("angle of the force, " + what, degrees, 90, "°", film_gate);
        findings.note(fmt::format("{}: largest residual {:.2g}.", what, worst));
        plot.lines.push_back(std::move(line));
    };
    run({0.5e-3, 2e-3, 1e-3, findings.quick() ? 25e-3 : 45e-3});
    if (!findings.quick()) {
        run({0.5e-3, 20e-3});
        run({0.5e-3, 2e-3, 0.5e-3});
        run({0.4e-3, 2e-3});
    }
    plot.lines.push_back({"theory", {0, 45}, {film.force(90), film.force(90)}, true});
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark film_peel() {
    return {{"A9", "a film of 50 µm, E = 3 GPa, 20 mm wide, peeled off a plate at 90°, W = 50 J/m²",
             "Kendall: 50 N/m", "5 %, every mesh and step", "verify_film_peel"},
            run_film};
}

}  // namespace limpet::verification
