/// F7. A pusher moves a block by 50 mm over a floor, stops, and goes back. Friction holds the block: it stays
/// where it was pushed to.
///
/// When the pusher stops, the block slides on by v²/(2 μ g), so its last millimetre takes a second: that is
/// 0.1 µm at μ = 0.5. A soft block is pushed out of shape, so that only the face that touches the floor is
/// watched, from the moment when the pusher waits; what slips as the block springs back is for information.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/benchmark.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double stay_gate = 1e-6;
constexpr double pushed = 0.05;                               ///< [m]
constexpr double waits = 2.25;                                ///< the pusher stands still [s]
constexpr double push_gone_time = 3.5, push_end_time = 13.5;  ///< it is back [s]

double furthest_below(const World& world, const std::vector<double>& before, const std::vector<bool>& lower) {
    const std::span<const double> now = world.body("block").positions();
    double most = 0;
    for (std::size_t i = 0; i < lower.size(); ++i)
        if (lower[i])
            most = std::max(most, norm({now[3 * i] - before[3 * i], now[3 * i + 1] - before[3 * i + 1],
                                        now[3 * i + 2] - before[3 * i + 2]}));
    return most;
}

void push(Findings& findings, const std::string& what, double step, std::optional<double> element,
          VerifyPlot& plot) {
    const std::string name = fmt::format("{}, step {:g} ms", what, 1e3 * step);
    findings.progress(name);
    Scene scene = load_scene("verify_push");
    scene.time.step = step;
    if (element) make_soft(body_named(scene, "block"), "soft", *element);
    World world(std::move(scene));
    const double start = world.body("block").center_of_mass()[0];
    VerifyLine line{name, {}, {}};
    const std::vector<double> rest = vertices_of(world, "block");
    std::vector<bool> lower;
    for (std::size_t i = 1; i < rest.size(); i += 3) lower.push_back(rest[i] < 1e-9);

    run_until(world, waits);
    const std::vector<double> at_push = vertices_of(world, "block");
    if (!element)
        findings.compare("pushed by, " + name, world.body("block").center_of_mass()[0] - start, pushed, "m",
                         stay_gate / pushed);
    run_until(world, push_gone_time);
    const std::vector<double> at_leave = vertices_of(world, "block");
    const double sprung = furthest_below(world, at_push, lower);
    findings.expect_below("lower face moved while the pusher left, " + name, sprung, "m",
                          element ? std::nullopt : std::optional(stay_gate));
    double moved = 0;
    const long steps = std::lround((findings.quick() ? push_gone_time + 2 : push_end_time) / step);
    while (world.steps() < steps) {
        world.step();
        const double now = furthest_below(world, at_leave, lower);
        moved = std::max(moved, now);
        if (world.steps() % std::max(1L, steps / 60) != 0) continue;
        line.x.push_back(world.time());
        line.y.push_back(std::max(1e-16, now));
    }
    plot.lines.push_back(std::move(line));
    findings.expect_below("lower face moved afterwards, " + name, moved, "m", stay_gate);
}

void run_push(Findings& findings) {
    VerifyPlot plot{"How far the lower face is from where the pusher left it",
                    "time [s]",
                    "furthest of its vertices [m]",
                    {},
                    true};
    plot.lines.push_back({"1 µm", {push_gone_time, push_end_time}, {stay_gate, stay_gate}, true});
    push(findings, "rigid", 5e-3, std::nullopt, plot);
    push(findings, "soft, element 25 mm", 5e-3, 0.025, plot);
    if (!findings.quick()) {
        push(findings, "rigid", 1e-3, std::nullopt, plot);
        push(findings, "rigid", 1e-2, std::nullopt, plot);
        push(findings, "soft, element 25 mm", 1e-2, 0.025, plot);
        push(findings, "soft, element 15 mm", 5e-3, 0.015, plot);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark pushed_block() {
    return {{"F7", "a block is pushed by 50 mm and let go", "it stays where it was pushed to",
             "below 1 µm in 10 s", "verify_push"},
            run_push};
}

}  // namespace limpet::verification
