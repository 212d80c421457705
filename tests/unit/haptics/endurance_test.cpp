/// A hand that presses, rubs and lifts for a long time, while its device fails now and then: forces stay
/// within their limits and do not drift, faults are always met by no force, and memory does not grow.
///
///   LIMPET_HAPTIC_MINUTES   how long the session in real time takes [58]

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "limpet/record.h"
#include "support/run_command.h"
#include "unit/haptics/session_kit.h"

namespace limpet::haptics {
namespace {

constexpr double cycle = 4;                           ///< [s]
constexpr long faults_every = 3;                      ///< cycles
constexpr double fault_begin = 0.7, fault_end = 1.0;  ///< within a cycle: the hand holds still [s]
constexpr double max_growth_mb = 8;                   ///< of memory, after the first minute
constexpr double max_drift = 0.01;                    ///< of a cycle's mean force

std::vector<Keyframe> rubbing_path(double duration) {
    std::vector<Keyframe> path;
    for (double t = 0; t < duration + cycle; t += cycle) {
        path.push_back({t, {0, 0, 0}});
        path.push_back({t + 0.5, {0, -0.005, 0}});
        path.push_back({t + 1.2, {0, -0.005, 0}});
        path.push_back({t + 1.6, {0.003, -0.005, 0}});
        path.push_back({t + 2.2, {-0.003, -0.005, 0}});
        path.push_back({t + 2.6, {0, -0.005, 0}});
        path.push_back({t + 3.2, {0, 0.001, 0}});
    }
    return path;
}

/// Hands the calls of a hand on, lies about it in every third cycle, and looks at what comes back. Nothing
/// of it grows.
class FailingHand : public Device {
public:
    struct Findings {
        double max_force = 0, max_step = 0;
        double force_at_fault = 0;             ///< largest, from 50 ms after its begin to its end [N]
        double first_mean = 0, last_mean = 0;  ///< of the force over a cycle without fault [N]
        long cycles = 0, faults = 0;
        bool finite = true, stopped = false;
        Vector3 last{};
    };
    FailingHand(std::unique_ptr<Device> hand, Findings& findings)
        : hand_(std::move(hand)), findings_(findings) {}

    bool read(double time, DevicePose& pose) override {
        const bool fresh = hand_->read(time, pose);
        if (!is_faulty(time)) return fresh;
        switch (cycle_at(time) / faults_every % 3) {
            case 0:
                return false;
            case 1:
                pose.position[1] = std::numeric_limits<double>::quiet_NaN();
                return true;
            default:
                pose.position[0] += 1;
                return true;
        }
    }
    void write(double time, const DeviceWrench& wrench) override {
        hand_->write(time, wrench);
        const Vector3 &now = wrench.force, &before = findings_.last;
        const double force = size_of(now);
        findings_.finite = findings_.finite && std::isfinite(force);
        findings_.max_force = std::max(findings_.max_force, force);
        findings_.max_step = std::max(findings_.max_step,
                                      size_of({now[0] - before[0], now[1] - before[1], now[2] - before[2]}));
        findings_.last = now;
        if (is_faulty(time) && std::fmod(time, cycle) >= fault_begin + 0.05)
            findings_.force_at_fault = std::max(findings_.force_at_fault, force);
        count_cycle(time, force);
    }
    void stop() override { findings_.stopped = true; }

private:
    static long cycle_at(double time) { return std::lround(std::floor(time / cycle)); }
    static bool has_fault(long index) { return index % faults_every == faults_every - 1; }
    static bool is_faulty(double time) {
        const double within = std::fmod(time, cycle);
        return has_fault(cycle_at(time)) && within >= fault_begin && within < fault_end;
    }
    void count_cycle(double time, double force) {
        if (cycle_at(time) != counted_) {
            end_cycle();
            counted_ = cycle_at(time);
        }
        sum_ += force;
        ++ticks_;
    }
    /// The first has the ramp.
    void end_cycle() {
        ++findings_.cycles;
        findings_.faults += has_fault(counted_) ? 1 : 0;
        const double mean = ticks_ > 0 ? sum_ / static_cast<double>(ticks_) : 0;
        if (counted_ == 1) findings_.first_mean = mean;
        if (counted_ > 1 && !has_fault(counted_)) findings_.last_mean = mean;
        sum_ = 0;
        ticks_ = 0;
    }

