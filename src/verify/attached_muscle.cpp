/// V6. A muscle between a bone that stands and one that is free contracts and lets go. Its ends stay where
/// they are on the bones, and without damping the work of the contraction is all that changes the energy:
///
///   T + U at the end − T + U at the start = W,     W = Σ U(x_n, c_{n+1}) − U(x_n, c_n)
///
///   U(x, c)  elastic energy of the muscle at x under the contraction c [J]
///
/// U(x_n, c_{n+1}) is read off a second world that is restored to each state, in whose scene the contraction
/// comes a step earlier. Explicit steps balance to O(h).

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/adhesive_benchmarks.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double ends_gate = 1e-9, work_gate = 0.01;
constexpr double attached_depth = 0.09;  ///< from the muscle's middle on, its particles are attached [m]

Scene muscle_scene(double step) {
    Scene scene = load_scene("verify_muscle");
    scene.time.step = step;
    return scene;
}

/// c(t + h) in the place of c(t); the contraction begins at time 0.
Scene one_step_ahead(Scene scene) {
    std::vector<Contraction>& all = body_named(scene, "muscle").muscle->contraction;
    const double h = scene.time.step;
    all[0].share += (all[1].share - all[0].share) * h / (all[1].time - all[0].time);
    for (std::size_t i = 1; i < all.size(); ++i) all[i].time -= h;
    return scene;
}

/// Distances between each attached vertex of the muscle and corners of a bone do not change.
std::vector<double> distances(const Frame& frame, std::size_t bone,
                              const std::vector<std::size_t>& attached) {
    std::vector<double> all;
    for (const std::size_t i : attached)
        for (const std::size_t corner : {0u, 1u, 2u, 3u}) {
            const Vector3 &x = frame.bodies[1].vertices[i], &y = frame.bodies[bone].vertices[corner];
            all.push_back(norm({x[0] - y[0], x[1] - y[1], x[2] - y[2]}));
        }
    return all;
}

struct MuscleRun {
    double off_bones = 0, imbalance = 0, moved = 0;
};

MuscleRun contract(double step, VerifyPlot& plot) {
    World world(muscle_scene(step)), ahead(one_step_ahead(muscle_scene(step)));
    const Frame start = world.frame();
    std::array<std::vector<std::size_t>, 2> attached;
    for (std::size_t i = 0; i < start.bodies[1].vertices.size(); ++i) {
        // The muscle's own axis y lies along −x of the world.
        const double along = -start.bodies[1].vertices[i][0];
        if (along >= attached_depth) attached[0].push_back(i);
        if (along <= -attached_depth) attached[1].push_back(i);
    }
    const std::vector<double> at_socket = distances(start, 0, attached[0]),
                              at_bone = distances(start, 2, attached[1]);
    const auto energy = [&] { return world.last_step().kinetic + world.last_step().elastic; };
    const double first = energy();
    MuscleRun run;
    double work = 0, scale = 0;
    VerifyLine line{fmt::format("step {:g} ms", 1e3 * step), {}, {}};
    const double x = start.bodies[2].vertices[0][0];
    while (world.steps() < std::lround(world.scene().time.duration / step)) {
        ahead.restore(world.state());
        work += ahead.last_step().elastic - world.last_step().elastic;
        scale = std::max(scale, std::abs(work));
        world.step();
        run.imbalance = std::max(run.imbalance, std::abs(energy() - first - work));
        const Frame now = world.frame();
        run.moved = std::max(run.moved, std::abs(now.bodies[2].vertices[0][0] - x));
        for (const auto& [bone, ends, before] : {std::tuple(std::size_t{0}, &attached[0], &at_socket),
                                                 std::tuple(std::size_t{2}, &attached[1], &at_bone)}) {
            const std::vector<double> after = distances(now, bone, *ends);
            for (std::size_t i = 0; i < after.size(); ++i)
                run.off_bones = std::max(run.off_bones, std::abs(after[i] - (*before)[i]));
        }
        if (world.steps() % std::max(1L, std::lround(0.01 / step)) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(now.bodies[2].vertices[0][0] - x);
    }
    run.imbalance /= scale;
    plot.lines.push_back(std::move(line));
    return run;
}

void run_muscle(Findings& findings) {
    VerifyPlot plot{"How far the free bone is pulled", "time [s]", "displacement [m]", {}, false};
    const std::vector<double> steps =
        findings.quick() ? std::vector<double>{5e-4} : std::vector<double>{1e-3, 5e-4, 2.5e-4};
    double before = 0;
    for (const double step : steps) {
        const std::string name = fmt::format("step {:g} ms", 1e3 * step);
        findings.progress(name);
        const MuscleRun run = contract(step, plot);
        findings.expect_below("ends off the bones, " + name, run.off_bones, "m", ends_gate);
        findings.expect_below("energy less work, over the largest work, " + name, run.imbalance, "",
                              step <= 5e-4 ? std::optional(work_gate) : std::nullopt);
        if (before > 0)
            findings.expect_below("imbalance over that of twice the step, " + name, run.imbalance / before,
                                  "", 1.0);
        before = run.imbalance;
        findings.expect_below("bone moved by, " + name, run.moved, "m");
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark attached_muscle() {
    return {{"V6", "a muscle between two bones contracts", "its ends stay on the bones; energy = work",
             "1e-9 m; 1 %, falling with the step", "verify_muscle"},
            run_muscle};
}

}  // namespace limpet::verification
