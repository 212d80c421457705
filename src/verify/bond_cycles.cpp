/// A7. Stiff bonds with steps of 1 to 5 ms: nothing may blow up.
///
/// A cube, rigid and soft, is thrown off the ceiling at which it hangs; its bonds do not fade. Nothing drives
/// it, so its energy, with that of its bonds, must never be above what it was at the start:
///
///   E = kinetic + elastic + m g y + Σ ½ C β² g² A ≤ E(0)
///
/// A plate presses a soft block and peels off it, cycle after cycle, for 10 000 steps. The plate puts energy
/// in, the same in every cycle: the largest energy of the last quarter of the run must not be above that of
/// the first. In every step, 0 ≤ β ≤ 1, no bond is lost, doubled or made of nothing (bond_ledger.h), and the
/// bonded area is not more than the block's face (Poisson's ratio is 0, so that a press does not widen it);
/// at the end of each press it is all of the face as it is then: the plate may catch it while it still
/// springs back, a little drawn together.
///
/// Two soft cylinders that cross do the same, where pressed edges touch and vertices hover: bonds must not
/// give energy there either.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "limpet/adhesion.h"
#include "verify/adhesion_benchmarks.h"
#include "verify/bond_ledger.h"
#include "verify/bond_sums.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double cycle_growth_gate = 1e-6, cycle_energy_gate = 0.05, cycle_area_gate = 1e-3;
constexpr double cube_face_area = 0.04 * 0.04;

/// What goes down, waits, lifts off and comes back, and when.
struct Press {
    const char *scene, *mover;
    double depth, height;                   ///< [m]
    double down, pressed_until, up, cycle;  ///< [s]
};
constexpr Press plate{"verify_cycles", "plate", 0.002, 0.02, 0.05, 0.1, 0.15, 0.2};
constexpr Press cylinder{"verify_crossed", "upper", 0.008, 0.02, 0.15, 0.2, 0.35, 0.4};

/// Largest E − E(0) over the energy of the throw, and the sweeps it took.
void throw_off(Findings& findings, bool soft, double stiffness, double step) {
    const std::string what =
        fmt::format("{} cube, C = {:g}, step {:g} ms", soft ? "soft" : "rigid", stiffness, 1e3 * step);
    findings.progress(what);
    constexpr double speed = 0.1;
    Scene scene = load_scene("verify_hanging");
    scene.time.step = step;
    BodyDescription& cube = body_named(scene, "cube");
    cube.surface = 0.034;
    cube.velocity = {speed, -speed, 0};
    if (soft) make_soft(cube, "soft", 0.05);
    adhesion_of(scene).stiffness = stiffness;
    adhesion_of(scene).energy = 1e6;
    const double mass = 1, start = mass * speed * speed;
    World world(std::move(scene));
    double highest = 0, sweeps = 0, worst = 0;
    const int steps = findings.quick() ? 100 : 1000;
    for (int i = 0; i < steps; ++i) {
        world.step();
        highest = std::max(highest, mechanical_energy(world) - start);
        sweeps += world.last_step().iterations;
        worst = std::max(worst, world.last_step().residual);
    }
    findings.expect_below("energy gained over that of the throw, " + what, std::max(0.0, highest) / start, "",
                          cycle_growth_gate);
    findings.note(
        fmt::format("{}: {:.0f} sweeps a step, largest residual {:.2g}.", what, sweeps / steps, worst));
}

struct Cycles {
    BondLedger ledger;
    std::vector<double> time = {}, energy = {};  ///< largest of each cycle [J]
    double least_beta = 1, most_beta = 0, most_area = 0, least_pressed = 1;
    double sweeps = 0, worst_residual = 0, least_dissipation = 0;
};

/// Of the block's upper face, as it is now [m²]. Nothing turns over, so that a triangle that looks up is in
/// it.
double face_now(const World& world) {
    double twice = 0;
    for (const BodyFrame& body : world.frame().bodies) {
        if (body.name != "block") continue;
        for (const auto& [a, b, c] : body.triangles) {
            const Vector3 &p = body.vertices[a], &q = body.vertices[b], &r = body.vertices[c];
            const Vector3 normal{(q[1] - p[1]) * (r[2] - p[2]) - (q[2] - p[2]) * (r[1] - p[1]),
                                 (q[2] - p[2]) * (r[0] - p[0]) - (q[0] - p[0]) * (r[2] - p[2]),
                                 (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])};
            if (normal[1] > 0.5 * norm(normal)) twice += norm(normal);
        }
    }
    return twice / 2;
}

Scene pressing(const Press& press, double stiffness, double step, long steps) {
    Scene scene = load_scene(press.scene);
    scene.time.step = step;
    adhesion_of(scene).stiffness = stiffness;
    std::vector<Keyframe> way = {{0, {0, 0, 0}, {}}};
    const long cycles = std::lround(static_cast<double>(steps) * step / press.cycle) + 1;
    for (long i = 0; i < cycles; ++i) {
        const double t = press.cycle * static_cast<double>(i);
        way.push_back({t + press.down, {0, -press.depth, 0}, {}});
        way.push_back({t + press.pressed_until, {0, -press.depth, 0}, {}});
        way.push_back({t + press.up, {0, press.height, 0}, {}});
        way.push_back({t + press.cycle, {0, 0, 0}, {}});
    }
    body_named(scene, press.mover).motion.front().keyframes = way;
    return scene;
}

