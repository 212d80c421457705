/// Devices behind loopback: clients that do what they should, and clients that do not.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <thread>

#include "haptics/device_json.h"
#include "haptics/network_devices.h"
#include "haptics/websocket_link.h"
#include "limpet/error.h"
#include "limpet/interruption.h"
#include "support/loopback.h"
#include "unit/haptics/broken_messages.h"
#include "unit/haptics/eventually.h"
#include "unit/haptics/session_kit.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;

class UdpClient {
public:
    explicit UdpClient(int port) : socket_(testing_support::connected_to_loopback(SOCK_DGRAM, port)) {}
    ~UdpClient() { close(socket_); }
    void send(const std::string& text) { ::send(socket_, text.data(), text.size(), 0); }
    /// "" if nothing comes.
    std::string receive(int wait_ms) {
        pollfd waiting{socket_, POLLIN, 0};
        if (poll(&waiting, 1, wait_ms) <= 0) return "";
        char buffer[1024];
        const ssize_t length = recv(socket_, buffer, sizeof buffer, 0);
        return length > 0 ? std::string(buffer, static_cast<std::size_t>(length)) : "";
    }

private:
    int socket_;
};

/// Of bytes that need not be WebSocket's.
class TcpClient {
public:
    explicit TcpClient(int port) : socket_(testing_support::connected_to_loopback(SOCK_STREAM, port)) {}
    ~TcpClient() { close(socket_); }
    void send(const std::string& bytes) {
        ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    }

private:
    int socket_;
};

std::string pose_text(double x, double time) {
    return "{\"position\":[" + std::to_string(x) + ",0,0],\"time\":" + std::to_string(time) + "}";
}

TEST(UdpDevice, SwapsPosesForForces) {
    const auto device = make_udp_device(0);
    UdpClient client(port_of(*device));
    DevicePose pose;
    EXPECT_FALSE(device->read(0, pose));
    device->write(0.5, {{1, 2, 3}, {}});
    client.send(pose_text(0.25, 1));
    EXPECT_THAT(client.receive(5000), HasSubstr(R"({"force":[1,2,3])"));
    ASSERT_TRUE(eventually([&] { return device->read(0, pose); }));
    EXPECT_EQ(pose.position[0], 0.25);
    EXPECT_FALSE(device->read(0, pose));
    device->write(0.6, {});
    device->stop();
    EXPECT_THAT(client.receive(5000), HasSubstr(R"({"force":[0,0,0])"));
}

TEST(UdpDevice, BrokenAndLateMessagesCountForNothing) {
    const auto device = make_udp_device(0);
    UdpClient client(port_of(*device));
    client.send(pose_text(0.1, 10));
    EXPECT_NE(client.receive(5000), "");
    DevicePose pose;
    ASSERT_TRUE(eventually([&] { return device->read(0, pose); }));
    client.send("{\"position\":");
    client.send(std::string(60000, '['));
    client.send(pose_text(0.9, 9));
    client.send(pose_text(0.2, 11));
    EXPECT_NE(client.receive(5000), "");
    EXPECT_EQ(client.receive(50), "");
    ASSERT_TRUE(eventually([&] { return device->read(0, pose); }));
    EXPECT_EQ(pose.position[0], 0.2);
}

