#pragma once

/// Force feedback: devices that move bodies of a world and feel what these touch (docs/haptics.md).

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "limpet/export.h"
#include "limpet/scene.h"
#include "limpet/world.h"

namespace LIMPET_API limpet {

/// Where a device is, in its own axes, which are those of the world.
struct DevicePose {
    Vector3 position{};                             ///< [m]
    std::array<double, 4> orientation{1, 0, 0, 0};  ///< unit quaternion w, x, y, z
    std::uint32_t buttons = 0;                      ///< bit i: button i is held
};

/// What a device exerts on the hand that holds it.
struct DeviceWrench {
    Vector3 force{};   ///< [N]
    Vector3 torque{};  ///< [N m]
};

/// A haptic device. read() and write() are called from the haptic thread, one after the other in every tick:
/// they must return at once, and neither lock, allocate nor touch a disk. What a device sends or receives
/// over a network it does in a thread of its own, and swaps the newest values with the haptic thread.
class Device {
public:
    virtual ~Device() = default;
    /// Sets `pose` and returns true if there is a newer one than at the last call. A pose that is not finite
    /// tells that the device is at fault. `time`: of the session [s].
    virtual bool read(double time, DevicePose& pose) = 0;
    /// What it shall exert from now on.
    virtual void write(double time, const DeviceWrench& wrench) = 0;
    /// Once, after the last tick, with the force at zero: has to say so to what is behind it.
    virtual void stop() {}
};

/// A device by its description on the command line: "scripted:FILE.csv", "operator[:FILE.csv]", "udp:PORT",
/// "ws:PORT", "haply[:ws://HOST:PORT]". Throws InputError.
std::unique_ptr<Device> make_device(const std::string& description, const HapticsDescription& haptics);

struct HapticSettings {
    double rate = 1000;       ///< of the haptic loop [Hz]
    double duration = 0;      ///< [s]
    bool lockstep = false;    ///< both rates in one thread, by count: the same bytes always
    std::string folder = {};  ///< haptics.csv and haptics.json are written there; empty: nowhere
    /// Before each step of the simulation, in its thread: what happens to the world beside the devices.
    std::function<void(World&)> before_step = {};
    /// After each step, in the same thread.
    std::function<void(const World&)> after_step = {};
};

/// What a session came to, per device.
struct HapticReport {
    double rate_hz = 0;                                        ///< ticks per second, measured
    double p50_us = 0, p99_us = 0, p999_us = 0, worst_us = 0;  ///< from a tick's due time to its force [µs]
    long ticks = 0, missed = 0;                ///< missed: still at work when the next was due
    double drift_us = 0;                       ///< of the last tick against the clock [µs]
    double max_force = 0, max_force_step = 0;  ///< sent to the device [N]
    double energy_returned = 0;                ///< most that the device ever got beyond what it had given [J]
    bool passive = true;                       ///< energy_returned within the observer's own error
    long faults = 0;         ///< times that the device was at fault: silent, not finite, or jumping
    long snapshots = 0;      ///< of the simulation that the loop has seen
    int most_contacts = 0;   ///< that the loop solved at once, open ones included
    long rows_lost = 0;      ///< of haptics.csv: the disk was slower than the loop
    std::string scheduling;  ///< what the system allowed, as a sentence
};

/// Whether scene, number of devices and settings fit; throws InputError if they do not. run_haptics() calls
/// it.
void check_haptics(const World& world, std::size_t devices, const HapticSettings& settings);

/// Runs a world with one device per tool of its scene (`Scene::haptics`, in that order), until `duration`, or
/// request_interruption(). Every device's force is zero in the end, whatever ends it. Throws InputError if
/// scene, devices and settings do not fit, and what World::step() throws.
std::vector<HapticReport> run_haptics(World& world, std::vector<std::unique_ptr<Device>> devices,
                                      const HapticSettings& settings);

}  // namespace limpet
