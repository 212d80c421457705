#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "haptics/device_json.h"
#include "unit/haptics/broken_messages.h"

namespace limpet::haptics {
namespace {

using testing::HasSubstr;

TEST(PoseMessage, ReadsWhatTheContractSays) {
    const auto read = read_pose_message(
        R"({"position": [0.1, -2, 3e-3], "orientation": [1, 0, 0, 0], "buttons": [0, 1, true], "time": 4.5})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->pose.position, (Vector3{0.1, -2, 3e-3}));
    EXPECT_EQ(read->pose.orientation, (std::array<double, 4>{1, 0, 0, 0}));
    EXPECT_EQ(read->pose.buttons, 6u);
    EXPECT_EQ(read->time, 4.5);
    EXPECT_TRUE(read_pose_message(R"({"position": [1, 2, 3]})"));
}

TEST(PoseMessage, NotANumberIsAFaultOfTheDevice) {
    const auto read = read_pose_message(R"({"position": [NaN, 0, 0]})");
    ASSERT_TRUE(read);
    EXPECT_TRUE(std::isnan(read->pose.position[0]));
}

TEST(PoseMessage, RefusesAnythingElse) {
    for (const char* message :
         {"", "{", "[]", "null", "{}", R"({"position": 1})", R"({"position": [1, 2]})",
          R"({"position": [1, 2, "3"]})", R"({"position": [1, 2, 3], "orientation": [1, 0, 0]})",
          R"({"position": [1, 2, 3]} x)", "\xff\xfe\x00", R"({"force": [1, 2, 3]})"})
        EXPECT_FALSE(read_pose_message(message)) << message;
    EXPECT_FALSE(
        read_pose_message(R"({"position": [1, 2, 3], "pad": ")" + std::string(1 << 16, 'x') + "\"}"));
    EXPECT_FALSE(read_pose_message(std::string(60000, '[')));
}

TEST(PoseMessage, AnswersReadBackToTheSameNumbers) {
    const std::string text = wrench_message({{0.1, -1e-9, 3}, {0, 2, 1.0 / 3}}, 0.25);
    EXPECT_EQ(text, R"({"force":[0.1,-1e-09,3],"torque":[0,2,0.3333333333333333],"time":0.25})");
    EXPECT_THAT(wrench_message({{std::nan(""), 0, 0}, {}}, 0), HasSubstr("null"));
}

constexpr const char* haply_state = R"({"inverse3": [{"device_id": "14F7", "state": {
    "cursor_position": {"x": 0.01, "y": 0.02, "z": 0.03}, "cursor_velocity": {"x": 0, "y": 0, "z": 0}}}],
    "verse_grip": [{"device_id": "61576", "state": {"orientation": {"x": 0, "y": 0, "z": 1, "w": 0},
    "buttons": {"a": false, "b": true, "c": false}}}]})";

/// z up, y away from the user, in y up, z towards the user.
TEST(HaplyMessage, TurnsTheDevicesAxesIntoTheWorlds) {
    const auto read = read_haply_message(haply_state);
    ASSERT_TRUE(read && read->pose);
    EXPECT_EQ(read->device, "14F7");
    EXPECT_EQ(read->pose->position, (Vector3{0.01, 0.03, -0.02}));
    EXPECT_EQ(read->pose->orientation, (std::array<double, 4>{0, 0, 1, 0}));
    EXPECT_EQ(read->pose->buttons, 2u);
    const std::string command = haply_command("14F7", {1, 2, 3}, true);
    EXPECT_THAT(command, HasSubstr(R"("vector":{"x":1,"y":-3,"z":2})"));
    EXPECT_THAT(command, HasSubstr(R"("session":{"configure":{"profile")"));
    EXPECT_THAT(haply_command("14F7", {}, false), testing::Not(HasSubstr("session")));
}

TEST(HaplyMessage, AnInventoryHasNoPose) {
    const auto read =
        read_haply_message(R"({"inverse3": [{"device_id": "14F7", "status": {}}], "verse_grip": []})");
    ASSERT_TRUE(read);
    EXPECT_EQ(read->device, "14F7");
    EXPECT_FALSE(read->pose);
    EXPECT_TRUE(read_haply_message(R"({"inverse3": []})"));
    EXPECT_FALSE(read_haply_message("inverse3"));
}

/// Whatever comes is refused or read; what is read has finite buttons and numbers in their places.
void read_broken_messages(long count) {
    std::mt19937_64 random(20261118);
    const std::string pose =
        R"({"position":[0.1,-0.2,0.3],"orientation":[1,0,0,0],"buttons":[0,1],"time":1.5})";
    long understood = 0;
    for (long i = 0; i < count; ++i) {
        if (const auto read = read_pose_message(broken_message(pose, random))) {
            ++understood;
            ASSERT_TRUE(!read->time || std::isfinite(*read->time));
        }
        read_haply_message(broken_message(haply_state, random));
    }
    EXPECT_GT(understood, count / 100);
    EXPECT_LT(understood, count);
}

TEST(BrokenMessages, AreReadOrRefused) {
    read_broken_messages(5000);
}
TEST(BrokenMessagesLong, AMillionAreReadOrRefused) {
    read_broken_messages(1'000'000);
}

}  // namespace
}  // namespace limpet::haptics
