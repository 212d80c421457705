#include "haptics/input_guard.h"

#include <algorithm>
#include <cmath>

#include "haptics/network_devices.h"

namespace limpet::haptics {
namespace {

/// Devices and their clocks jitter: so far two poses may be apart whatever the time between them.
constexpr double position_slack = 1e-3;  ///< [m]
constexpr double turn_slack = 0.1;       ///< [rad]
/// A wrist turns by less [rad/s].
constexpr double max_spin = 100;
/// A hand that went on while its device lied for a moment is so near [m], [rad].
constexpr double return_distance = 0.02;
constexpr double return_turn = 0.3;
/// With no message for so long what comes next is another device [s]: a little less than a server waits with
/// another client, so that none of its messages is taken for the former one's.
constexpr double gone_after = 0.9 * client_gone_after;

/// No pose if it is not finite or the orientation no rotation; one that is off by rounding is normalised.
bool to_pose(const DevicePose& given, Pose& pose) {
    pose.position = to_vec3(given.position);
    const auto& q = given.orientation;
    const Quat rotation(q[0], q[1], q[2], q[3]);
    const double size = rotation.norm();
    if (!pose.position.allFinite() || !(size > 0.5 && size < 2)) return false;
    pose.rotation = rotation.normalized();
    return true;
}

}  // namespace

InputGuard::InputGuard(const HapticsDescription& haptics, const Pose& origin)
    : max_speed_(haptics.max_speed),
      stale_after_(haptics.stale_after),
      map_(haptics.scale, origin),
      faults_(haptics.stale_after),
      target_(origin) {}

bool InputGuard::is_back(const Pose& pose) const {
    const Vec6 d = difference(pose, last_);
    return d.head<3>().norm() <= return_distance && d.tail<3>().norm() <= return_turn;
}

bool InputGuard::is_plausible(double time, const Pose& pose) const {
    if (jumped_) return is_back(pose);
    const Vec6 d = difference(pose, last_);
    const double elapsed = time - last_time_;
    return d.head<3>().norm() <= position_slack + max_speed_ * elapsed &&
           d.tail<3>().norm() <= turn_slack + max_spin * elapsed;
}

void InputGuard::accept(double time, const Pose& pose, Vec6& moved) {
    if (!any_) {
        map_.anchor(pose, target_);
        any_ = true;
    } else if (time - last_time_ > stale_after_) {
        faults_.note(time);
        if (!is_back(pose)) map_.anchor(pose, target_);
    } else {
        moved = difference(pose, last_);
    }
    last_ = pose;
    last_time_ = time;
    jumped_ = false;
    target_ = map_(pose);
}

InputGuard::View InputGuard::look(double time, const DevicePose* fresh) {
    View view;
    Pose pose;
    if (fresh && !to_pose(*fresh, pose)) {
        faults_.note(time);
    } else if (fresh && (!any_ || time - heard_ >= gone_after || is_plausible(time, pose))) {
        accept(time, pose, view.moved);
    } else if (fresh) {
        faults_.note(time);
        jumped_ = true;
    }
    if (fresh) heard_ = time;
    view.target = target_;
    if (!any_) return view;
    const double age = time - last_time_;
    if (age >= stale_after_) faults_.note(time);
    view.trust = faults_.lasts(time) ? 0 : std::clamp(2 * (1 - age / stale_after_), 0.0, 1.0);
    return view;
}

}  // namespace limpet::haptics
