#include "haptics/session.h"

#include <fmt/format.h>

#include <cmath>

#include "haptics/haptics_files.h"
#include "limpet/error.h"

namespace limpet {
namespace haptics {
namespace {

constexpr double least_rate = 100, largest_rate = 10'000;  ///< [Hz]

HapticReport report_of(const DeviceLoop& loop, const Timing& timing) {
    HapticReport report;
    report.rate_hz = timing.rate_hz;
    report.p50_us = timing.latency.percentile(0.5);
    report.p99_us = timing.latency.percentile(0.99);
    report.p999_us = timing.latency.percentile(0.999);
    report.worst_us = timing.latency.worst();
    report.ticks = timing.ticks;
    report.missed = timing.missed;
    report.drift_us = timing.drift_us;
    report.max_force = loop.output().max_force();
    report.max_force_step = loop.output().max_step();
    report.energy_returned = loop.output().most_returned();
    report.passive = report.energy_returned <= passive_tolerance;
    report.faults = loop.faults();
    report.snapshots = loop.arrivals().count;
    report.most_contacts = loop.arrivals().most_contacts;
    report.scheduling = timing.scheduling;
    return report;
}

}  // namespace

void publish(const World& world, Station& station) {
    const Pose pose = station.tool.pose(world);
    find_tool_problem(world, station.tool.body(), to_array(pose.position), station.problem);
    fill(station.loop.published.back(), station.problem, pose, station.loop.coupling());
    station.loop.published.publish();
}

void step_with_tools(World& world, Stations& stations) {
    for (const auto& station : stations) {
        station->has_intent = station->loop.intent.take() || station->has_intent;
        if (!station->has_intent) continue;
        station->tool.drive(world, station->loop.intent.front());
    }
    world.step();
    for (const auto& station : stations) publish(world, *station);
}

}  // namespace haptics

void check_haptics(const World& world, std::size_t devices, const HapticSettings& settings) {
    const std::size_t tools = world.scene().haptics.size();
    if (tools == 0)
        throw InputError("haptics", "missing; allowed: {\"tool\": BODY, …}, the body that a device moves");
    if (devices != tools)
        throw InputError("--device",
                         fmt::format("{} given; allowed: {}, one per tool of the scene", devices, tools));
    if (!(settings.rate >= haptics::least_rate && settings.rate <= haptics::largest_rate))
        throw InputError("--rate", fmt::format("{:g} Hz; allowed: {:g} to {:g} Hz", settings.rate,
                                               haptics::least_rate, haptics::largest_rate));
    if (!(settings.duration >= 0 && settings.duration <= 1e9))
        throw InputError("--duration", fmt::format("{:g} s; allowed: 0 to 1e9 s", settings.duration));
}

std::vector<HapticReport> run_haptics(World& world, std::vector<std::unique_ptr<Device>> devices,
                                      const HapticSettings& settings) {
    using namespace haptics;
    check_haptics(world, devices.size(), settings);
    Stations stations;
    for (std::size_t i = 0; i < devices.size(); ++i)
        stations.push_back(std::make_unique<Station>(world, std::move(devices[i]), world.scene().haptics[i],
                                                     1 / settings.rate));
    std::unique_ptr<HapticsFiles> files;
    if (!settings.folder.empty())
        files = std::make_unique<HapticsFiles>(settings.folder, stations.size(), settings.lockstep);
    std::exception_ptr ended;
    const auto run = settings.lockstep ? run_lockstep : run_in_real_time;
    const Timing timing = run(world, stations, settings, files.get(), ended);
    std::vector<HapticReport> reports;
    for (const auto& station : stations) reports.push_back(report_of(station->loop, timing));
    if (files) files->finish(reports);
    if (ended) std::rethrow_exception(ended);
    return reports;
}

}  // namespace limpet
