/// Two threads, each at its own rate: the simulation in the caller's, the haptic loop in one of its own. They
/// only meet in buffers that hand over the newest value (triple_buffer.h).

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "haptics/real_time.h"
#include "haptics/session.h"
#include "limpet/interruption.h"

namespace limpet::haptics {
namespace {

/// The simulation waits for the clock in pieces of this [ns], to hear of an interruption in time.
constexpr long long longest_wait = 20'000'000;

class HapticThread {
public:
    HapticThread(Stations& stations, const HapticSettings& settings, RowSink* rows)
        : stations_(stations), rows_(rows), period_(1 / settings.rate), thread_([this] { run(); }) {}
    ~HapticThread() {
        if (thread_.joinable()) finish();
    }
    /// Fades the forces to zero and ends the thread.
    Timing finish() {
        running_.store(false, std::memory_order_relaxed);
        thread_.join();
        return std::move(timing_);
    }

private:
    void run() {
        timing_.scheduling = ask_for_real_time();
        const double period_ns = 1e9 * period_;
        const long long begin = now_ns();
        long k = 0;
        for (;; ++k) {
            const long long due = begin + std::llround(static_cast<double>(k) * period_ns);
            const long long woken = now_ns();
            if (woken < due) sleep_until_ns(due);
            const bool running = running_.load(std::memory_order_relaxed);
            const double time = static_cast<double>(k) * period_;
            bool silent = true;
            for (std::size_t i = 0; i < stations_.size(); ++i) {
                const TickRow& row = stations_[i]->loop.tick(time, running);
                const double latency = 1e-3 * static_cast<double>(now_ns() - due);
                silent = silent && stations_[i]->loop.is_silent();
                timing_.latency.add(latency);
                if (!rows_) continue;
                TickRow timed = row;
                timed.latency_us = latency;
                rows_->put(i, timed);
            }
            const long long after = now_ns();
            if (static_cast<double>(after - due) > period_ns) {
                ++timing_.missed;
                // A pause is not caught up with: ticks that were due in it are left out.
                k += static_cast<long>(static_cast<double>(after - due) / period_ns) - 1;
            }
            ++timing_.ticks;
            timing_.drift_us = 1e-3 * static_cast<double>(after - due);
            if (!running && silent) break;
        }
        const double seconds = 1e-9 * static_cast<double>(now_ns() - begin);
        timing_.rate_hz = static_cast<double>(timing_.ticks) / seconds;
        for (const auto& station : stations_) station->loop.stop(static_cast<double>(k) * period_);
    }

    Stations& stations_;
    RowSink* rows_;
    double period_;
    std::atomic<bool> running_{true};
    Timing timing_;
    std::thread thread_;
};

void wait_until(long long due) {
    while (!interruption_requested()) {
        const long long left = due - now_ns();
        if (left <= 0) return;
        sleep_until_ns(now_ns() + std::min(left, longest_wait));
    }
}

}  // namespace

Timing run_in_real_time(World& world, Stations& stations, const HapticSettings& settings, RowSink* rows,
                        std::exception_ptr& ended) {
    const double h_ns = 1e9 * world.scene().time.step;
    for (const auto& station : stations) publish(world, *station);
    HapticThread haptic(stations, settings, rows);
    const long long begin = now_ns(), end = begin + std::llround(1e9 * settings.duration);
    try {
        // A simulation that is too slow falls behind; it never skips steps.
        for (long step = 0; now_ns() < end && !interruption_requested(); ++step) {
            wait_until(std::min(end, begin + std::llround(static_cast<double>(step) * h_ns)));
            if (now_ns() >= end || interruption_requested()) break;
            if (settings.before_step) settings.before_step(world);
            step_with_tools(world, stations);
            if (settings.after_step) settings.after_step(world);
        }
    } catch (...) {
        ended = std::current_exception();
    }
    return haptic.finish();
}

}  // namespace limpet::haptics
