/// The haptic loop: how long its ticks take with the simulation beside it, what it returns, and where it is
/// stable.

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "bench/bench_parts.h"
#include "limpet/haptics.h"
#include "verify/felt.h"

namespace limpet {
namespace {

using verification::DeviceLog;
using verification::feel;
using verification::lockstep;
using verification::make_logged_device;
using verification::make_logged_hand;

/// Edges of the block's surface [m], for about 10, 50, 100 and 400 contacts within the detection distance.
constexpr double surfaces[] = {0.010, 0.0048, 0.0033, 0.0017};

/// Pressed in, and moved about a little, so that contacts stick, slide, close and open.
Vector3 stirring(double t) {
    const double down = std::min(t / 0.5, 1.0), turn = 2 * std::numbers::pi * t;
    return {0.002 * std::sin(turn), -0.003 * down, 0.002 * (1 - std::cos(turn)) * down};
}

Scene block_of_contacts(double surface) {
    Scene scene = load_scene("verify_felt_block");
    scene.bodies[0].surface = surface;
    scene.solver.tolerance = 1e-4;
    scene.solver.iterations = 200;
    return scene;
}

void measure_latency(BenchSheet& sheet) {
    BenchTable table;
    table.title = "Ticks of the haptic loop at 1 kHz with the simulation beside it";
    table.note =
        "A ball is pressed into a soft block and stirred. Contacts are those that the loop solves, open ones "
        "within the detection distance included. Times are from a tick's due time to its force, in µs; a "
        "tick "
        "is missed that is still at work when the next is due. What else ran on the machine is in the times.";
    table.columns = {"contacts",   "rate [Hz]", "p50",
                     "p99",        "p99.9",     "worst",
                     "missed [%]", "ms a step", "largest force step [N]"};
    for (const double surface : surfaces) {
        World world(block_of_contacts(surface));
        DeviceLog log;
        HapticSettings settings;
        settings.duration = sheet.quick() ? 1 : 20;
        double steps_ms = 0;
        settings.after_step = [&](const World& w) { steps_ms += w.last_step().ms_total; };
        const HapticReport r = feel(world, make_logged_device(stirring, log), settings);
        table.rows.push_back({static_cast<double>(r.most_contacts), r.rate_hz, r.p50_us, r.p99_us, r.p999_us,
                              r.worst_us,
                              100.0 * static_cast<double>(r.missed) / static_cast<double>(r.ticks),
                              steps_ms / static_cast<double>(std::max(1L, world.steps())), r.max_force_step});
    }
    sheet.add(std::move(table));
}

void measure_scenes(BenchSheet& sheet) {
    BenchTable table;
    table.title = "The scenes by their simulated hands, in lockstep";
    table.note = "Energy is what the device ever got beyond what it had given.";
    table.columns = {"scene", "largest force [N]", "largest force step [N]", "energy returned [J]",
                     "contacts"};
    const std::vector<const char*> names = {"haptics_sphere", "haptics_cylinder", "haptics_snap",
                                            "haptics_rub",    "haptics_peel",     "haptics_grasp"};
    for (const char* name : names) {
        Scene scene = load_scene(name);
        HapticSettings settings = lockstep(sheet.quick() ? 0.2 : scene.time.duration);
        std::vector<std::unique_ptr<Device>> devices;
        for (const HapticsDescription& haptics : scene.haptics)
            devices.push_back(make_device("operator", haptics));
        World world(std::move(scene));
        const HapticReport r = run_haptics(world, std::move(devices), settings).front();
        table.rows.push_back(
            {name, r.max_force, r.max_force_step, r.energy_returned, static_cast<double>(r.most_contacts)});
    }
    sheet.add(std::move(table));
}

/// How much the force of a hand that presses still swings after a second, as a share of the force.
void measure_stability(BenchSheet& sheet) {
    const std::vector<double> couplings =
        sheet.quick() ? std::vector{500.0, 5000.0}
                      : std::vector{200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0};
    const std::vector<double> masses =
        sheet.quick() ? std::vector{0.1, 1.0} : std::vector{0.05, 0.1, 0.2, 0.5, 1.0};
    for (const bool wall : {false, true}) {
        BenchTable table;
        table.title = fmt::format("A hand presses on a {}: swing of the force after a second [%]",
                                  wall ? "wall" : "soft block");
        table.note =
            "Hands of different mass, with muscles of 500 N/m and half of critical damping, against the "
            "stiffness of the coupling [N/m] at 1 kHz. The last column is the most energy that any hand got "
            "[J].";
        table.columns = {"coupling"};
        for (const double mass : masses) table.columns.push_back(fmt::format("{:g} kg", mass));
        table.columns.push_back("returned");
        BenchPlot plot{table.title, "stiffness of the coupling [N/m]", "swing [%]", {}};
        for (const double mass : masses) plot.lines.push_back({fmt::format("{:g} kg", mass), {}, {}});
        for (const double coupling : couplings) {
            std::vector<BenchCell> row = {coupling};
            double returned = 0;
            for (std::size_t m = 0; m < masses.size(); ++m) {
                Scene scene = load_scene(wall ? "verify_felt_wall" : "verify_felt_block");
                scene.haptics[0].coupling.stiffness = coupling;
                HapticOperator hand = scene.haptics[0].hand;
                hand.mass = masses[m];
                hand.stiffness = 500;
                hand.damping = std::sqrt(hand.stiffness * hand.mass);
                World world(std::move(scene));
                DeviceLog log;
                const HapticReport r = feel(world, make_logged_hand(hand, log), lockstep(1.6));
                const double swing =
                    100 * log.swing(1.3, 1.6) / std::max(1e-9, verification::size_of(log.forces[1500]));
                row.emplace_back(swing);
                returned = std::max(returned, r.energy_returned);
                plot.lines[m].x.push_back(coupling);
                plot.lines[m].y.push_back(std::max(swing, 1e-4));
            }
            row.emplace_back(returned);
            table.rows.push_back(std::move(row));
        }
        sheet.add(std::move(table));
        sheet.add(std::move(plot));
    }
}

}  // namespace

void bench_haptics(BenchSheet& sheet) {
    measure_latency(sheet);
    measure_scenes(sheet);
    measure_stability(sheet);
}

}  // namespace limpet