Cycles press_and_peel(const Press& press, double stiffness, double step, long steps) {
    Scene scene = pressing(press, stiffness, step, steps);
    // A bond breaks at twice the reference gap; half of that leaves room for what it is displaced sideways.
    Cycles all{BondLedger(adhesion_of_all(*scene.contact)->reference_gap)};
    World world(std::move(scene));
    const long per_cycle = std::lround(press.cycle / step), pressed = std::lround(press.pressed_until / step);
    double dissipated = 0, most = 0;
    while (world.steps() < steps) {
        world.step();
        const BondSums bonds = bond_sums(world);
        const StepRecord& record = world.last_step();
        all.ledger.take(world);
        all.least_beta = std::min(all.least_beta, bonds.least_beta);
        all.most_beta = std::max(all.most_beta, bonds.most_beta);
        all.most_area = std::max(all.most_area, bonds.bonded_area / cube_face_area);
        all.sweeps += record.iterations / static_cast<double>(steps);
        all.worst_residual = std::max(all.worst_residual, record.residual);
        all.least_dissipation = std::min(all.least_dissipation, record.adhesive_dissipation - dissipated);
        dissipated = record.adhesive_dissipation;
        most = std::max(most, mechanical_energy(world));
        if (world.steps() % per_cycle == pressed)
            all.least_pressed = std::min(all.least_pressed, bonds.bonded_area / face_now(world));
        if (world.steps() % per_cycle != 0) continue;
        all.time.push_back(world.time());
        all.energy.push_back(most);
        most = 0;
    }
    return all;
}

void run_cycles(Findings& findings, const Press& press, double stiffness, double step, long steps,
                VerifyPlot& plot) {
    const std::string what =
        fmt::format("{}, C = {:g}, step {:g} ms, {} steps", press.mover, stiffness, 1e3 * step, steps);
    findings.progress("press and peel, " + what);
    const Cycles all = press_and_peel(press, stiffness, step, steps);
    const std::size_t quarter = std::max<std::size_t>(1, all.energy.size() / 4);
    const double first = *std::max_element(all.energy.begin(), all.energy.begin() + quarter);
    const double last = *std::max_element(all.energy.end() - quarter, all.energy.end());
    findings.expect_below("growth of a cycle's energy, " + what, std::max(0.0, last / first - 1), "",
                          cycle_energy_gate);
    findings.expect_below("β outside of 0 … 1, " + what, std::max({0.0, -all.least_beta, all.most_beta - 1}),
                          "", 1e-15);
    const BondLedger& ledger = all.ledger;
    findings.expect_below("bonds lost, " + what, ledger.lost, "", 0.0);
    findings.expect_below("bonds doubled, " + what, ledger.doubled, "", 0.0);
    findings.expect_below("bonds that no pressure made, " + what, ledger.from_nothing, "", 0.0);
    findings.expect_below("steps whose bonds are not births less deaths, " + what, ledger.unaccounted, "",
                          0.0);
    if (press.scene == plate.scene) {
        findings.expect_below("bonded area above the face's, " + what, std::max(0.0, all.most_area - 1), "",
                              cycle_area_gate);
        findings.expect_below("face left unbonded by a press, " + what, std::max(0.0, 1 - all.least_pressed),
                              "", cycle_area_gate);
    }
    findings.expect_below("energy that bonds gave in a step, " + what, -all.least_dissipation, "J", 1e-12);
    findings.note(
        fmt::format("press and peel, {}: {} bonds made, {} broken, {:.0f} sweeps a step, largest "
                    "residual {:.2g}.",
                    what, ledger.births, ledger.deaths, all.sweeps, all.worst_residual));
    VerifyLine line{what, all.time, all.energy};
    for (double& e : line.y) e *= 1e3;
    plot.lines.push_back(std::move(line));
    plot.lines.push_back({"as in the first quarter", {0, all.time.back()}, {1e3 * first, 1e3 * first}, true});
}

void run_stability(Findings& findings) {
    for (const double stiffness : findings.quick() ? std::vector{1e8} : std::vector{1e6, 1e7, 1e8})
        for (const double step : findings.quick() ? std::vector{5e-3} : std::vector{1e-3, 2e-3, 5e-3}) {
            throw_off(findings, false, stiffness, step);
            throw_off(findings, true, stiffness, step);
        }
    VerifyPlot plot{"Press and peel: largest energy of each cycle", "time [s]", "energy [mJ]", {}};
    run_cycles(findings, plate, 1e7, 5e-3, findings.quick() ? 400 : 10000, plot);
    run_cycles(findings, cylinder, 1e8, 5e-3, findings.quick() ? 160 : 2000, plot);
    if (!findings.quick()) {
        run_cycles(findings, plate, 1e8, 5e-3, 2000, plot);
        run_cycles(findings, plate, 1e6, 1e-3, 2000, plot);
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark bond_cycles() {
    return {
        {"A7", "stiff bonds, C = 1e6 … 1e8, steps of 1 … 5 ms; 10 000 steps of pressing and peeling",
         "energy stays bounded, bonds are neither lost nor doubled",
         "no energy gained (1e-6); no growth over cycles (5 %); β in [0, 1]; no bond lost or doubled; bonded "
         "area at most the face; dissipation never falls",
         "verify_cycles"},
        run_stability};
}

}  // namespace limpet::verification
