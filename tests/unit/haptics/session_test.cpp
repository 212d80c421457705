/// Whole sessions in lockstep: what is felt, how safely, and always the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <thread>

#include "limpet/error.h"
#include "limpet/interruption.h"
#include "limpet/record.h"
#include "limpet/threads.h"
#include "support/run_command.h"
#include "unit/haptics/session_kit.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;
using testing_support::ScratchFolder;
using testing_support::text_of_file;

/// Down by `depth`, across by `across`, and rest.
std::function<Vector3(double)> press_and_drag(double depth, double across) {
    return [=](double t) -> Vector3 {
        const double down = std::min(t / 0.2, 1.0), drag = std::clamp((t - 0.25) / 0.2, 0.0, 1.0);
        return {across * drag, -depth * down, 0};
    };
}

TEST(HapticSession, TheForceComesInOverTheRamp) {
    Scene scene = ball_on_block();
    scene.haptics[0].ramp = 0.5;
    World world(scene);
    DeviceLog log;
    feel(world,
         make_logged_device(
             [](double t) -> Vector3 {
                 return {0, t < 0.002 ? 0 : -0.004, 0};
             },
             log),
         lockstep(0.8));
    EXPECT_GT(size_of(log.forces[700]), 0.2);
    EXPECT_NEAR(size_of(log.forces[250]) / size_of(log.forces[700]), 0.5, 0.05);
}

/// Whatever ends a session, the last that a device hears is zero.
TEST(HapticSession, ForcesAreZeroAtEveryExit) {
    for (const bool in_lockstep : {true, false})
        for (const bool breaks_down : {true, false}) {
            World world(ball_on_block());
            DeviceLog log;
            HapticSettings settings = lockstep(20);
            settings.lockstep = in_lockstep;
            settings.after_step = [&](const World& w) {
                if (w.steps() < 30) return;
                if (breaks_down) throw BreakdownError("on purpose");
                request_interruption();
            };
            const auto run = [&] {
                feel(world,
                     make_logged_device(
                         [](double) -> Vector3 {
                             return {0, -0.004, 0};
                         },
                         log),
                     settings);
            };
            if (breaks_down)
                EXPECT_THROW(run(), BreakdownError);
            else
                run();
            clear_interruption();
            ASSERT_FALSE(log.forces.empty());
            EXPECT_EQ(size_of(log.forces.back()), 0);
            EXPECT_LE(log.largest_step(), 2 * (1 + 1e-9));
            EXPECT_TRUE(log.stopped);
        }
}

/// A simulation that hangs: its forces go, though nobody says so. It hangs by the haptic loop's own clock, so
/// that nothing depends on how fast this machine is.
TEST(HapticSession, AHungSimulationIsNotFelt) {
    constexpr double hang = 2;
    World world(ball_on_block());
    DeviceLog log;
    HapticSettings settings;
    settings.duration = 600;
    std::atomic<double> now = 0;
    double begin = 0;
    settings.after_step = [&](const World& w) {
        if (w.steps() != 40) return;
        begin = now;
        while (now < begin + hang) std::this_thread::sleep_for(std::chrono::milliseconds(5));
        request_interruption();
    };
    feel(world,
         make_logged_device(
             [&](double t) -> Vector3 {
                 now = t;
                 return {0, -0.005 * std::min(t / 0.2, 1.0), 0};
             },
             log),
         settings);
    clear_interruption();
    bool was_felt = false, went = false;
    for (std::size_t k = 0; k + 1 < log.forces.size(); ++k) {
        was_felt = was_felt || (log.times[k] < begin + hang / 2 && size_of(log.forces[k]) > 0.1);
        went = went || (was_felt && log.times[k] < begin + hang && size_of(log.forces[k]) == 0);
    }
    EXPECT_GT(begin, 0);
    EXPECT_TRUE(was_felt);
    EXPECT_TRUE(went);
}

std::string bytes_of_session(int threads) {
    set_threads(threads);
    const ScratchFolder folder;
    World world(ball_on_block());
    HapticSettings settings = lockstep(0.3);
    settings.folder = folder.path();
    DeviceLog log;
    feel(world, make_logged_device(press_and_drag(0.004, 0.003), log), settings);
    set_threads(0);
    return text_of_file(folder.path() / "haptics.csv") + text_of_file(folder.path() / "haptics.json");
}

TEST(HapticSession, LockstepHasTheSameBytesAlways) {
    const std::string first = bytes_of_session(1);
    EXPECT_GT(first.size(), 50000u);
    EXPECT_EQ(bytes_of_session(1), first);
    EXPECT_EQ(bytes_of_session(2), first);
}

/// Tools are moved by recorded commands alone.
TEST(HapticSession, CanBeReplayedWithoutTheDevice) {
    for (const bool wall : {false, true}) {
        const ScratchFolder folder;
        World world(wall ? ball_on_wall() : ball_on_block());
        RecordSettings record;
        record.folder = folder.path();
        record.frames = FrameFormat::None;
        Recorder recorder(world, record);
        HapticSettings settings = lockstep(0.3);
        settings.after_step = [&](const World& w) { recorder.record(w); };
        DeviceLog log;
        feel(world, make_logged_device(press_and_drag(0.004, 0.003), log), settings);
        recorder.finish("done");
        const ReplayResult replayed = replay(folder.path());
        EXPECT_EQ(replayed.steps, world.steps());
        EXPECT_FALSE(replayed.difference) << replayed.difference->where;
    }
}

TEST(HapticSession, SaysWhatDoesNotFit) {
    const auto complaint = [](const Scene& scene, int devices, double rate) -> std::string {
        World world(scene);
        HapticSettings settings = lockstep(0.1);
        settings.rate = rate;
        try {
            check_haptics(world, static_cast<std::size_t>(devices), settings);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(complaint(ball_on_block(), 1, 1000), "");
    EXPECT_THAT(complaint(ball_on_block(), 0, 1000), HasSubstr("one per tool"));
    EXPECT_THAT(complaint(ball_on_block(), 2, 1000), HasSubstr("one per tool"));
    for (const double rate : {0.0, -1.0, 1e9, std::nan("")})
        EXPECT_THAT(complaint(ball_on_block(), 1, rate), HasSubstr("100 to 10000 Hz"));
    Scene none = ball_on_block();
    none.haptics.clear();
    EXPECT_THAT(complaint(none, 1, 1000), HasSubstr("missing"));
}

}  // namespace
}  // namespace limpet::haptics
