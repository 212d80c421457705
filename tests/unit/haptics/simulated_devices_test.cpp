#include "haptics/simulated_devices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace limpet::haptics {
namespace {

constexpr double hand_tick = 1e-3;

PosePath resting_path() {
    return path_of({{0, {0, 0, 0}}, {1, {0, 0, 0}}});
}

HapticOperator hand_of(double mass, double stiffness, double damping) {
    HapticOperator hand;
    hand.mass = mass;
    hand.stiffness = stiffness;
    hand.damping = damping;
    return hand;
}

/// Its places at the ticks under a constant force.
std::vector<double> places_under(Device& hand, double force, int ticks) {
    std::vector<double> places;
    DevicePose pose;
    for (int k = 0; k < ticks; ++k) {
        EXPECT_TRUE(hand.read(hand_tick * k, pose));
        hand.write(hand_tick * k, {{0, force, 0}, {}});
        places.push_back(pose.position[1]);
    }
    return places;
}

TEST(Operator, GivesWayByForceOverStiffness) {
    const auto hand = make_operator(resting_path(), hand_of(0.2, 400, 20));
    EXPECT_NEAR(places_under(*hand, 2, 3000).back(), 2.0 / 400, 1e-9);
}

/// x = F/k (1 − cos ωt), ω² = k/m, without damping.
TEST(Operator, SwingsWithItsMass) {
    const double mass = 0.25, stiffness = 500, omega = std::sqrt(stiffness / mass);
    const auto hand = make_operator(resting_path(), hand_of(mass, stiffness, 0));
    const std::vector<double> places = places_under(*hand, 1, 400);
    for (std::size_t k = 0; k < places.size(); k += 20)
        EXPECT_NEAR(places[k], (1 - std::cos(omega * hand_tick * static_cast<double>(k))) / stiffness,
                    1e-2 / stiffness + 5e-5)
            << k;
}

TEST(Operator, FollowsItsPathWhenNothingPushes) {
    const auto hand = make_operator(path_of({{0, {0, 0, 0}}, {1, {0, 0.1, 0}}}), hand_of(0.1, 500, 10));
    const std::vector<double> places = places_under(*hand, 0, 900);
    EXPECT_NEAR(places.back(), 0.1 * 0.899, 1e-5);
}

/// A loop that was late makes no hand jump: what it felt acts for so long, and no longer than 0.1 s.
TEST(Operator, OutlivesAPauseOfTheLoop) {
    const auto hand = make_operator(resting_path(), hand_of(0.05, 2000, 1));
    DevicePose pose;
    hand->read(0, pose);
    hand->write(0, {{0, 4, 0}, {}});
    hand->read(5, pose);
    EXPECT_LT(std::abs(pose.position[1]), 2 * 4.0 / 2000);
}

TEST(ScriptedDevice, GoesItsWayWhateverItFeels) {
    const auto device = make_scripted_device(path_of({{0, {0, 0, 0}}, {1, {0, -0.1, 0}}}));
    DevicePose pose;
    for (int k = 0; k <= 1000; ++k) {
        ASSERT_TRUE(device->read(hand_tick * k, pose));
        device->write(hand_tick * k, {{0, 100, 0}, {}});
        EXPECT_NEAR(pose.position[1], -1e-4 * k, 1e-12);
    }
}

}  // namespace
}  // namespace limpet::haptics
