#include <fmt/format.h>

#include <charconv>

#include "haptics/listening_device.h"
#include "haptics/network_devices.h"
#include "haptics/pose_receiver.h"
#include "haptics/real_time.h"
#include "haptics/websocket_link.h"
#include "limpet/error.h"

namespace limpet::haptics {
namespace {

class WebSocketDevice : public ListeningDevice {
public:
    explicit WebSocketDevice(int port)
        : receiver_(mailbox_),
          link_(serve_websocket(port, {[this] {
                                           receiver_.begin_client();
                                           return std::string();
                                       },
                                       [this](std::string_view message) {
                                           receiver_.receive(message, 1e-9 * static_cast<double>(now_ns()));
                                           return receiver_.reply();
                                       },
                                       [this] { return receiver_.reply(); }})) {}

    bool read(double, DevicePose& pose) override { return mailbox_.read(pose); }
    void write(double time, const DeviceWrench& wrench) override { mailbox_.write(time, wrench); }
    void stop() override { link_->close(); }
    int port() const override { return link_->port(); }

private:
    Mailbox mailbox_;
    PoseReceiver receiver_;
    std::unique_ptr<WebSocketLink> link_;
};

/// The service sends an inventory when one connects, and after that one state per message: each message is
/// answered, whatever is in it, or there would be no more.
class HaplyDevice : public Device {
public:
    explicit HaplyDevice(int port)
        : link_(connect_websocket(port, {[this] {
                                             is_first_ = true;
                                             return std::string();
                                         },
                                         [this](std::string_view message) { return answer(message); },
                                         [this] { return command(); }})) {}

    bool read(double, DevicePose& pose) override { return mailbox_.read(pose); }
    void write(double time, const DeviceWrench& wrench) override { mailbox_.write(time, wrench); }
    void stop() override { link_->close(); }

private:
    std::string answer(std::string_view message) {
        if (const auto read = read_haply_message(message)) {
            if (!read->device.empty()) device_ = read->device;
            if (read->pose) mailbox_.post(*read->pose);
        }
        return command();
    }
    std::string command() {
        const bool first = is_first_;
        is_first_ = false;
        return haply_command(device_, mailbox_.newest().wrench.force, first);
    }

    Mailbox mailbox_;
    std::string device_;
    bool is_first_ = true;  ///< of a connection
    std::unique_ptr<WebSocketLink> link_;
};

/// Of "ws://HOST:PORT" on this machine.
int port_of_address(const std::string& address) {
    for (const std::string_view head : {"ws://127.0.0.1:", "ws://localhost:"}) {
        if (!address.starts_with(head)) continue;
        std::string_view digits = std::string_view(address).substr(head.size());
        if (digits.ends_with('/')) digits.remove_suffix(1);
        int port = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
        if (error == std::errc() && end == digits.data() + digits.size() && port > 0 && port < 65536)
            return port;
    }
    throw InputError("--device",
                     fmt::format("haply:{}; allowed: haply:ws://127.0.0.1:PORT or haply:ws://localhost:PORT, "
                                 "a service on this machine",
                                 address));
}

}  // namespace

std::unique_ptr<Device> make_websocket_device(int port) {
    return std::make_unique<WebSocketDevice>(port);
}

std::unique_ptr<Device> make_haply_device(const std::string& address) {
    return std::make_unique<HaplyDevice>(port_of_address(address));
}

}  // namespace limpet::haptics
