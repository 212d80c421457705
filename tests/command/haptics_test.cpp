/// `limpet haptics` as users call it: devices behind a network, Ctrl-C, calls that are wrong.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <thread>

#include "support/loopback.h"
#include "support/paths.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using namespace testing_support;

/// A UDP port that is free now.
int free_port() {
    const int probe = socket(AF_INET, SOCK_DGRAM, 0);
    sockaddr_in own{};
    own.sin_family = AF_INET;
    own.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof own;
    bind(probe, reinterpret_cast<sockaddr*>(&own), size);
    getsockname(probe, reinterpret_cast<sockaddr*>(&own), &size);
    close(probe);
    return ntohs(own.sin_port);
}

/// A hand behind UDP that goes down by 5 mm/s, wherever it was when the session began, and hears what it
/// gets.
class PressingClient {
public:
    explicit PressingClient(int port) : socket_(connected_to_loopback(SOCK_DGRAM, port)) {
        thread_ = std::thread([this] { press(); });
    }
    ~PressingClient() { stop(); }
    void stop() {
        done_ = true;
        if (!thread_.joinable()) return;
        thread_.join();
        close(socket_);
    }
    bool feels() const { return feels_; }
    std::string last() const { return last_; }

private:
    void press() {
        const auto begin = std::chrono::steady_clock::now();
        while (!done_) {
            const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
            const std::string pose = "{\"position\":[0," + std::to_string(-0.005 * since.count()) + ",0]}";
            ::send(socket_, pose.data(), pose.size(), 0);
            hear(2);
        }
        while (hear(200)) {
        }
    }
    bool hear(int wait_ms) {
        pollfd waiting{socket_, POLLIN, 0};
        std::array<char, 1024> buffer{};
        if (poll(&waiting, 1, wait_ms) <= 0) return false;
        const ssize_t length = recv(socket_, buffer.data(), buffer.size(), 0);
        if (length <= 0) return false;
        last_.assign(buffer.data(), static_cast<std::size_t>(length));
        feels_ = feels_ || last_.find("{\"force\":[0,0,0]") != 0;
        return true;
    }

    int socket_;
    std::atomic<bool> done_{false}, feels_{false};
    std::string last_;
    std::thread thread_;
};

constexpr const char* no_force = "{\"force\":[0,0,0],\"torque\":[0,0,0]";

TEST(HapticsCommand, CtrlCLeavesTheDeviceWithoutForce) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const int port = free_port();
    PressingClient client(port);
    const auto result = interrupt_limpet({"haptics", "verify_felt_block", "--device",
                                          "udp:" + std::to_string(port), "--duration", "60", "--out", out},
                                         [&] { return client.feels(); });
    client.stop();
    EXPECT_EQ(result.exit_code, 130) << result.output;
    EXPECT_TRUE(client.feels());
    EXPECT_THAT(result.output, HasSubstr("forces are zero"));
    EXPECT_THAT(client.last(), testing::StartsWith(no_force));
    EXPECT_THAT(text_of_file(scratch.path() / "out/haptics.json"), HasSubstr("\"passive\": true"));
}

/// The simulation breaks down under the hand: what it had is written, and the force is gone.
TEST(HapticsCommand, ABreakdownLeavesTheDeviceWithoutForce) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const std::string path = scratch.file("path.csv", "time,x,y,z\n0,0,0,0\n0.3,0,-0.004,0\n");
    // A blow that no step outlives.
    const std::string commands =
        scratch.file("commands.jsonl", R"({"step": 60, "apply_force": {"body": 1, "force": [1e300, 0, 0]}})"
                                       "\n");
    const auto result = run_limpet({"haptics", "verify_felt_wall", "--device", "scripted:" + path,
                                    "--lockstep", "--commands", commands, "--out", out});
    EXPECT_EQ(result.exit_code, 3) << result.output;
    const std::string rows = text_of_file(scratch.path() / "out/haptics.csv");
    const std::string last = rows.substr(rows.rfind('\n', rows.size() - 2) + 1);
    std::istringstream cells(last);
    std::vector<std::string> values;
    for (std::string cell; std::getline(cells, cell, ',');) values.push_back(cell);
    ASSERT_GT(values.size(), 21u);
    for (std::size_t i = 15; i < 21; ++i) EXPECT_EQ(std::stod(values[i]), 0) << last;
}

