/// A4. A rigid sphere is pulled off a soft half-space: the largest pull.
///
///   JKR    3/2 π R W   (λ → ∞)         DMT    2 π R W   (λ → 0)
///   between, D. Maugis (1992), as R. W. Carpick, D. F. Ogletree, M. Salmeron (1999) fit his solution:
///   F/(π R W) = 7/4 − 1/4 (4.04 λ^1.4 − 1)/(4.04 λ^1.4 + 1),     λ = 2 σ (R/(π W K²))^(1/3),   K = 4/3 E*
///
///   R  of the sphere [m]   W  energy [J/m²]   E* = E/(1 − ν²) [Pa]   σ  the largest traction [Pa]
///
/// Here σ = √(W C). Maugis' traction is constant up to the gap W/σ; ours rises to σ at that gap and falls
/// with its cube, over a longer range, which is nearer to DMT. So the reference is the same law on an elastic
/// half-space, solved by rings (adhesive_half_space.h); Maugis' value is there for information.
///
/// The sphere is pressed first, and bonds grow at once; then it is pulled off in steps of a fraction of
/// the gap √(W/C) of the largest traction. The press is so deep that bonds reach as far as the sphere is
/// `reach` such gaps away. The largest pull does not depend on how stiff the block is, nor on how
/// large: `depth` of the block is a few patches only.
///
/// Bonds give way over a length of E* W/σ² = E*/C behind the front, which elements have to resolve: 110, 11
/// and 2.2 mm for C = 1e6, 1e7 and 5e7. Where they do not, rows of vertices hold until they snap, and the
/// pull is too large. For the stiffest bonds elements are small only where the front goes before the largest
/// pull: in JKR's limit it shrinks from 6.9 mm without a load to 4.3 mm.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/adhesion_benchmarks.h"
#include "verify/adhesive_half_space.h"
#include "verify/bond_sums.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double pull_off_radius = 0.05, pull_off_energy = 1, pull_off_modulus = 1e5 / (1 - 0.09);
constexpr double pull_off_gate = 0.1;
constexpr double reach = 5;
const double dmt = 2 * std::numbers::pi * pull_off_radius * pull_off_energy, jkr = 0.75 * dmt;

double maugis_number(double stiffness) {
    const double k = 4.0 / 3 * pull_off_modulus;
    return 2 * std::sqrt(pull_off_energy * stiffness) *
           std::cbrt(pull_off_radius / (std::numbers::pi * pull_off_energy * k * k));
}

double carpick(double number) {
    const double x = 4.04 * std::pow(number, 1.4);
    return std::numbers::pi * pull_off_radius * pull_off_energy * (1.75 - 0.25 * (x - 1) / (x + 1));
}

struct PullOffRun {
    double stiffness;          ///< [N/m³]
    double element;            ///< in the patch [m]
    double steps_a_gap;        ///< steps to lift by the gap of the largest traction
    bool along_front = false;  ///< elements are smallest in a ring about the front, not in the whole patch
};
constexpr double front = 5.8e-3, front_width = 3.6e-3;  ///< where it goes [m]

double pull_off_peak_gap(double stiffness) {
    return std::sqrt(pull_off_energy / stiffness);
}
/// As far as the bonds reach, and at least as far as JKR's patch without load.
double pull_off_patch(double stiffness) {
    return std::max(std::sqrt(2 * pull_off_radius * reach * pull_off_peak_gap(stiffness)), 0.0085);
}
/// Where the slow part of the way begins.
double slow_from(double stiffness) {
    return std::max(2.5 * pull_off_peak_gap(stiffness), 5e-4);
}

double by_rings(double stiffness) {
    constexpr int rings = 100, steps = 20;
    return largest_pull({pull_off_radius, pull_off_modulus, pull_off_energy, stiffness,
                         pull_off_patch(stiffness), slow_from(stiffness)},
                        rings, steps);
}

struct PullOffCurve {
    std::vector<double> lift, pull;  ///< above where it first touched [m], [N]
    double most = 0;                 ///< [N]
    double sweeps = 0, worst_residual = 0;
};

