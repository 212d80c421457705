#pragma once

/// What of a device's poses can be trusted, and where they put the tool.
///
///   x = a_tool + s (p − a_device)       s `scale`; turned by as much as the device is
///
/// A pose is refused if it is not finite, if its orientation is none, or if it lies further from the last
/// good one than `max_speed` allows. After a fault the device is trusted again when it has been good for
/// `stale_after`; if it stayed elsewhere, a_device is moved so that the tool stays where it is. A device that
/// is silent is trusted less from half of `stale_after` on, and not at all at `stale_after`.

#include "haptics/pose.h"
#include "limpet/haptics.h"

namespace limpet::haptics {

class InputGuard {
public:
    /// `origin`: where the device's first pose puts the tool.
    InputGuard(const HapticsDescription& haptics, const Pose& origin);

    struct View {
        Pose target;                ///< of the tool
        Vec6 moved = Vec6::Zero();  ///< the device, since the last look [m, rad]
        double trust = 0;           ///< 0 to 1
    };
    /// Once per tick; `fresh`: null if the device has no newer pose.
    View look(double time, const DevicePose* fresh);

    long faults() const { return faults_; }

private:
    bool is_near(const Pose& pose, const Pose& other, double elapsed) const;
    void anchor(const Pose& device) { anchor_device_ = device, anchor_tool_ = target_; }
    void accept(double time, const Pose& pose, Vec6& moved);
    void refuse(double time);
    Pose mapped(const Pose& device) const;

    double scale_, max_speed_, stale_after_;
    Pose anchor_device_, anchor_tool_, target_;
    Pose last_;              ///< good one
    double last_time_ = 0;   ///< of it [s]
    bool any_ = false;       ///< good one so far
    double fault_time_ = 0;  ///< of the last fault
    bool at_fault_ = false;
    Pose elsewhere_;  ///< a refused one that may be where the device now is
    double elsewhere_since_ = 0, elsewhere_time_ = 0;
    bool is_elsewhere_ = false;
    long faults_ = 0;
};

}  // namespace limpet::haptics