/// Of the forces that the client shows, in N.
double largest_upward_force(const std::string& shown) {
    double largest = 0;
    std::istringstream rows(shown);
    for (std::string row; std::getline(rows, row, '\r');) {
        double t = 0, x = 0, y = 0;
        if (std::sscanf(row.c_str(), "t = %lf s: force [%lf, %lf", &t, &x, &y) == 3)
            largest = std::max(largest, y);
    }
    return largest;
}

/// The client of 40 lines that the documentation hands out. It goes down by 10 mm: a force upwards, of
/// newtons.
TEST(HapticsCommand, ServesTheClientInPython) {
    if (std::system("python3 -c '' > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no Python";
    constexpr double pressing = 0.3;  // N
    const std::string client = std::string(LIMPET_ROOT) + "/tools/haptics_udp_client";
    EXPECT_LE(std::ranges::count(text_of_file(client), '\n'), 41);
    const ScratchFolder scratch;
    const int port = free_port();
    std::string shown;
    std::atomic<bool> done{false};
    std::thread hand([&] {
        const std::string call = "python3 '" + client + "' " + std::to_string(port) + " 60 2>&1";
        std::FILE* pipe = popen(call.c_str(), "r");
        std::array<char, 256> part{};
        while (pipe && largest_upward_force(shown) < pressing && std::fgets(part.data(), part.size(), pipe))
            shown += part.data();
        done = true;
        if (pipe) pclose(pipe);  // the client cannot show any more, and ends
    });
    const auto result = interrupt_limpet(
        {"haptics", "verify_felt_block", "--device", "udp:" + std::to_string(port), "--duration", "60",
         "--set", "haptics.ramp=0", "--out", (scratch.path() / "out").string()},
        [&] { return done.load(); });
    hand.join();
    EXPECT_EQ(result.exit_code, 130) << result.output;
    EXPECT_GE(largest_upward_force(shown), pressing) << shown;
    EXPECT_THAT(shown, testing::Not(HasSubstr("Traceback")));
}

TEST(HapticsCommand, WrongCallsGetASentence) {
    const ScratchFolder scratch;
    const std::string out = (scratch.path() / "out").string();
    const auto refused = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"haptics"};
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), {"--out", out, "--lockstep"});
        const auto result = run_limpet(all);
        EXPECT_EQ(result.exit_code, 2) << result.output;
        return result.output;
    };
    const std::string hand = "operator";
    for (const char* rate : {"0", "1e9", "-5", "nan"})
        EXPECT_THAT(refused({"haptics_rub", "--device", hand, "--rate", rate}), HasSubstr("100 to 10000 Hz"));
    EXPECT_THAT(refused({"haptics_rub", "--device", "joystick"}), HasSubstr("scripted:FILE.csv"));
    EXPECT_THAT(refused({"haptics_rub", "--device", hand, "--device", hand}), HasSubstr("one per tool"));
    EXPECT_THAT(refused({"haptics_grasp", "--device", hand}), HasSubstr("one per tool"));
    EXPECT_THAT(refused({"drop", "--device", hand}), HasSubstr("haptics"));
    EXPECT_THAT(refused({"haptics_rub", "--device", hand, "--set", "haptics.tool.body=blok"}),
                HasSubstr("block"));
    EXPECT_THAT(refused({"haptics_rub", "--device", "udp:70000"}), HasSubstr("1 to 65535"));
}

}  // namespace
}  // namespace limpet
