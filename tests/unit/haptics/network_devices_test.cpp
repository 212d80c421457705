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
#include <functional>
#include <mutex>
#include <thread>

#include "haptics/network_devices.h"
#include "haptics/websocket_link.h"
#include "limpet/error.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;

/// Machines may be busy: what happens within milliseconds is given seconds.
bool eventually(const std::function<bool()>& condition) {
    for (int k = 0; k < 2000; ++k) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

class UdpClient {
public:
    explicit UdpClient(int port) : socket_(socket(AF_INET, SOCK_DGRAM, 0)) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to);
    }
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

/// Its connection stays open, as that of a device which lost its power does.
TEST(WebSocketDevice, ASilentClientGivesWay) {
    const auto device = make_websocket_device(0);
    Client first(port_of(*device));
    ASSERT_TRUE(eventually([&] { return first.answers >= 5; }));
    std::this_thread::sleep_for(std::chrono::duration<double>(client_gone_after));
    Client second(port_of(*device));
    EXPECT_TRUE(eventually([&] { return second.answers >= 5; }));
}

/// A mock of Haply's service, with its quirks: an inventory first, then one state per message and not one
/// more, some of them events without a state.
struct HaplyService {
    std::mutex mutex;
    std::vector<std::string> received;
    std::unique_ptr<WebSocketLink> link;

    explicit HaplyService(int port = 0) {
        link = serve_websocket(
            port,
            {[] { return std::string(R"({"inverse3":[{"device_id":"AB12","config":{}}],"verse_grip":[]})"); },
             [this](std::string_view message) {
                 const std::scoped_lock lock(mutex);
                 received.emplace_back(message);
                 return state(received.size());
             },
             {}});
    }
    static std::string state(std::size_t count) {
        if (count % 5 == 0) return R"({"event":"grip-battery"})";
        return R"({"inverse3":[{"device_id":"AB12","state":{"cursor_position":{"x":0,"y":0,"z":)" +
               std::to_string(1e-3 * static_cast<double>(count % 7)) + "}}}]}";
    }
    std::size_t count() {
        const std::scoped_lock lock(mutex);
        return received.size();
    }
    std::string message(std::size_t i) {
        const std::scoped_lock lock(mutex);
        return received.at(i);
    }
};

TEST(HaplyDevice, AnswersEachMessageOnceWithTheNewestForce) {
    HaplyService service;
    const auto device = make_haply_device("ws://127.0.0.1:" + std::to_string(service.link->port()));
    ASSERT_TRUE(eventually([&] { return service.count() > 20; }));
    EXPECT_THAT(service.message(0), HasSubstr("profile"));
    EXPECT_THAT(service.message(0), HasSubstr("AB12"));
    EXPECT_THAT(service.message(1), testing::Not(HasSubstr("profile")));
    DevicePose pose;
    EXPECT_TRUE(eventually([&] { return device->read(0, pose); }));
    device->write(0, {{0, 3, 0}, {}});
    const std::size_t now = service.count();
    ASSERT_TRUE(eventually([&] { return service.count() > now + 2; }));
    EXPECT_THAT(service.message(now + 2), HasSubstr(R"("vector":{"x":0,"y":0,"z":3})"));
    device->write(1, {});
    device->stop();
    const std::size_t last = service.count();
    EXPECT_TRUE(eventually([&] { return service.count() > 0; }));
    EXPECT_THAT(service.message(last - 1), HasSubstr("set_cursor_force"));
}

TEST(HaplyDevice, ComesBackAfterTheConnectionDropped) {
    auto service = std::make_unique<HaplyService>();
    const int port = service->link->port();
    const auto device = make_haply_device("ws://localhost:" + std::to_string(port));
    ASSERT_TRUE(eventually([&] { return service->count() > 5; }));
    service->link->close();
    service.reset();
    service = std::make_unique<HaplyService>(port);
    EXPECT_TRUE(eventually([&] { return service->count() > 5; }));
    EXPECT_THAT(service->message(0), HasSubstr("profile"));
}

TEST(HaplyDevice, StaysOnThisMachine) {
    EXPECT_THROW(make_haply_device("ws://example.org:10001"), InputError);
    EXPECT_THROW(make_haply_device("ws://127.0.0.1:0"), InputError);
}

TEST(MakeDevice, SaysWhatIsAllowed) {
    HapticsDescription haptics;
    for (const char* wrong : {"", "mouse", "udp", "udp:", "udp:0", "udp:65536", "ws:x", "scripted",
                              "operator", "scripted:no-such-file.csv"})
        EXPECT_THROW(make_device(wrong, haptics), InputError) << wrong;
}

}  // namespace
}  // namespace limpet::haptics
