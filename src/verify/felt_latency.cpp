/// H3: how long a tick of the haptic loop takes while the simulation runs beside it. It measures this
/// machine, with all else that runs on it.

#include "verify/felt.h"
#include "verify/haptic_benchmarks.h"

namespace limpet::verification {
namespace {

constexpr double latency_gate = 1000;           ///< [µs]
constexpr double latency_returned_gate = 4e-6;  ///< as of H2 [J]

void run_latency(Findings& findings) {
    const double duration = findings.quick() ? 2 : 20;
    for (const char* name : {"verify_felt_block", "haptics_sphere"}) {
        findings.progress(name);
        Scene scene = load_scene(name);
        std::vector<std::unique_ptr<Device>> devices;
        devices.push_back(make_device("operator", scene.haptics[0]));
        World world(std::move(scene));
        HapticSettings settings;
        settings.duration = duration;
        const HapticReport report = run_haptics(world, std::move(devices), settings).front();
        // A quick run tells whether it works, not how fast.
        findings.expect_below(std::string("p99.9 of a tick, ") + name, report.p999_us, "µs",
                              findings.quick() ? std::nullopt : std::optional(latency_gate));
        findings.expect_below(std::string("energy returned, ") + name, report.energy_returned, "J",
                              latency_returned_gate);
        findings.expect_below(std::string("p50, ") + name, report.p50_us, "µs");
        findings.expect_below(std::string("missed share of the ticks, ") + name,
                              static_cast<double>(report.missed) / static_cast<double>(report.ticks), "");
        findings.note(report.scheduling);
    }
}

}  // namespace

Benchmark felt_latency() {
    return {{"H3", "ticks at 1 kHz with the simulation beside them", "p99.9 below 1 ms", "1000 µs",
             "verify_felt_block"},
            run_latency};
}

}  // namespace limpet::verification
