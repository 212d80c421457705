/// V1. A body of particles flies freely: thrown, spinning, and stretched at the start, without damping. All
/// forces are internal, the volume's pressure too, so that
///
///   P = Σ m v stays,     L = Σ m x × v stays,     V = V₀,     E(t) ≤ E(0)/(1 − (k ω)²/4),     E does not
///   drift
///
///   k   length of a substep [s]      ω   highest frequency of the body at rest [1/s]
///
/// The bound is symplectic Euler's. Of a linear mode it keeps H = ½ m v² + ½ m ω² x_n x_{n+1}; with the
/// elastic energy in the middle of the substep, where v belongs, E = H + (kω)²/4 · ½ m v², which lies between
/// H and H/(1 − (kω)²/4). ω is found here, from the formulas alone (particle_mesh.h).
///
/// Drift is the mean of E over the last fifth of the run against that over the first.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shapes/meshes/meshes.h"
#include "verify/particle_benchmarks.h"
#include "verify/particle_mesh.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double particle_momentum_gate = 1e-9, particle_volume_gate = 1e-6;
/// Of the energy at the start, over the whole run.
constexpr double particle_drift_gate = 1e-3;
constexpr double drift_window = 0.2;  ///< of the run, at either end

struct Flight {
    double momentum = 0, angular_momentum = 0, volume = 0;  ///< largest changes, relative
    double highest = 0;                                     ///< largest E(t)/E(0)
    double drift = 0;
    double bound = 0;  ///< 1/(1 − (k ω)²/4)
    std::vector<double> time, energy;
};

/// At rest, in its own frame.
BodyFrame at_rest(Scene scene) {
    BodyDescription& body = scene.bodies.front();
    body.stretch_at_start = {1, 1, 1};
    body.position = {};
    body.rotation = {};
    return World(std::move(scene)).frame().bodies.front();
}

double mean(const std::vector<double>& values, std::size_t begin, std::size_t end) {
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(begin),
                           values.begin() + static_cast<std::ptrdiff_t>(end), 0.0) /
           static_cast<double>(end - begin);
}

Flight fly(const Scene& scene) {
    const BodyFrame rest = at_rest(scene);
    const std::vector<Vec3> places = node_places(rest);
    World world(scene);
    const BodyDescription& body = scene.bodies.front();
    const std::vector<double> mass = particle_masses(places, rest.triangles, world.body(0).mass());
    const double substep = scene.time.step / body.substeps;
    const double swing =
        std::pow(substep * particle_frequency(places, rest.triangles, mass, *body.shape_memory), 2);

    Flight flight;
    flight.bound = 1 / (1 - swing / 4);
    const ParticleMoments start = particle_moments(world.frame().bodies.front(), mass);
    const double volume_at_rest = volume(TriMesh{places, rest.triangles});
    const double energy = world.last_step().kinetic + world.last_step().elastic;
    const long steps = std::lround(scene.time.duration / scene.time.step);
    while (world.steps() < steps) {
        world.step();
        const BodyFrame now = world.frame().bodies.front();
        const ParticleMoments moments = particle_moments(now, mass);
        flight.momentum =
            std::max(flight.momentum, (moments.momentum - start.momentum).norm() / start.momentum.norm());
        flight.angular_momentum =
            std::max(flight.angular_momentum, (moments.angular_momentum - start.angular_momentum).norm() /
                                                  start.angular_momentum.norm());
        flight.volume = std::max(
            flight.volume, std::abs(volume(TriMesh{node_places(now), now.triangles}) / volume_at_rest - 1));
        flight.time.push_back(world.time());
        flight.energy.push_back((world.last_step().kinetic + world.last_step().elastic) / energy);
        flight.highest = std::max(flight.highest, flight.energy.back());
    }
    const std::size_t all = flight.energy.size(),
                      window = static_cast<std::size_t>(drift_window * static_cast<double>(all));
    flight.drift = mean(flight.energy, all - window, all) - mean(flight.energy, 0, window);
    return flight;
}

/// At most about 400 points of it.
VerifyLine thinned(std::string name, const std::vector<double>& x, const std::vector<double>& y) {
    VerifyLine line{std::move(name), {}, {}};
    const std::size_t every = std::max<std::size_t>(1, x.size() / 400);
    for (std::size_t i = 0; i < x.size(); i += every) {
        line.x.push_back(x[i]);
        line.y.push_back(y[i]);
    }
    return line;
}

void run_free_particles(Findings& findings) {
    struct Case {
        double step, surface;
        int substeps;
    };
    std::vector<Case> cases = {{2e-3, 0.06, 1}};
    if (!findings.quick()) cases = {{2e-3, 0.06, 1}, {5e-4, 0.06, 1}, {4e-3, 0.06, 4}, {1e-3, 0.03, 1}};
    VerifyPlot plot{"Energy over that of the start", "time [s]", "T + U", {}};
    for (const Case& c : cases) {
        Scene scene = load_scene("verify_free_particles");
        scene.time.step = c.step;
        scene.bodies.front().surface = c.surface;
        scene.bodies.front().substeps = c.substeps;
        if (findings.quick()) scene.time.duration = 2;
        const std::string what =
            fmt::format("step {:g} ms in {}, edge {:g} mm", 1e3 * c.step, c.substeps, 1e3 * c.surface);
        findings.progress(what);
        const Flight flight = fly(scene);
        findings.expect_below("change of momentum, " + what, flight.momentum, "", particle_momentum_gate);
        findings.expect_below("change of angular momentum, " + what, flight.angular_momentum, "",
                              particle_momentum_gate);
        findings.expect_below("change of volume, " + what, flight.volume, "", particle_volume_gate);
        findings.expect_below("energy above the scheme's bound, " + what,
                              std::max(flight.highest / flight.bound - 1, 0.0), "", 0.0);
        findings.expect_below("drift of the energy, " + what, flight.drift, "", particle_drift_gate);
        findings.note(fmt::format("Bound of E(t)/E(0), {}: {:.5f}; largest: {:.5f}.", what, flight.bound,
                                  flight.highest));
        plot.lines.push_back(thinned(what, flight.time, flight.energy));
        plot.lines.push_back(
            {"bound, " + what, {0, scene.time.duration}, {flight.bound, flight.bound}, true});
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark free_particles() {
    return {{"V1", "particles, thrown, spinning and stretched, fly for 10 s",
             "momentum, angular momentum and volume stay; E(t) ≤ E(0)/(1 − (kω)²/4)",
             "momenta 1e-9, volume 1e-6, energy within its bound, drift 1e-3", "verify_free_particles"},
            run_free_particles};
}

}  // namespace limpet::verification
