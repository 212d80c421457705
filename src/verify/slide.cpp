/// F2, F3, F5. A block slides on a floor until friction stops it.
///
///   d = v₀²/(2 μ g),     the same in every direction,     and it stays flat
///
///   v₀ = 5 m/s, μ = 0.5: d = 2.5484 m. Implicit Euler takes each step at its final, lower speed, so that d
///   is too short by h v₀/2: relative h μ g/v₀, which F2's gate allows for.
///
/// F3 slides in twelve directions at a step so short that this is half of the gate, and at 5 ms, where the
/// twelve distances are compared to their mean. Cones of four planes, of block-pgs, may lose up to 1 − 1/√2 =
/// 29 %: the box admits √2 μ along its diagonal, the pyramid μ/√2 across its sides. F5 is a cube of 0.1 m at
/// 6 m/s: friction's moment, μ times half its height, presses its front edge and must not lift the rear one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double slide_speed = 5, slide_friction = 0.5, slide_gravity = 9.81;
constexpr double slide_distance = slide_speed * slide_speed / (2 * slide_friction * slide_gravity);
constexpr double distance_gate = 0.005, direction_gate = 0.001, lift_gate = 1e-5;
constexpr double planes_gate = 0.29;
constexpr int directions = 12;

Vector3 slid(Scene scene) {
    World world(std::move(scene));
    const Vector3 start = world.body("block").center_of_mass();
    run_until(world, world.scene().time.duration);
    const Vector3 end = world.body("block").center_of_mass();
    return {end[0] - start[0], end[1] - start[1], end[2] - start[2]};
}

void run_distance(Findings& findings) {
    VerifyPlot plot{"Sliding distance against the step", "step [ms]", "distance [m]", {}};
    plot.lines.push_back({"v₀²/(2 μ g)", {0, 10}, {slide_distance, slide_distance}, true});
    plot.lines.push_back(
        {"of implicit Euler", {0, 10}, {slide_distance, slide_distance - slide_speed * 0.01 / 2}, true});
    const auto slide = [&](const std::string& what, double step, std::optional<double> element) {
        const std::string name = fmt::format("{}, step {:g} ms", what, 1e3 * step);
        findings.progress(name);
        Scene scene = load_scene("verify_slide");
        scene.time.step = step;
        if (element) make_soft(body_named(scene, "block"), "soft", *element);
        const double measured = slid(std::move(scene))[0];
        findings.compare("distance, " + name, measured, slide_distance, "m",
                         distance_gate + step * slide_friction * slide_gravity / slide_speed);
        return measured;
    };
    VerifyLine rigid{"rigid", {}, {}}, soft{"soft", {}, {}};
    for (const double step :
         findings.quick() ? std::vector{5e-3} : std::vector{0.5e-3, 1e-3, 2e-3, 5e-3, 1e-2}) {
        rigid.x.push_back(1e3 * step);
        rigid.y.push_back(slide("rigid", step, std::nullopt));
    }
    for (const double step : findings.quick() ? std::vector{5e-3} : std::vector{1e-3, 2e-3, 5e-3}) {
        soft.x.push_back(1e3 * step);
        soft.y.push_back(slide("soft, element 50 mm", step, 0.05));
    }
    if (!findings.quick()) slide("soft, element 25 mm", 2e-3, 0.025);
    plot.lines.push_back(std::move(rigid));
    plot.lines.push_back(std::move(soft));
    findings.plot(std::move(plot));
}

std::vector<double> slide_around(Findings& findings, double step, VerifyLine& ends,
                                 const SolverSettings* solver = nullptr) {
    std::vector<double> distances;
    for (int k = 0; k < directions; ++k) {
        findings.progress(fmt::format("step {:g} ms, {}°", 1e3 * step, 360 / directions * k));
        const double angle = 2 * std::numbers::pi * k / directions;
        Scene scene = load_scene("verify_slide");
        scene.time.step = step;
        if (solver) scene.solver = *solver;
        body_named(scene, "block").velocity = {slide_speed * std::cos(angle), 0,
                                               slide_speed * std::sin(angle)};
        const Vector3 way = slid(std::move(scene));
        ends.x.push_back(way[0]);
        ends.y.push_back(way[2]);
        distances.push_back(std::hypot(way[0], way[2]));
    }
    return distances;
}

