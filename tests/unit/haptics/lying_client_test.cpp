/// A client that sends whatever comes to its mind, in any order, on the whole way from its messages to where
/// they put the tool.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "haptics/input_guard.h"
#include "haptics/pose_receiver.h"
#include "unit/haptics/broken_messages.h"

namespace limpet::haptics {
namespace {

constexpr double client_tick = 1e-3;

class LyingClient {
public:
    explicit LyingClient(std::uint64_t seed) : random_(seed) {}

    /// A good message, one that is broken, one from long ago, one of far away, one that is too long.
    std::string next() {
        time_ += client_tick;
        const double place = 0.01 * std::sin(time_);
        switch (random_() % 8) {
            case 0:
                return broken_message(pose(place, time_), random_);
            case 1:
                return pose(place, time_ - 1e-3 * static_cast<double>(random_() % 5000));
            case 2:
                return pose(
                    place + (random_() % 2 ? 1 : -1) * std::ldexp(1.0, static_cast<int>(random_() % 60)),
                    time_);
            case 3:
                return random_() % 50 == 0 ? "{\"pad\":\"" + std::string(longest_message, 'x') + "\"," +
                                                 pose(place, time_).substr(1)
                                           : pose(place, time_) + std::string(random_() % 3, '}');
            case 4:
                return "{\"position\":[NaN,0,0],\"time\":" + std::to_string(time_) + "}";
            default:
                return pose(place, time_);
        }
    }

private:
    static std::string pose(double x, double time) {
        return "{\"position\":[" + std::to_string(x) +
               ",0,0],\"orientation\":[1,0,0,0],\"time\":" + std::to_string(time) + "}";
    }
    std::mt19937_64 random_;
    double time_ = 0;
};

void listen_to_lies(long messages) {
    LyingClient client(20261119);
    Mailbox mailbox;
    PoseReceiver receiver(mailbox);
    HapticsDescription haptics;
    InputGuard guard(haptics, {});
    long good = 0, trusted = 0;
    double newest = -1, heard = 0;
    Vec3 before = Vec3::Zero();
    for (long k = 0; k < messages; ++k) {
        const std::string message = client.next();
        const auto read = read_pose_message(message);
        const double now = 1 + client_tick * static_cast<double>(k);
        const bool taken = receiver.receive(message, now);
        // What is out of order counts for nothing, unless nothing else came for a second.
        ASSERT_EQ(taken, read && (!read->time || *read->time > newest || now - heard > client_gone_after));
        if (taken) heard = now;
        if (taken && read->time) newest = *read->time;
        good += taken;
        DevicePose pose;
        const bool fresh = mailbox.read(pose);
        ASSERT_EQ(fresh, taken);
        const InputGuard::View view =
            guard.look(client_tick * static_cast<double>(k), fresh ? &pose : nullptr);
        ASSERT_TRUE(view.target.position.allFinite() && view.moved.allFinite());
        ASSERT_GE(view.trust, 0);
        ASSERT_LE(view.trust, 1);
        // A tool never goes further than its device may, or than a device that came back.
        ASSERT_LE((view.target.position - before).norm(), 0.02 + haptics.max_speed * haptics.stale_after);
        before = view.target.position;
        trusted += view.trust > 0;
    }
    // A time that is broken may be of the far future: a second without a pose.
    EXPECT_GT(good, messages / 100);
    EXPECT_LT(good, messages * 9 / 10);
    EXPECT_LT(trusted, messages / 100);
    EXPECT_GT(guard.faults(), 0);
}

TEST(LyingClient, NeverMovesTheToolFarNorFeelsAForce) {
    listen_to_lies(20'000);
}
TEST(LyingClientLong, AMillionMessages) {
    listen_to_lies(1'000'000);
}

}  // namespace
}  // namespace limpet::haptics
