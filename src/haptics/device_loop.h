#pragma once

/// One device and its tool in the haptic loop: what a tick does, from the device's pose to its force.

#include <memory>

#include "haptics/fade.h"
#include "haptics/force_output.h"
#include "haptics/input_guard.h"
#include "haptics/local_contact.h"
#include "haptics/tool_driver.h"
#include "haptics/triple_buffer.h"

namespace limpet::haptics {

/// A row of haptics.csv.
struct TickRow {
    double time = 0;  ///< [s]
    DevicePose device;
    Pose tool;
    Vec6 wrench = Vec6::Zero();  ///< on the device [N, N m]
    double latency_us = 0;
    int sweeps = 0, contacts = 0;
    double energy_in = 0;  ///< [J]
    Vec3 point = Vec3::Zero();
    double trust = 0;
    long step = 0;
};

class DeviceLoop {
public:
    DeviceLoop(std::unique_ptr<Device> device, const HapticsDescription& haptics, const ToolDriver& tool,
               double tick);

    /// `running`: false fades the force to zero.
    const TickRow& tick(double time, bool running);
    bool is_silent() const { return output_.last().squaredNorm() == 0; }
    /// Zero force, and the device is told that there will be no more.
    void stop(double time);

    const ForceOutput& output() const { return output_; }
    const Coupling& coupling() const { return coupling_; }
    long faults() const { return guard_.faults(); }
    /// Snapshots that were taken over.
    struct Arrivals {
        long count = 0;
        double last = 0;  ///< when [s]
        int most_contacts = 0;
    };
    const Arrivals& arrivals() const { return arrivals_; }

    TripleBuffer<Snapshot> published;  ///< by the simulation
    TripleBuffer<ToolIntent> intent;   ///< by the loop

private:
    void take_snapshot(double time);

    std::unique_ptr<Device> device_;
    Coupling coupling_;
    InputGuard guard_;
    LocalContact contact_;
    ForceOutput output_;
    Fade fade_;
    Arrivals arrivals_;
    double scale_;
    TickRow row_;
};

}  // namespace limpet::haptics
