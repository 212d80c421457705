#pragma once

/// What a device on a network swaps with the haptic thread: the newest pose, the newest wrench.

#include "haptics/triple_buffer.h"
#include "limpet/haptics.h"

namespace limpet::haptics {

struct TimedWrench {
    DeviceWrench wrench;
    double time = 0;  ///< of the session [s]
};

/// The haptic thread's end is a Device; the network's thread posts poses and looks at wrenches.
class Mailbox {
public:
    bool read(DevicePose& pose) {
        if (!poses_.take()) return false;
        pose = poses_.front();
        return true;
    }
    void write(double time, const DeviceWrench& wrench) {
        wrenches_.back() = {wrench, time};
        wrenches_.publish();
    }

    void post(const DevicePose& pose) {
        poses_.back() = pose;
        poses_.publish();
    }
    const TimedWrench& newest() {
        wrenches_.take();
        return wrenches_.front();
    }

private:
    TripleBuffer<DevicePose> poses_;
    TripleBuffer<TimedWrench> wrenches_;
};

}  // namespace limpet::haptics
