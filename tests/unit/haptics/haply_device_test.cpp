/// A Haply Inverse 3, of which there is a mock.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "haptics/network_devices.h"
#include "haptics/websocket_link.h"
#include "limpet/error.h"
#include "unit/haptics/eventually.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;

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

/// A service that owes an answer gets no second message: it would answer that one, too late for ever.
TEST(HaplyDevice, SendsOneMessagePerState) {
    std::atomic<int> received{0};
    const auto service = serve_websocket(
        0, {[] { return std::string(R"({"inverse3":[{"device_id":"AB12"}]})"); },
            [&](std::string_view) { return ++received < 10 ? HaplyService::state(1) : std::string(); },
            {}});
    const auto device = make_haply_device("ws://127.0.0.1:" + std::to_string(service->port()));
    ASSERT_TRUE(eventually([&] { return received >= 10; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(received, 10);
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

}  // namespace
}  // namespace limpet::haptics
