#pragma once

/// What of a device's poses can be trusted, and where they put the tool (haptics/pose_map.h).
///
/// A pose is refused if it is not finite, if its orientation is none, or if it lies further from the last
/// good one than `max_speed` allows. After a fault the device is trusted again when it has been good for
/// `stale_after`. A device that jumped has to come back first, to 20 mm and 0.3 rad of its last good pose,
/// however long it stays elsewhere: nothing tells a hand that went there from a sensor that lies. A device
/// that is silent is trusted less from half of `stale_after` on, and not at all at `stale_after`; if it
/// speaks again from further away than that, a_device is moved so that the tool stays where it is. After a
/// second of silence it is another one, of which nothing is known.

#include "haptics/fault_record.h"
#include "haptics/pose_map.h"
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

    long faults() const { return faults_.count(); }

private:
    bool is_back(const Pose& pose) const;
    bool is_plausible(double time, const Pose& pose) const;
    void accept(double time, const Pose& pose, Vec6& moved);

    double max_speed_, stale_after_;
    PoseMap map_;
    FaultRecord faults_;
    Pose target_;           ///< of the tool
    Pose last_;             ///< good one
    double last_time_ = 0;  ///< of it [s]
    double heard_ = 0;      ///< when the last pose came, good or not [s]
    bool any_ = false;      ///< good one so far
    bool jumped_ = false;   ///< and has not come back
};

}  // namespace limpet::haptics
