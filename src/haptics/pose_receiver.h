#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "haptics/device_json.h"
#include "haptics/mailbox.h"
#include "haptics/network_devices.h"

namespace limpet::haptics {

/// What a server does with a client's messages: posts poses that are in order.
class PoseReceiver {
public:
    explicit PoseReceiver(Mailbox& mailbox) : mailbox_(mailbox) {}

    /// Another client: its clock is another, too.
    void begin_client() { last_.reset(); }
    /// Whether the message was good. `now`: of a monotonic clock [s]; when all was out of order for so long
    /// that the client counts as gone, its clock was set back, or wrong once.
    bool receive(std::string_view message, double now) {
        const auto read = read_pose_message(message);
        if (!read) return false;
        const bool gone = now - heard_ > client_gone_after;
        if (!gone && read->time && last_ && *read->time <= *last_) return false;
        if (read->time) last_ = read->time;
        heard_ = now;
        mailbox_.post(read->pose);
        return true;
    }
    std::string reply() {
        const TimedWrench& newest = mailbox_.newest();
        return wrench_message(newest.wrench, newest.time);
    }

private:
    Mailbox& mailbox_;
    std::optional<double> last_;  ///< time of the newest message [s]
    double heard_ = 0;            ///< when it came, of the other clock [s]
};

}  // namespace limpet::haptics