void slide_with_planes(Findings& findings, ConeType cone, const std::string& name, VerifyPlot& plot) {
    const double step = 5e-3;
    const SolverSettings solver{SolverType::BlockPgs, cone, 1000, 1e-9};
    VerifyLine ends{name, {}, {}};
    const std::vector<double> distances = slide_around(findings, step, ends, &solver);
    for (int k = 0; k < directions; ++k)
        findings.compare(fmt::format("distance at {}°, {}, step 5 ms", 360 / directions * k, name),
                         distances[k], slide_distance, "m", planes_gate);
    plot.lines.push_back(std::move(ends));
}

void run_directions(Findings& findings) {
    VerifyPlot plot{"Where blocks stop that start at (0, 0) in twelve directions", "x [m]", "z [m]", {}};
    VerifyLine circle{"v₀²/(2 μ g)", {}, {}, true};
    for (int k = 0; k <= 120; ++k) {
        circle.x.push_back(slide_distance * std::cos(std::numbers::pi * k / 60));
        circle.y.push_back(slide_distance * std::sin(std::numbers::pi * k / 60));
    }
    plot.lines.push_back(std::move(circle));
    const double coarse = 5e-3, fine = 0.5e-3;
    VerifyLine ends{fmt::format("step {:g} ms", 1e3 * coarse), {}, {}};
    const std::vector<double> distances = slide_around(findings, coarse, ends);
    double mean = 0;
    for (const double d : distances) mean += d / directions;
    for (int k = 0; k < directions; ++k)
        findings.compare(fmt::format("distance at {}°, against the mean, step 5 ms", 360 / directions * k),
                         distances[k], mean, "m", direction_gate);
    plot.lines.push_back(std::move(ends));
    slide_with_planes(findings, ConeType::Pyramid, "pyramid", plot);
    slide_with_planes(findings, ConeType::Box, "box", plot);
    if (!findings.quick()) {
        VerifyLine fine_ends{fmt::format("step {:g} ms", 1e3 * fine), {}, {}};
        const std::vector<double> all = slide_around(findings, fine, fine_ends);
        for (int k = 0; k < directions; ++k)
            findings.compare(fmt::format("distance at {}°, step 0.5 ms", 360 / directions * k), all[k],
                             slide_distance, "m", direction_gate);
        plot.lines.push_back(std::move(fine_ends));
    }
    findings.plot(std::move(plot));
}

void run_cube(Findings& findings) {
    VerifyPlot plot{"Highest corner of the cube's lower face", "time [s]", "height [m]", {}};
    plot.lines.push_back({"stays flat", {0, 1.5}, {0, 0}, true});
    for (const double step : findings.quick() ? std::vector{5e-3} : std::vector{1e-3, 5e-3, 1e-2}) {
        const std::string name = fmt::format("step {:g} ms", 1e3 * step);
        findings.progress(name);
        Scene scene = load_scene("verify_slide");
        scene.time.step = step;
        BodyDescription& cube = body_named(scene, "block");
        cube.shape = BoxShape{{0.1, 0.1, 0.1}};
        cube.velocity = {6, 0, 0};
        World world(std::move(scene));
        const std::vector<double> start = vertices_of(world, "block");
        VerifyLine line{name, {}, {}};
        double lift = 0;
        while (world.time() < 1.5) {
            world.step();
            const std::span<const double> now = world.body("block").positions();
            double highest = -1;
            for (std::size_t i = 1; i < now.size(); i += 3)
                if (start[i] < 1e-6) highest = std::max(highest, now[i]);
            lift = std::max(lift, highest);
            line.x.push_back(world.time());
            line.y.push_back(highest);
        }
        findings.expect_below("lift of the lower face, " + name, lift, "m", lift_gate);
        findings.expect_below("speed at the end, " + name, largest_speed(world, "block"), "m/s");
        plot.lines.push_back(std::move(line));
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark sliding_distance() {
    return {{"F2", "a block slides at 5 m/s until friction 0.5 stops it", "2.5484 m",
             "0.5 % and what the step itself costs, h μ g/v₀", "verify_slide"},
            run_distance};
}

Benchmark sliding_directions() {
    return {{"F3", "the same in twelve directions", "2.5484 m in each",
             "0.1 % with the exact cone, 29 % with four planes", "verify_slide"},
            run_directions};
}

Benchmark sliding_cube() {
    return {{"F5", "a cube of 0.1 m slides at 6 m/s, friction 0.5", "it stays flat", "lift below 10 µm",
             "verify_slide"},
            run_cube};
}

}  // namespace limpet::verification
