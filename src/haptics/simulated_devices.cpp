#include "haptics/simulated_devices.h"

#include <algorithm>
#include <cmath>

#include "haptics/pose.h"

namespace limpet::haptics {
namespace {

class ScriptedDevice : public Device {
public:
    explicit ScriptedDevice(PosePath path) : path_(std::move(path)) {}
    bool read(double time, DevicePose& pose) override {
        pose = path_.at(time);
        return true;
    }
    void write(double, const DeviceWrench&) override {}

private:
    PosePath path_;
};

/// Longest step of the hand's own motion: a hundredth of the period of 0.01 kg on 5000 N/m [s].
constexpr double hand_step = 1e-4;
/// A pause of the loop is gone through at most so far at once [s].
constexpr double longest_pause = 0.1;

class OperatorDevice : public Device {
public:
    OperatorDevice(PosePath path, const HapticOperator& hand) : path_(std::move(path)), hand_(hand) {
        place_ = to_vec3(path_.at(0).position);
    }

    bool read(double time, DevicePose& pose) override {
        const double elapsed = std::min(time - time_, longest_pause);
        const int steps = static_cast<int>(std::ceil(elapsed / hand_step));
        for (int i = 1; i <= steps; ++i) advance(time - elapsed + i * elapsed / steps, elapsed / steps);
        time_ = time;
        pose = path_.at(time);
        pose.position = to_array(place_);
        return true;
    }
    void write(double, const DeviceWrench& wrench) override { force_ = to_vec3(wrench.force); }

private:
    /// Symplectic Euler; damping is implicit, so that none is too strong.
    void advance(double time, double dt) {
        const Vec3 wanted = to_vec3(path_.at(time).position);
        const Vec3 wanted_velocity = (wanted - to_vec3(path_.at(time - dt).position)) / dt;
        const Vec3 push = hand_.stiffness * (wanted - place_) + hand_.damping * wanted_velocity + force_;
        velocity_ = (hand_.mass * velocity_ + dt * push) / (hand_.mass + dt * hand_.damping);
        place_ += dt * velocity_;
    }

    PosePath path_;
    HapticOperator hand_;
    Vec3 place_ = Vec3::Zero(), velocity_ = Vec3::Zero(), force_ = Vec3::Zero();
    double time_ = 0;
};

}  // namespace

std::unique_ptr<Device> make_scripted_device(PosePath path) {
    return std::make_unique<ScriptedDevice>(std::move(path));
}

std::unique_ptr<Device> make_operator(PosePath path, const HapticOperator& hand) {
    return std::make_unique<OperatorDevice>(std::move(path), hand);
}

}  // namespace limpet::haptics
