/// Both rates in one thread, by count: ticks of the time that a step goes through, with the snapshot of the
/// step before, then the step. No clock is read, so that the same input has the same bytes.

#include <cmath>

#include "haptics/session.h"
#include "limpet/interruption.h"

namespace limpet::haptics {
namespace {

/// Until every device is at zero. A force fades within half of `stale_after`, which check_scene() sees to;
/// the count only keeps a mistake of ours from going on for ever.
void fade(Stations& stations, long tick, double period, RowSink* rows) {
    const long most = static_cast<long>(1 / period);
    for (long k = 0; k < most; ++k) {
        bool silent = true;
        for (std::size_t i = 0; i < stations.size(); ++i) {
            if (stations[i]->loop.is_silent()) continue;
            silent = false;
            const TickRow& row = stations[i]->loop.tick(static_cast<double>(tick + k) * period, false);
            if (rows) rows->put(i, row);
        }
        if (silent) break;
    }
    for (const auto& station : stations) station->loop.stop(static_cast<double>(tick) * period);
}

}  // namespace

Timing run_lockstep(World& world, Stations& stations, const HapticSettings& settings, RowSink* rows,
                    std::exception_ptr& ended) {
    const double h = world.scene().time.step, period = 1 / settings.rate;
    const long steps = std::lround(settings.duration / h);
    long tick = 0;
    try {
        for (const auto& station : stations) publish(world, *station);
        for (long step = 0; step < steps && !interruption_requested(); ++step) {
            const long end = std::lround(static_cast<double>(step + 1) * h * settings.rate);
            for (; tick < end; ++tick)
                for (std::size_t i = 0; i < stations.size(); ++i) {
                    const TickRow& row = stations[i]->loop.tick(static_cast<double>(tick) * period, true);
                    if (rows) rows->put(i, row);
                }
            if (settings.before_step) settings.before_step(world);
            step_with_tools(world, stations);
            if (settings.after_step) settings.after_step(world);
        }
    } catch (...) {
        ended = std::current_exception();
    }
    fade(stations, tick, period, rows);
    Timing timing;
    timing.rate_hz = settings.rate;
    timing.scheduling = "Lockstep: both rates in one thread, by count.";
    timing.ticks = tick;
    return timing;
}

}  // namespace limpet::haptics