/// Broken, too long for a datagram of ours, empty; then a good one, which is answered.
TEST(UdpDevice, OutlivesTwentyThousandBrokenMessages) {
    const auto device = make_udp_device(0);
    UdpClient client(port_of(*device));
    std::mt19937_64 random(5);
    for (int k = 0; k < 20'000; ++k) {
        client.send(k % 1000 == 0 ? std::string(65'000, '{') : broken_message(pose_text(0.1, 1), random));
        if (k % 100 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    while (!client.receive(100).empty()) {
    }
    client.send(pose_text(0.3, 1e12));
    EXPECT_THAT(client.receive(5000), HasSubstr("force"));
}

TEST(UdpDevice, ASecondClientWaitsUntilTheFirstIsGone) {
    const auto device = make_udp_device(0);
    UdpClient first(port_of(*device)), second(port_of(*device));
    first.send(pose_text(0.1, 1));
    EXPECT_NE(first.receive(5000), "");
    second.send(pose_text(0.5, 1));
    EXPECT_EQ(second.receive(100), "");
    DevicePose pose;
    ASSERT_TRUE(eventually([&] { return device->read(0, pose); }));
    EXPECT_EQ(pose.position[0], 0.1);
    std::this_thread::sleep_for(std::chrono::duration<double>(client_gone_after + 0.1));
    second.send(pose_text(0.5, 0.5));
    EXPECT_NE(second.receive(5000), "");
}

TEST(UdpDevice, SaysWhyAPortCannotBeHad) {
    const auto device = make_udp_device(0);
    try {
        make_udp_device(port_of(*device));
        FAIL();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("cannot be had"));
    }
}

/// Hands another device's calls on, and tells other threads its force.
class OverheardDevice : public Device {
public:
    OverheardDevice(std::unique_ptr<Device> device, std::atomic<double>& force)
        : device_(std::move(device)), force_(force) {}
    bool read(double time, DevicePose& pose) override { return device_->read(time, pose); }
    void write(double time, const DeviceWrench& wrench) override {
        force_ = size_of(wrench.force);
        device_->write(time, wrench);
    }
    void stop() override { device_->stop(); }

private:
    std::unique_ptr<Device> device_;
    std::atomic<double>& force_;
};

/// Its hand presses, and is gone: no force. Another one comes, from elsewhere: the tool is where it was.
TEST(UdpDevice, ADeviceVanishesAndAnotherTakesOver) {
    auto device = make_udp_device(0);
    const int port = port_of(*device);
    std::atomic<double> force{0};
    std::atomic<bool> is_over{false};
    World world(ball_on_block());
    HapticReport report;
    std::thread session([&] {
        HapticSettings settings;
        settings.duration = 30;
        // Between steps: one that is given up in its middle has no report.
        settings.after_step = [&](const World&) {
            if (is_over) request_interruption();
        };
        report = feel(world, std::make_unique<OverheardDevice>(std::move(device), force), settings);
    });
    const auto press = [&](const Vector3& from, double slope) {
        UdpClient client(port);
        const auto begin = std::chrono::steady_clock::now();
        return eventually([&] {
            const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
            client.send("{\"position\":[" + std::to_string(from[0]) + "," +
                        std::to_string(from[1] - slope * since.count()) + ",0]}");
            return force > 0.2;
        });
    };
    EXPECT_TRUE(press({0, 0, 0}, 0.005));
    const auto gone = std::chrono::steady_clock::now();
    EXPECT_TRUE(eventually([&] { return force == 0; }));
    const std::chrono::duration<double> until = std::chrono::steady_clock::now() - gone;
    EXPECT_LT(until.count(), 0.5);
    std::this_thread::sleep_for(std::chrono::duration<double>(client_gone_after));
    EXPECT_EQ(force, 0);
    EXPECT_TRUE(press({3, -7, 0}, 0));
    is_over = true;
    session.join();
    clear_interruption();
    EXPECT_EQ(force, 0);
    EXPECT_GE(report.faults, 1);
    EXPECT_TRUE(report.passive);
}

/// A WebSocket client that sends a pose for each answer.
struct Client {
    std::mutex mutex;
    std::string last;
    std::atomic<int> answers{0}, connections{0};
    std::unique_ptr<WebSocketLink> link;

    explicit Client(int port) {
        link = connect_websocket(port, {[this] {
                                            ++connections;
                                            return pose_text(0.1, 1);
                                        },
                                        [this](std::string_view message) {
                                            const std::scoped_lock lock(mutex);
                                            last = message;
                                            ++answers;
                                            return answers < 5 ? pose_text(0.1 * (answers + 1), 1 + answers)
                                                               : std::string();
                                        },
                                        {}});
    }
    std::string text() {
        const std::scoped_lock lock(mutex);
        return last;
    }
};

TEST(WebSocketDevice, SwapsPosesForForcesAndSaysZeroInTheEnd) {
    const auto device = make_websocket_device(0);
    device->write(0, {{4, 0, 0}, {}});
    Client client(port_of(*device));
    ASSERT_TRUE(eventually([&] { return client.answers >= 5; }));
    EXPECT_THAT(client.text(), HasSubstr(R"({"force":[4,0,0])"));
    DevicePose pose;
    ASSERT_TRUE(device->read(0, pose));
    EXPECT_NEAR(pose.position[0], 0.5, 1e-6);
    device->write(1, {});
    device->stop();
    EXPECT_TRUE(eventually([&] { return client.answers >= 6; }));
    EXPECT_THAT(client.text(), HasSubstr(R"({"force":[0,0,0])"));
}

TEST(WebSocketDevice, ServesOneClientAtATime) {
    const auto device = make_websocket_device(0);
    Client first(port_of(*device));
    ASSERT_TRUE(eventually([&] { return first.answers >= 5; }));
    Client second(port_of(*device));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(second.answers, 0);
    first.link->close();
    first.link.reset();
    EXPECT_TRUE(eventually([&] { return second.answers >= 5; }));
}

/// Connections that are no WebSockets, that break off, and messages that are too long.
TEST(WebSocketDevice, OutlivesWhatIsNoClient) {
    const auto device = make_websocket_device(0);
    std::mt19937_64 random(6);
    for (int k = 0; k < 50; ++k) {
        TcpClient client(port_of(*device));
        std::string bytes = "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n";
        client.send(k % 2 ? broken_message(bytes, random)
                          : std::string(k * 2000, static_cast<char>(random())));
    }
    std::atomic<int> answers{0};
    auto oversized =
        connect_websocket(port_of(*device), {[] { return std::string(longest_message + 1, '['); },
                                             [&](std::string_view) {
                                                 ++answers;
                                                 return std::string();
                                             },
                                             {}});
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_EQ(answers, 0);
    oversized->close();
    Client good(port_of(*device));
    EXPECT_TRUE(eventually([&] { return good.answers >= 5; }));
}

/// Of text, as a connection that is sent other bytes is closed; each is answered, so that the client goes on.
TEST(WebSocketDevice, OutlivesTwoThousandBrokenMessages) {
    const auto device = make_websocket_device(0);
    std::mt19937_64 random(7);
    std::atomic<int> answers{0};
    const auto broken_text = [&] {
        std::string text = broken_message(pose_text(0.1, 1), random) + " ";
        for (char& c : text) c = static_cast<char>(c & 0x7f);
        return text;
    };
    const auto link = connect_websocket(
        port_of(*device), {broken_text,
                           [&](std::string_view) { return ++answers < 2000 ? broken_text() : std::string(); },
                           {}});
    EXPECT_TRUE(eventually([&] { return answers >= 2000; }));
}

/// Its connection stays open, as that of a device which lost its power does.
TEST(WebSocketDevice, ASilentClientGivesWay) {
    const auto device = make_websocket_device(0);
    Client first(port_of(*device));
    ASSERT_TRUE(eventually([&] { return first.answers >= 5; }));
    std::this_thread::sleep_for(std::chrono::duration<double>(client_gone_after));
    Client second(port_of(*device));
    EXPECT_TRUE(eventually([&] { return second.answers >= 5; }));
}

TEST(MakeDevice, SaysWhatIsAllowed) {
    HapticsDescription haptics;
    for (const char* wrong : {"", "mouse", "udp", "udp:", "udp:0", "udp:65536", "ws:x", "scripted",
                              "operator", "scripted:no-such-file.csv"})
        EXPECT_THROW(make_device(wrong, haptics), InputError) << wrong;
}

}  // namespace
}  // namespace limpet::haptics
