#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>
#include <vector>

#include "haptics/listening_device.h"
#include "haptics/network_devices.h"
#include "haptics/pose_receiver.h"
#include "haptics/real_time.h"
#include "limpet/error.h"

namespace limpet::haptics {
namespace {

/// How often the thread looks whether it shall end [ms].
constexpr int look_every_ms = 20;

class UdpDevice : public ListeningDevice {
public:
    explicit UdpDevice(int port) : receiver_(mailbox_), socket_(bound_socket(port)) {
        sockaddr_in own{};
        socklen_t size = sizeof own;
        getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &size);
        port_ = ntohs(own.sin_port);
        thread_ = std::thread([this] { listen(); });
    }
    ~UdpDevice() override {
        end();
        close(socket_);
    }

    bool read(double, DevicePose& pose) override { return mailbox_.read(pose); }
    void write(double time, const DeviceWrench& wrench) override { mailbox_.write(time, wrench); }
    void stop() override { end(); }
    int port() const override { return port_; }

private:
    static int bound_socket(int port) {
        const int made = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        own.sin_port = htons(static_cast<std::uint16_t>(port));
        if (made < 0 || bind(made, reinterpret_cast<sockaddr*>(&own), sizeof own) != 0) {
            const std::string reason = std::strerror(errno);
            if (made >= 0) close(made);
            throw InputError("--device",
                             fmt::format("port {} of 127.0.0.1 cannot be had: {}; allowed: a free "
                                         "port",
                                         port, reason));
        }
        return made;
    }

    void end() {
        done_ = true;
        if (thread_.joinable()) thread_.join();
    }

    void listen() {
        std::vector<char> buffer(longest_message + 1);
        pollfd waiting{socket_, POLLIN, 0};
        while (!done_) {
            if (poll(&waiting, 1, look_every_ms) <= 0) continue;
            sockaddr_in from{};
            socklen_t size = sizeof from;
            const ssize_t length = recvfrom(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT,
                                            reinterpret_cast<sockaddr*>(&from), &size);
            if (length < 0 || !is_client(from)) continue;
            const std::string_view message(buffer.data(), static_cast<std::size_t>(length));
            if (!receiver_.receive(message, 1e-9 * static_cast<double>(now_ns()))) continue;
            client_ = from;
            heard_ = now_ns();
            send();
        }
        if (heard_ > 0) send();
    }

    /// The first to send is the client, until it is gone.
    bool is_client(const sockaddr_in& from) {
        const bool same =
            from.sin_port == client_.sin_port && from.sin_addr.s_addr == client_.sin_addr.s_addr;
        if (heard_ > 0 && same) return true;
        const bool gone = heard_ == 0 || 1e-9 * static_cast<double>(now_ns() - heard_) > client_gone_after;
        if (gone) receiver_.begin_client();
        return gone;
    }

    void send() {
        const std::string reply = receiver_.reply();
        sendto(socket_, reply.data(), reply.size(), MSG_DONTWAIT, reinterpret_cast<sockaddr*>(&client_),
               sizeof client_);
    }

    Mailbox mailbox_;
    PoseReceiver receiver_;
    int socket_, port_ = 0;
    sockaddr_in client_{};
    long long heard_ = 0;  ///< when a client's last good message came [ns]; 0: never
    std::atomic<bool> done_{false};
    std::thread thread_;
};

}  // namespace

std::unique_ptr<Device> make_udp_device(int port) {
    return std::make_unique<UdpDevice>(port);
}

int port_of(const Device& device) {
    const auto* listening = dynamic_cast<const ListeningDevice*>(&device);
    return listening ? listening->port() : 0;
}

}  // namespace limpet::haptics