    std::unique_ptr<Device> hand_;
    Findings& findings_;
    long counted_ = 0, ticks_ = 0;
    double sum_ = 0;
};

/// What the process has in memory [MB].
double resident_mb() {
    long pages = 0, resident = 0;
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    if (!file) return 0;
    const int read = std::fscanf(file, "%ld %ld", &pages, &resident);
    std::fclose(file);
    return read == 2 ? 1e-6 * static_cast<double>(resident * sysconf(_SC_PAGESIZE)) : 0;
}

void endure(double duration, bool in_lockstep, double drift) {
    const testing_support::ScratchFolder folder;
    Scene scene = ball_on_block();
    scene.time.duration = duration;
    scene.haptics[0].ramp = 0.2;
    scene.haptics[0].hand.path = rubbing_path(duration);
    FailingHand::Findings found;
    std::vector<std::unique_ptr<Device>> devices;
    devices.push_back(std::make_unique<FailingHand>(make_device("operator", scene.haptics[0]), found));
    World world(std::move(scene));
    RecordSettings record;
    record.folder = folder.path();
    record.frames = FrameFormat::None;
    Recorder recorder(world, record);
    HapticSettings settings;
    settings.duration = duration;
    settings.lockstep = in_lockstep;
    settings.folder = folder.path();
    double memory_then = 0;
    const long warm = std::lround(std::min(60.0, duration / 4) / world.scene().time.step);
    settings.after_step = [&](const World& w) {
        recorder.record(w);
        if (w.steps() == warm) memory_then = resident_mb();
    };
    const HapticReport report = run_haptics(world, std::move(devices), settings).front();
    const double grown = resident_mb() - memory_then;
    recorder.finish("done");

    std::printf(
        "%.0f s, %ld ticks, %ld missed, %ld faults; p50 %.0f, p99 %.0f, p99.9 %.0f, worst %.0f us; "
        "clock off by %.0f us; largest force %.3f N, step %.3f N, left at faults %g N; mean force of "
        "a cycle %.5f N, then %.5f N; returned %g J; memory grew by %.1f MB; %ld rows lost\n",
        duration, report.ticks, report.missed, found.faults, report.p50_us, report.p99_us, report.p999_us,
        report.worst_us, report.drift_us, found.max_force, found.max_step, found.force_at_fault,
        found.first_mean, found.last_mean, report.energy_returned, grown, report.rows_lost);
    EXPECT_TRUE(found.finite);
    EXPECT_TRUE(found.stopped);
    EXPECT_EQ(size_of(found.last), 0);
    EXPECT_EQ(found.force_at_fault, 0);
    EXPECT_GE(report.faults, found.faults);
    EXPECT_LE(found.max_force, 4 * (1 + 1e-9));
    EXPECT_LE(found.max_step, 2 * (1 + 1e-9));
    EXPECT_TRUE(report.passive) << report.energy_returned;
    EXPECT_GE(found.cycles, std::lround(std::floor(duration / cycle)) - 1);
    EXPECT_GT(found.first_mean, 0.1);
    EXPECT_NEAR(found.last_mean, found.first_mean, drift * found.first_mean);
    EXPECT_LT(grown, max_growth_mb);
    EXPECT_EQ(report.rows_lost, 0);
}

TEST(HapticEndurance, FortySecondsInLockstep) {
    endure(40, true, max_drift);
}

TEST(HapticEnduranceLong, AnHourInLockstep) {
    endure(3600, true, max_drift);
}

/// Where the simulation was late, cycles differ by more.
TEST(HapticEnduranceLong, AlmostAnHourInRealTime) {
    const char* minutes = std::getenv("LIMPET_HAPTIC_MINUTES");
    endure(60 * (minutes ? std::atof(minutes) : 58), false, 5 * max_drift);
}

}  // namespace
}  // namespace limpet::haptics