PullOffCurve pull_off(const PullOffRun& run) {
    const double gap = pull_off_peak_gap(run.stiffness), patch = pull_off_patch(run.stiffness);
    const double depth = patch * patch / pull_off_radius, slow = slow_from(run.stiffness);
    Scene scene = load_scene("verify_pull_off");
    BodyDescription& block = body_named(scene, "block");
    if (run.along_front)
        set_half_space(block, {24 * patch, run.element, front_width / 2, front});
    else
        set_half_space(block, {24 * patch, run.element, patch});
    block.refine_growth = 0.3;
    adhesion_of(scene).stiffness = run.stiffness;
    adhesion_of(scene).reference_gap = 10 * gap;
    scene.contact->detection.distance = 21 * gap;
    // A step is a unit of time: four to press, six to come back to where it gets interesting.
    const double lowest = std::min(depth, slow);
    const double end = 10 + (lowest + 4 * gap) / gap * run.steps_a_gap;
    scene.time.step = 1;
    body_named(scene, "sphere").motion = {{std::nullopt,
                                           {{0, {0, 0, 0}, {}},
                                            {4, {0, -depth, 0}, {}},
                                            {10, {0, -lowest, 0}, {}},
                                            {end, {0, 4 * gap, 0}, {}}}}};
    World world(std::move(scene));
    PullOffCurve curve;
    while (world.time() < end) {
        world.step();
        curve.sweeps += world.last_step().iterations;
        curve.worst_residual = std::max(curve.worst_residual, world.last_step().residual);
        if (world.time() < 10) continue;
        curve.lift.push_back(-lowest + (world.time() - 10) * gap / run.steps_a_gap);
        curve.pull.push_back(-contact_force(world, "sphere")[1]);
        curve.most = std::max(curve.most, curve.pull.back());
        if (curve.most > 0.1 * dmt && curve.pull.back() < 0.6 * curve.most) break;
    }
    curve.sweeps /= static_cast<double>(world.steps());
    return curve;
}

void run_pull_off(Findings& findings) {
    VerifyPlot plot{"Pull against lift", "lift [mm]", "pull [N]", {}};
    VerifyPlot summary{"Largest pull against Maugis' number",
                       "log10 of λ",
                       "largest pull [N]",
                       {{"Maugis, Carpick's fit", {}, {}, true},
                        {"DMT", {-1, 1}, {dmt, dmt}, true},
                        {"JKR", {-1, 1}, {jkr, jkr}, true},
                        {"measured", {}, {}},
                        {"rings", {}, {}, true}}};
    for (int i = 0; i <= 40; ++i) {
        summary.lines[0].x.push_back(-1 + 0.05 * i);
        summary.lines[0].y.push_back(carpick(std::pow(10, -1 + 0.05 * i)));
    }
    for (const double stiffness : {3e5, 1e6, 3e6, 1e7, 2e7, 5e7}) {
        summary.lines[4].x.push_back(std::log10(maugis_number(stiffness)));
        summary.lines[4].y.push_back(by_rings(stiffness));
    }
    const auto run = [&](const PullOffRun& r) {
        const double number = maugis_number(r.stiffness);
        const std::string what = fmt::format("C = {:g} (λ = {:.2f}), element {:g} mm, {:g} steps a gap",
                                             r.stiffness, number, 1e3 * r.element, r.steps_a_gap);
        findings.progress(what);
        const PullOffCurve curve = pull_off(r);
        findings.compare("largest pull, " + what, curve.most, by_rings(r.stiffness), "N", pull_off_gate);
        findings.compare("largest pull against Maugis', " + what, curve.most, carpick(number), "N");
        findings.expect_below("outside of JKR and DMT, " + what,
                              std::max({0.0, jkr - curve.most, curve.most - dmt}) / dmt, "", pull_off_gate);
        findings.note(fmt::format("{}: {:.0f} sweeps a step, largest residual {:.2g}.", what, curve.sweeps,
                                  curve.worst_residual));
        VerifyLine line{what, {}, curve.pull};
        for (const double lift : curve.lift) line.x.push_back(1e3 * lift);
        plot.lines.push_back(std::move(line));
        summary.lines[3].x.push_back(std::log10(number));
        summary.lines[3].y.push_back(curve.most);
    };
    run({1e7, 2.5e-3, 10});
    if (!findings.quick()) {
        run({1e7, 1.6e-3, 10});
        run({1e7, 1.6e-3, 20});
        run({1e6, 3.2e-3, 10});
        run({1e6, 2.5e-3, 20});
        run({5e7, 0.5e-3, 10, true});
        run({5e7, 0.4e-3, 10, true});
    }
    findings.plot(std::move(summary));
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark sphere_pull_off() {
    return {{"A4", "a rigid sphere pulled off a soft half-space, W = 1 J/m²",
             "between JKR 0.2356 N and DMT 0.3142 N; the same law on a half-space, by rings",
             "10 %, every mesh and step", "verify_pull_off"},
            run_pull_off};
}

}  // namespace limpet::verification
