/// A2, A3. A flat patch is pulled apart: the law of M. Raous, L. Cangémi, M. Cocu (1999) itself.
///
///   t = C β² g,     η β̇ = min(W − C g² β, 0),     β = 1 at the start
///
///   t  traction [Pa]   g  gap [m]   C  stiffness [N/m³]   W  energy [J/m²]   η  viscosity [J s/m²]
///
/// With η = 0: t = C g up to √(W C) at g₀ = √(W/C), then W²/(C g³), so that ∫ t dg = W. A bond that is cut at
/// the gap g leaves W²/(2 C g²) of it.
///
/// A2 pulls by g₀ in the first second, then by e-fold a second, so that a step moves the gap by h of itself.
/// The work is a sum of trapezia; the engine counts dissipation with the traction at the end of each step,
/// which differs by a quarter of h.
///
/// A3 pulls at constant speed v. With x = g/g₀ and s = η v/(W g₀): s dβ/dx = min(1 − x² β, 0), work ∫ β² x dx
/// in W, which a Runge–Kutta integration gives here.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "verify/adhesion_benchmarks.h"
#include "verify/bond_sums.h"
#include "verify/scenes.h"

namespace limpet::verification {
namespace {

constexpr double separation_stiffness = 1e8, separation_energy = 1;
const double separation_peak_gap = std::sqrt(separation_energy / separation_stiffness),
             separation_peak = std::sqrt(separation_energy * separation_stiffness);
constexpr double separation_gate = 0.005;
constexpr double cut = 40;          ///< of bonds, in peak gaps
constexpr double rate_cut = 20;     ///< in A3
constexpr double rate_step = 0.01;  ///< gap of a step of A3, in peak gaps

struct SeparationCurve {
    std::vector<double> gap, traction;  ///< [m], [Pa]
    double work = 0;                    ///< per area, by trapezia [J/m²]
    double dissipation = 0;             ///< per area, as the engine counts it [J/m²]
    double least_dissipation = 0;       ///< of a step, per area [J/m²]
    double least_beta = 1, most_beta = 0;
    double area = 0;  ///< [m²]
    int contacts = 0;
    int most_iterations = 0;
};

/// Steps until all bonds are gone, or `time` has passed.
SeparationCurve pull_apart(Scene scene, double time) {
    World world(std::move(scene));
    SeparationCurve curve{{0}, {0}};
    double dissipated = 0;
    while (world.time() < time) {
        world.step();
        const BondSums bonds = bond_sums(world);
        if (curve.area == 0) {
            curve.area = bonds.area;
            curve.contacts = bonds.contacts;
        }
        if (bonds.contacts == 0 || bonds.pull == 0) break;
        curve.gap.push_back(bonds.gap);
        curve.traction.push_back(bonds.pull / curve.area);
        curve.least_beta = std::min(curve.least_beta, bonds.least_beta);
        curve.most_beta = std::max(curve.most_beta, bonds.most_beta);
        const std::size_t i = curve.gap.size() - 1;
        curve.work += (curve.gap[i] - curve.gap[i - 1]) * (curve.traction[i] + curve.traction[i - 1]) / 2;
        curve.most_iterations = std::max(curve.most_iterations, world.last_step().iterations);
        const double now = world.last_step().adhesive_dissipation / curve.area;
        curve.least_dissipation = std::min(curve.least_dissipation, now - dissipated);
        dissipated = now;
    }
    curve.dissipation = world.last_step().adhesive_dissipation / curve.area;
    return curve;
}

Scene separation(double element, double step, double cut_gap) {
    Scene scene = load_scene("verify_separation");
    body_named(scene, "block").element = element;
    scene.time.step = step;
    scene.contact->detection.distance = 1.05 * cut_gap;
    adhesion_of(scene).reference_gap = cut_gap / 2;
    return scene;
}

SeparationCurve separate(double element, double step) {
    Scene scene = separation(element, step, cut * separation_peak_gap);
    std::vector<Keyframe> way = {{0, {0, 0, 0}, {}}};
    const double end = 1 + std::log(1.1 * cut);
    for (int i = 0; i <= 100; ++i) {
        const double t = (end - 1) * i / 100;
        way.push_back({1 + t, {0, -separation_peak_gap * std::exp(t), 0}, {}});
    }
    body_named(scene, "plate").motion = {{std::nullopt, way}};
    return pull_apart(std::move(scene), end);
}

VerifyLine millimetres(const std::string& name, const SeparationCurve& curve, double until,
                       bool theory = false) {
    VerifyLine line{name, {}, {}, theory};
    const std::size_t every = std::max<std::size_t>(1, curve.gap.size() / 150);
    for (std::size_t i = 0; i < curve.gap.size() && curve.gap[i] < until; i += every) {
        line.x.push_back(1e3 * curve.gap[i]);
        line.y.push_back(1e-3 * curve.traction[i]);
    }
    return line;
}

void run_separation(Findings& findings) {
    VerifyPlot law{"Traction against the gap", "gap [mm]", "traction [kPa]", {}};
    VerifyLine theory{"theory", {}, {}, true};
    for (int i = 0; i <= 200; ++i) {
        const double x = 5.0 * i / 200;
        theory.x.push_back(1e3 * x * separation_peak_gap);
        theory.y.push_back(1e-3 * separation_peak * (x < 1 ? x : 1 / (x * x * x)));
    }
    law.lines.push_back(theory);
    VerifyLine error{"work of separation", {}, {}}, none{"theory", {0, 20}, {0, 0}, true};
    const auto run = [&](double element, double step) {
        const std::string what = fmt::format("element {:g} mm, step {:g} ms", 1e3 * element, 1e3 * step);
        findings.progress(what);
        const SeparationCurve curve = separate(element, step);
        const auto top = std::max_element(curve.traction.begin(), curve.traction.end());
        const std::string with = fmt::format("{}, {} contacts", what, curve.contacts);
        findings.compare("peak traction, " + with, *top, separation_peak, "Pa", separation_gate);
        findings.compare("gap there, " + with, curve.gap[top - curve.traction.begin()], separation_peak_gap,
                         "m", separation_gate);
        findings.compare("work of separation, " + with, curve.work, separation_energy, "J/m²",
                         separation_gate);
        findings.compare("dissipation, " + with, curve.dissipation, separation_energy, "J/m²",
                         separation_gate + step / 4);
        findings.expect_below("energy given back in a step, " + with,
                              -curve.least_dissipation / separation_energy, "of W", 1e-9);
        findings.expect_below("β outside of 0 … 1, " + with,
                              std::max({0.0, -curve.least_beta, curve.most_beta - 1}), "", 1e-15);
        findings.compare("patch, " + with, curve.area, 4e-4, "m²", 1e-9);
        return curve;
    };
    for (const double step :
         findings.quick() ? std::vector{10e-3} : std::vector{20e-3, 10e-3, 5e-3, 2.5e-3, 1.25e-3}) {
        const SeparationCurve curve = run(0.01, step);
        law.lines.push_back(
            millimetres(fmt::format("step {:g} ms", 1e3 * step), curve, 5 * separation_peak_gap));
        error.x.push_back(1e3 * step);
        error.y.push_back(100 * (curve.work / separation_energy - 1));
    }
    if (!findings.quick())
        for (const double element : {20e-3, 5e-3}) run(element, 5e-3);
    findings.plot(std::move(law));
    findings.plot({"Error of the work of separation", "step [ms]", "error [%]", {none, error}});
}

/// ∫ β² x dx up to the cut.
double rate_work(double s) {
    const auto slope = [s](double x, double beta) { return std::min(1 - x * x * beta, 0.0) / s; };
    constexpr int steps = 200000;
    const double dx = rate_cut / steps;
    double beta = 1, work = 0;
    for (int i = 0; i < steps; ++i) {
        const double x = i * dx;
        const double k1 = slope(x, beta), k2 = slope(x + dx / 2, beta + dx / 2 * k1);
        const double next = std::max(0.0, beta + dx * k2);
        work += dx * (x * beta * beta + (x + dx) * next * next) / 2;
        beta = next;
    }
    return work;
}

void run_rate(Findings& findings) {
    VerifyPlot plot{"Work of separation against the pulling speed",
                    "log10 of η v/(W g₀)",
                    "work [J/m²]",
                    {{"theory", {}, {}, true}, {"measured", {}, {}}}};
    const double speed = separation_peak_gap;  // a peak gap a second
    double last = 0, least_growth = 1e9;
    const auto numbers = findings.quick() ? std::vector{0.05, 0.5} : std::vector{0.02, 0.1, 0.5, 2.0, 10.0};
    for (const double s : numbers) {
        const std::string what = fmt::format("η v/(W g₀) = {:g}", s);
        findings.progress(what);
        const double coarser = findings.quick() ? 2 : 1;
        Scene scene = separation(0.02, coarser * rate_step, rate_cut * separation_peak_gap);
        adhesion_of(scene).viscosity = s * separation_energy * separation_peak_gap / speed;
        press_down(body_named(scene, "plate"), 1.1 * rate_cut * separation_peak_gap, 1.1 * rate_cut);
        const double work = pull_apart(std::move(scene), 1.1 * rate_cut).work, theory = rate_work(s);
        findings.compare("work of separation, " + what, work, theory * separation_energy, "J/m²",
                         separation_gate);
        least_growth = std::min(least_growth, work - last);
        last = work;
        plot.lines[1].x.push_back(std::log10(s));
        plot.lines[1].y.push_back(work);
    }
    findings.expect_below("fall of the work from one speed to the next faster one",
                          std::max(0.0, -least_growth), "J/m²", 0.0);
    findings.note(
        fmt::format("Work of the slowest over W in theory: {:.4f}; as the speed goes to 0 it goes "
                    "to 1, which A2 is about.",
                    rate_work(numbers.front())));
    for (int i = 0; i <= 40; ++i) {
        const double s = std::pow(10, std::log10(0.01) + 3.2 * i / 40);
        plot.lines[0].x.push_back(std::log10(s));
        plot.lines[0].y.push_back(separation_energy * rate_work(s));
    }
    findings.plot(std::move(plot));
}

}  // namespace

Benchmark separation_law() {
    return {{"A2", "a flat patch of bonds pulled apart slowly",
             "√(W C) = 10 kPa at √(W/C) = 0.1 mm, work W = 1 J/m²",
             "0.5 %; β in [0, 1]; dissipation never falls", "verify_separation"},
            run_separation};
}

Benchmark separation_rate() {
    return {
        {"A3", "the same at several speeds, with viscosity", "work of separation grows with speed, from W",
         "monotone; 0.5 % from the integrated law", "verify_separation"},
        run_rate};
}

}  // namespace limpet::verification
