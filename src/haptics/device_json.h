#pragma once

/// Messages of devices on a network, one JSON object each.

#include <optional>
#include <string>
#include <string_view>

#include "limpet/haptics.h"

namespace limpet::haptics {

/// Longer messages are refused unread.
inline constexpr std::size_t longest_message = 1 << 16;

struct PoseMessage {
    DevicePose pose;
    std::optional<double>
        time;  ///< of the sender's clock [s]; messages that are older than others are dropped
};

/// {"position": [x, y, z], "orientation": [w, x, y, z], "buttons": [..], "time": t}; all but the position may
/// be left out. Numbers may be NaN, which tells of a fault. Nothing if the message is anything else.
std::optional<PoseMessage> read_pose_message(std::string_view message);

/// {"force": [..], "torque": [..], "time": t}
std::string wrench_message(const DeviceWrench& wrench, double time);

/// What a Haply service sends: its device and state, if they are in it.
struct HaplyMessage {
    std::string device;              ///< device_id of the first inverse3
    std::optional<DevicePose> pose;  ///< cursor_position with the orientation and buttons of a grip, if any
};
std::optional<HaplyMessage> read_haply_message(std::string_view message);

/// A force for it; the first message of a connection names the profile.
std::string haply_command(const std::string& device, const Vector3& force, bool first);

}  // namespace limpet::haptics
