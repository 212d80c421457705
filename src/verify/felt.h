#pragma once

/// What benchmarks, and tests, feel: devices that can be looked into.

#include <functional>
#include <limits>
#include <vector>

#include "limpet/haptics.h"

namespace limpet::verification {

/// What became of a device; it outlives it.
struct DeviceLog {
    std::vector<double> times;
    std::vector<Vector3> forces;
    bool stopped = false;

    double largest_step() const;  ///< of the force, from tick to tick [N]
    /// Largest less smallest size of the force between two times [N].
    double swing(double from, double to) const;
};

/// A place that stands for a device that is silent.
inline constexpr Vector3 silence = {std::numeric_limits<double>::infinity(), 0, 0};

/// A device that is where a function of time says, and remembers its forces.
std::unique_ptr<Device> make_logged_device(std::function<Vector3(double time)> place, DeviceLog& log);

/// The same of a hand that goes down by a depth within a time, and feels the force.
std::unique_ptr<Device> make_logged_hand(const HapticOperator& hand, DeviceLog& log);

double size_of(const Vector3& force);

/// At 1 kHz, both rates in one thread.
HapticSettings lockstep(double duration);
/// A session with one device.
HapticReport feel(World& world, std::unique_ptr<Device> device, const HapticSettings& settings);

}  // namespace limpet::verification
