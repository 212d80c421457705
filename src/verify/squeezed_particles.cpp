/// V2. A ball of particles that keeps its volume is squeezed between two plates, to 70 % of its height, held
/// so and let go again. In every step
///
///   V = V₀
///
/// with V measured here, by the divergence theorem, from what the frame shows. That the ball was squeezed is
/// measured, too: its height over that at the start.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shapes/meshes/meshes.h"
#include "verify/particle_benchmarks.h"
#include "verify/particle_mesh.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double squeezed_volume_gate = 1e-6;
constexpr double squeezed_to = 0.7, squeeze_gate = 0.02;  ///< of its height

double height_of(const BodyFrame& body) {
    double low = body.vertices.front()[1], high = low;
    for (const Vector3& x : body.vertices) {
        low = std::min(low, x[1]);
        high = std::max(high, x[1]);
    }
    return high - low;
}

struct Squeeze {
    double volume = 0;  ///< largest change, relative
    double lowest = 1;  ///< height over that at the start
    std::vector<double> time, height, change;
};

Squeeze squeeze(const Scene& scene) {
    World world(scene);
    // The ball is the scene's first body.
    const auto body = [&] { return world.frame().bodies.front(); };
    const auto volume_now = [](const BodyFrame& b) {
        std::vector<Vec3> places;
        for (const Vector3& x : b.vertices) places.push_back(to_vec3(x));
        return volume(TriMesh{places, b.triangles});
    };
    const double start = volume_now(body()), tall = height_of(body());
    Squeeze found;
    const long steps = std::lround(scene.time.duration / scene.time.step);
    const long every = std::max(1L, steps / 400);
    while (world.steps() < steps) {
        world.step();
        const BodyFrame now = body();
        const double change = std::abs(volume_now(now) / start - 1), height = height_of(now) / tall;
        found.volume = std::max(found.volume, change);
        found.lowest = std::min(found.lowest, height);
        if (world.steps() % every != 0) continue;
        found.time.push_back(world.time());
        found.height.push_back(height);
        found.change.push_back(std::max(change, 1e-16));
    }
    return found;
}

void run_squeezed_particles(Findings& findings) {
    struct Case {
        const char* detection;
        double step, surface;
    };
    std::vector<Case> cases = {{"proximity", 2e-3, 0.02}};
    if (!findings.quick())
        cases = {{"proximity", 2e-3, 0.02},
                 {"proximity", 1e-3, 0.012},
                 {"continuous", 2e-3, 0.02},
                 {"ldi", 2e-3, 0.02}};
    VerifyPlot heights{"Height over that at the start", "time [s]", "height", {}};
    VerifyPlot changes{"Change of volume", "time [s]", "|V/V₀ − 1|", {}, true};
    for (const Case& c : cases) {
        Scene scene =
            load_scene("verify_squeezed_particles", {fmt::format("contact.detection.type={}", c.detection)});
        scene.time.step = c.step;
        body_named(scene, "ball").surface = c.surface;
        const std::string what =
            fmt::format("{}, step {:g} ms, edge {:g} mm", c.detection, 1e3 * c.step, 1e3 * c.surface);
        findings.progress(what);
        const Squeeze found = squeeze(scene);
        findings.expect_below("change of volume in any step, " + what, found.volume, "",
                              squeezed_volume_gate);
        findings.compare("smallest height, " + what, found.lowest, squeezed_to, "", squeeze_gate);
        heights.lines.push_back({what, found.time, found.height});
        changes.lines.push_back({what, found.time, found.change});
    }
    changes.lines.push_back(
        {"gate", {0, changes.lines.front().x.back()}, {squeezed_volume_gate, squeezed_volume_gate}, true});
    heights.lines.push_back(
        {"plates", {0, heights.lines.front().x.back()}, {squeezed_to, squeezed_to}, true});
    findings.plot(std::move(heights));
    findings.plot(std::move(changes));
}

}  // namespace

Benchmark squeezed_particles() {
    return {{"V2", "a ball of particles squeezed between plates to 70 %", "its volume stays, in every step",
             "volume 1e-6; height within 2 % of what the plates leave", "verify_squeezed_particles"},
            run_squeezed_particles};
}

}  // namespace limpet::verification
