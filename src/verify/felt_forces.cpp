/// H1, H2, H4, H5: what a device feels, in lockstep at 1 kHz, so that nothing here depends on the machine.
///
///   H1   |F_k − F_(k−1)| ≤ `max_force_rate` Δt, and hands of 0.1 to 1 kg with muscles of 100 to 2000 N/m
///   come to rest H2   E_k = −Σ F·Δx ≥ 0 at all times, over strokes with friction and bonds H4   the loop's
///   force at rest is the simulation's; a sphere is felt to come off as in A4 H5   zero within 50 ms of a
///   fault, and back after it

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "verify/felt.h"
#include "verify/haptic_benchmarks.h"

namespace limpet::verification {
namespace {

constexpr double rate_gate = 1e-9;      ///< of the rate: rounding
constexpr double swing_gate = 0.02;     ///< of the force at rest
constexpr double returned_gate = 4e-6;  ///< [J]: 4 N over a micrometre
constexpr double at_rest_gate = 0.01;
constexpr double pull_off_gate = 0.1;

Scene felt_scene(bool wall) {
    return load_scene(wall ? "verify_felt_wall" : "verify_felt_block");
}

const char* name_of(bool wall) {
    return wall ? "wall" : "block";
}

void press_at_speeds(Findings& findings) {
    for (const bool wall : {false, true})
        for (const double speed : {0.02, 0.5}) {
            World world(felt_scene(wall));
            DeviceLog log;
            findings.progress(fmt::format("{} at {:g} m/s", name_of(wall), speed));
            feel(world,
                 make_logged_device(
                     [=](double t) -> Vector3 {
                         return {0, -std::min(speed * t, 0.006), 0};
                     },
                     log),
                 lockstep(0.6));
            const double allowed = world.scene().haptics[0].max_force_rate * 1e-3;
            findings.expect_below(
                fmt::format("force step beyond the rate, {} at {:g} m/s", name_of(wall), speed),
                std::max(0.0, log.largest_step() / allowed - 1), "", rate_gate);
        }
}

void press_by_hands(Findings& findings) {
    const std::vector<double> masses = findings.quick() ? std::vector{0.1, 1.0} : std::vector{0.1, 0.3, 1.0};
    const std::vector<double> muscles =
        findings.quick() ? std::vector{100.0, 2000.0} : std::vector{100.0, 500.0, 2000.0};
    for (const bool wall : {false, true})
        for (const double mass : masses)
            for (const double stiffness : muscles) {
                Scene scene = felt_scene(wall);
                HapticOperator hand = scene.haptics[0].hand;
                hand.mass = mass;
                hand.stiffness = stiffness;
                // Half of critical: a hand that swings by itself for long would say nothing.
                hand.damping = std::sqrt(stiffness * mass);
                World world(std::move(scene));
                DeviceLog log;
                const std::string name = fmt::format("{}, {:g} kg, {:g} N/m", name_of(wall), mass, stiffness);
                findings.progress(name);
                feel(world, make_logged_hand(hand, log), lockstep(1.6));
                const double force = size_of(log.forces.at(1500));
                findings.expect_below("swing of the force at rest, " + name, log.swing(1.3, 1.6) / force, "",
                                      swing_gate);
            }
}

void run_steps(Findings& findings) {
    press_at_speeds(findings);
    press_by_hands(findings);
}

void run_strokes(Findings& findings) {
    VerifyPlot plot{"Energy that the device has given", "time [s]", "E [J]", {}};
    for (const bool wall : {false, true})
        for (const bool sticky : {false, true}) {
            if (wall && sticky) continue;
            Scene scene = felt_scene(wall);
            if (sticky) {
                AdhesionDescription bonds;
                bonds.energy = 0.5;
                bonds.bonding_rate = 100;
                bonds.saturation = 10;
                bonds.reference_gap = 0.003;
                scene.contact->law.adhesion = bonds;
            }
            World world(std::move(scene));
            DeviceLog log;
            const std::string name = fmt::format("{}{}", name_of(wall), sticky ? " with bonds" : "");
            findings.progress(name);
            const auto place = [](double t) -> Vector3 {
                const double s = std::sin(2 * std::numbers::pi * 1.5 * t);
                return {0.004 * std::sin(6 * std::numbers::pi * t), -0.005 * s * s, 0};
            };
            const HapticReport report = feel(world, make_logged_device(place, log), lockstep(2));
            findings.expect_below("energy returned, " + name, report.energy_returned, "J", returned_gate);
            VerifyLine line{name, {}, {}};
            double energy = 0;
            for (std::size_t k = 1; k < log.forces.size(); ++k) {
                const Vector3 a = place(log.times[k - 1]), b = place(log.times[k]);
                for (int axis = 0; axis < 3; ++axis) energy -= log.forces[k - 1][axis] * (b[axis] - a[axis]);
                if (k % 20 != 0) continue;
                line.x.push_back(log.times[k]);
                line.y.push_back(energy);
            }
            plot.lines.push_back(std::move(line));
        }
    findings.plot(std::move(plot));
}

void rest(Findings& findings) {
    for (const bool wall : {false, true})
        for (const double friction : {0.1, 0.3, 0.6}) {
            Scene scene = felt_scene(wall);
            scene.contact->law.friction = Friction(friction);
            World world(std::move(scene));
            DeviceLog log;
            Vector3 simulated{};
            const std::string name = fmt::format("{}, friction {:g}", name_of(wall), friction);
            findings.progress(name);
            const auto place = [](double t) -> Vector3 {
                return {0.003 * std::clamp((t - 0.25) / 0.2, 0.0, 1.0), -0.004 * std::min(t / 0.2, 1.0), 0};
            };
            HapticSettings settings = lockstep(1);
            settings.after_step = [&](const World& w) {
                const std::vector<double> push = w.probes()[0].values;
                simulated = {push[0], push[1], push[2]};
            };
            feel(world, make_logged_device(place, log), settings);
            const Vector3 felt = log.forces.at(999);
            const Vector3 off = {felt[0] - simulated[0], felt[1] - simulated[1], felt[2] - simulated[2]};
            findings.compare("force at rest, " + name, size_of(felt), size_of(simulated), "N");
            findings.expect_below("its difference, as a vector, " + name, size_of(off) / size_of(simulated),
                                  "", at_rest_gate);
        }
}

/// A4's sphere by a device: its largest pull against that of the scene without one.
void pull_off(Findings& findings) {
    const auto largest_pull = [](World& world, double& most) {
        most = std::max(most, -world.probes()[0].values[1]);
    };
    findings.progress("A4 without a device");
    Scene scene = load_scene("verify_pull_off");
    const std::vector<Keyframe> path = scene.bodies[1].motion[0].keyframes;
    World alone(scene);
    double simulated = 0;
    for (const long steps = std::lround(scene.time.duration / scene.time.step); alone.steps() < steps;) {
        alone.step();
        largest_pull(alone, simulated);
    }
    scene.bodies[1].motion.clear();
    HapticsDescription haptics;
    haptics.tool = {"sphere"};
    haptics.ramp = 0;
    haptics.coupling = {1e4, 5};
    haptics.hand.path = path;
    scene.haptics = {haptics};
    World world(scene);
    DeviceLog log;
    findings.progress("A4 by a device");
    const auto place = [&](double t) -> Vector3 {
        for (std::size_t i = 1; i < path.size(); ++i) {
            if (t > path[i].time) continue;
            const double s = (t - path[i - 1].time) / (path[i].time - path[i - 1].time);
            return {0,
                    path[i - 1].displacement[1] + s * (path[i].displacement[1] - path[i - 1].displacement[1]),
                    0};
        }
        return path.back().displacement;
    };
    feel(world, make_logged_device(place, log), lockstep(scene.time.duration));
    double felt = 0;
    for (const Vector3& force : log.forces) felt = std::max(felt, -force[1]);
    findings.compare("pull-off force of A4's sphere", felt, simulated, "N", pull_off_gate);
}

void run_agreement(Findings& findings) {
    rest(findings);
    if (!findings.quick()) pull_off(findings);
}

/// Until when a device lies that begins so at 0.4 s [s]: the last stays elsewhere for longer than any wait.
struct Fault {
    const char* name;
    Vector3 place;
    double until;
};

void run_faults(Findings& findings) {
    const Fault faults[] = {{"NaN", {std::nan(""), 0, 0}, 0.6},
                            {"silence", silence, 0.6},
                            {"a jump of 1 m", {1, 0, 0}, 0.6},
                            {"a jump of 1 m that stays", {1, 0, 0}, 2.4}};
    for (const Fault& fault : faults) {
        World world(felt_scene(false));
        DeviceLog log;
        findings.progress(fault.name);
        const auto place = [&](double t) -> Vector3 {
            if (t >= 0.4 && t < fault.until) return fault.place;
            return {0, -0.005 * std::min(t / 0.2, 1.0), 0};
        };
        feel(world, make_logged_device(place, log), lockstep(fault.until + 0.4));
        double left = 0;
        for (std::size_t k = 450; log.times.at(k) < fault.until; ++k)
            left = std::max(left, size_of(log.forces[k]));
        findings.expect_below(fmt::format("force from 50 ms after {} until it ends", fault.name), left, "N",
                              0.0);
        findings.compare(
            fmt::format("force after it was good again, {}", fault.name),
            size_of(log.forces.at(static_cast<std::size_t>(std::lround(1e3 * fault.until)) + 399)),
            size_of(log.forces.at(399)), "N", at_rest_gate);
    }
}

}  // namespace

Benchmark felt_steps() {
    return {{"H1",
             "a device's ball into a soft block and a wall, slow and at 0.5 m/s, and by hands of 0.1 to 1 kg",
             "force steps within the rate; no limit cycle", "1e-9 of the rate; 2 % of the force",
             "verify_felt_block"},
            run_steps};
}

Benchmark felt_strokes() {
    return {{"H2", "closed strokes with friction and bonds", "no more energy than the device gave", "4e-6 J",
             "verify_felt_block"},
            run_strokes};
}

Benchmark felt_at_rest() {
    return {{"H4", "the haptic loop's force at rest at friction 0.1, 0.3, 0.6, and A4's sphere pulled off",
             "the simulation's", "1 %; 10 %", "verify_felt_wall"},
            run_agreement};
}

Benchmark faulty_device() {
    return {
        {"H5", "a device that is silent, not finite or elsewhere",
         "no force from 50 ms on until it is good again, then as before", "0 N; 1 %", "verify_felt_block"},
        run_faults};
}

}  // namespace limpet::verification
