#include "verify/felt.h"

#include <algorithm>
#include <cmath>

#include "limpet/error.h"

namespace limpet::verification {
namespace {

class LoggedDevice : public Device {
public:
    LoggedDevice(std::function<Vector3(double)> place, DeviceLog& log)
        : place_(std::move(place)), log_(log) {}
    bool read(double time, DevicePose& pose) override {
        const Vector3 now = place_(time);
        if (now[0] == silence[0]) return false;
        pose = {now};
        return true;
    }
    void write(double time, const DeviceWrench& wrench) override {
        log_.times.push_back(time);
        log_.forces.push_back(wrench.force);
    }
    void stop() override { log_.stopped = true; }

private:
    std::function<Vector3(double)> place_;
    DeviceLog& log_;
};

/// Hands another device's calls on, and remembers its forces.
class LoggedHand : public Device {
public:
    LoggedHand(std::unique_ptr<Device> hand, DeviceLog& log) : hand_(std::move(hand)), log_(log) {}
    bool read(double time, DevicePose& pose) override { return hand_->read(time, pose); }
    void write(double time, const DeviceWrench& wrench) override {
        hand_->write(time, wrench);
        log_.times.push_back(time);
        log_.forces.push_back(wrench.force);
    }
    void stop() override { log_.stopped = true; }

private:
    std::unique_ptr<Device> hand_;
    DeviceLog& log_;
};

}  // namespace

double size_of(const Vector3& force) {
    return std::hypot(force[0], force[1], force[2]);
}

double DeviceLog::largest_step() const {
    double most = 0;
    for (std::size_t k = 1; k < forces.size(); ++k) {
        const Vector3 &a = forces[k - 1], &b = forces[k];
        most = std::max(most, std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
    }
    return most;
}

double DeviceLog::swing(double from, double to) const {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    for (std::size_t k = 0; k < forces.size(); ++k) {
        if (times[k] < from || times[k] >= to) continue;
        least = std::min(least, size_of(forces[k]));
        most = std::max(most, size_of(forces[k]));
    }
    return most - std::min(least, most);
}

std::unique_ptr<Device> make_logged_device(std::function<Vector3(double time)> place, DeviceLog& log) {
    return std::make_unique<LoggedDevice>(std::move(place), log);
}

std::unique_ptr<Device> make_logged_hand(const HapticOperator& hand, DeviceLog& log) {
    HapticsDescription haptics;
    haptics.hand = hand;
    return std::make_unique<LoggedHand>(make_device("operator", haptics), log);
}

HapticSettings lockstep(double duration) {
    HapticSettings settings;
    settings.lockstep = true;
    settings.duration = duration;
    return settings;
}

HapticReport feel(World& world, std::unique_ptr<Device> device, const HapticSettings& settings) {
    std::vector<std::unique_ptr<Device>> devices;
    devices.push_back(std::move(device));
    return run_haptics(world, std::move(devices), settings).front();
}

}  // namespace limpet::verification
