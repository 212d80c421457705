#pragma once

/// A world and its devices while they run: the simulation's part and the haptic loop's.

#include <memory>
#include <vector>

#include "haptics/device_loop.h"
#include "haptics/latency.h"

namespace limpet::haptics {

/// A tool in the world with its device in the loop.
struct Station {
    ToolDriver tool;
    DeviceLoop loop;
    ToolProblem problem;  ///< with what follows, of the simulation's thread
    bool has_intent = false;
    Station(World& world, std::unique_ptr<Device> device, const HapticsDescription& haptics, double tick)
        : tool(world, haptics), loop(std::move(device), haptics, tool, tick) {}
};
using Stations = std::vector<std::unique_ptr<Station>>;

/// Where rows of haptics.csv go; null: nowhere. Called by the haptic thread.
class RowSink {
public:
    virtual ~RowSink() = default;
    virtual void put(std::size_t station, const TickRow& row) = 0;
};

/// The simulation's part of a step: drives the tools, steps, publishes. The latest intents are taken first.
void step_with_tools(World& world, Stations& stations);
void publish(const World& world, Station& station);

struct Timing {
    Latency latency;
    double rate_hz = 0, drift_us = 0;
    long missed = 0;
    std::string scheduling;
};

/// Both return what ended them apart from the duration, if an exception did; forces are zero then.
Timing run_lockstep(World& world, Stations& stations, const HapticSettings& settings, RowSink* rows,
                    std::exception_ptr& ended);
Timing run_in_real_time(World& world, Stations& stations, const HapticSettings& settings, RowSink* rows,
                        std::exception_ptr& ended);

}  // namespace limpet::haptics
