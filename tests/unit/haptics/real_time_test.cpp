/// The loop in its own thread: nothing in it allocates, waits or goes to a disk, and what is late is counted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <thread>

#include "haptics/network_devices.h"
#include "support/count_allocations.h"
#include "support/run_command.h"
#include "unit/haptics/session_kit.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;
using testing_support::ScratchFolder;

/// What the haptic thread has done between the first tick and the last.
struct ThreadUse {
    long ticks = 0, allocations = 0, waits = 0, blocks = 0;
};

/// A hand that asks the system, in every tick, what its thread has used.
class WatchedHand : public Device {
public:
    WatchedHand(std::unique_ptr<Device> hand, ThreadUse& use) : hand_(std::move(hand)), use_(use) {}
    bool read(double time, DevicePose& pose) override {
        rusage now{};
        getrusage(RUSAGE_THREAD, &now);
        if (use_.ticks == 0) {
            first_ = now;
            allocations_ = allocations();
        }
        ++use_.ticks;
        use_.allocations = allocations() - allocations_;
        use_.waits = now.ru_nvcsw - first_.ru_nvcsw;
        use_.blocks = now.ru_inblock + now.ru_oublock - first_.ru_inblock - first_.ru_oublock;
        return hand_->read(time, pose);
    }
    void write(double time, const DeviceWrench& wrench) override { hand_->write(time, wrench); }

private:
    std::unique_ptr<Device> hand_;
    ThreadUse& use_;
    rusage first_{};
    long allocations_ = 0;
};

TEST(HapticThread, NeitherAllocatesNorWaitsNorGoesToADisk) {
    const ScratchFolder folder;
    Scene scene = ball_on_block();
    scene.haptics[0].hand.path = {
        {0, {0, 0, 0}}, {0.3, {0, -0.006, 0}}, {1, {0.01, -0.006, 0}}, {1.2, {0.01, 0, 0}}};
    ThreadUse use;
    std::unique_ptr<Device> hand =
        std::make_unique<WatchedHand>(make_device("operator", scene.haptics[0]), use);
    World world(std::move(scene));
    HapticSettings settings;
    settings.duration = 1.2;
    settings.folder = folder.path();
    const HapticReport report = feel(world, std::move(hand), settings);
    EXPECT_GT(report.snapshots, 20);
    EXPECT_GT(report.most_contacts, 5);
    ASSERT_GT(use.ticks, 200);
    if (counts_allocations()) {
        EXPECT_EQ(use.allocations, 0);
    }
    // It sleeps until its next tick; whatever else it waited for would be a switch more.
    EXPECT_LE(use.waits, use.ticks);
    EXPECT_EQ(use.blocks, 0);
}

/// Behind a network, too.
TEST(HapticThread, ADeviceOnTheNetworkAllocatesNothing) {
    if (!counts_allocations()) GTEST_SKIP() << "a sanitizer has the allocator";
    std::vector<std::unique_ptr<Device>> devices;
    devices.push_back(make_udp_device(0));
    devices.push_back(make_websocket_device(0));
    devices.push_back(make_haply_device("ws://127.0.0.1:1"));  // nobody listens there
    for (const auto& device : devices) {
        DevicePose pose;
        const long before = allocations();
        for (int k = 0; k < 200; ++k) {
            device->read(1e-3 * k, pose);
            device->write(1e-3 * k, {{0, 1, 0}, {}});
        }
        EXPECT_EQ(allocations(), before);
        device->stop();
    }
}

class SlowDevice : public Device {
public:
    bool read(double, DevicePose& pose) override {
        pose = {{0, 0, 0}};
        if (++ticks_ % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(6));
        return true;
    }
    void write(double, const DeviceWrench&) override {}

private:
    int ticks_ = 0;
};

TEST(HapticThread, OverrunsAreCountedAndNotCaughtUpWith) {
    World world(ball_on_block());
    HapticSettings settings;
    settings.duration = 0.6;
    const HapticReport report = feel(world, std::make_unique<SlowDevice>(), settings);
    EXPECT_GE(report.missed, report.ticks / 50);
    EXPECT_GE(report.worst_us, 6000);
    // 50 ticks take at least 55 ms.
    EXPECT_LE(report.ticks, 0.6e3 * 50 / 55 + 60);
    EXPECT_LT(report.drift_us, 20e3);
    EXPECT_THAT(report.scheduling, testing::AnyOf(HasSubstr("real-time priority 80"), HasSubstr("refuses")));
    EXPECT_THAT(report.scheduling, HasSubstr("processor"));
}

/// Steps of 60 ms of a simulation that should take 10: the loop goes on between them.
TEST(HapticThread, DoesNotWaitForTheSimulation) {
    World world(ball_on_block());
    ThreadUse use;
    HapticSettings settings;
    settings.duration = 1;
    settings.after_step = [](const World&) { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
    Scene scene = ball_on_block();
    const HapticReport report =
        feel(world, std::make_unique<WatchedHand>(make_device("operator", scene.haptics[0]), use), settings);
    EXPECT_LT(world.steps(), 20);
    EXPECT_GT(report.ticks, 10 * world.steps());
}

}  // namespace
}  // namespace limpet::haptics
