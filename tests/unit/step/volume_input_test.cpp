/// What users are told of scenes that volume contact cannot take, once the bodies are made.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/world.h"
#include "support/run_command.h"

namespace limpet {
namespace {

using testing::HasSubstr;
using testing_support::ScratchFolder;

Complaint complaint_of(const ScratchFolder& scratch, const std::string& shape,
                       const std::vector<std::string>& overrides) {
    const std::string file =
        scratch.file("scene.json", R"({"time": {"step": 0.005, "duration": 1}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "thing", "type": "rigid", "shape": )" +
                                       shape + R"(, "density": 1000, "position": [0, 0.2, 0]}],
        "contact": {"detection": {"type": "ldi",
          "pixel": 0.002}}})");
    try {
        const World world(load_scene(file, overrides));
    } catch (const InputError& error) {
        return error.complaints().front();
    }
    return {};
}

std::string detection_refusal(const std::string& detection, const std::string& body = R"({"sphere": 0.1})") {
    try {
        World world(parse_scene(R"({"bodies": [
            {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 1, 0]},
            {"name": "ground", "type": "static", "shape": )" +
                                body + R"(}], "contact": {"detection": )" + detection + "}}"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(VolumeInput, APixelLargerThanABodyIsNamedWithItsPlace) {
    const ScratchFolder scratch;
    const Complaint written = complaint_of(scratch, R"({"sphere": 0.0005})", {});
    EXPECT_EQ(written.line, 5);
    EXPECT_EQ(written.field, "contact.detection.pixel");
    EXPECT_THAT(written.message, HasSubstr("larger than \"thing\""));
    const Complaint set = complaint_of(scratch, R"({"sphere": 0.05})", {"contact.detection.pixel=0.12"});
    EXPECT_EQ(set.file, "--set");
    EXPECT_THAT(set.message, HasSubstr("larger than \"floor\""));
}

TEST(VolumeInput, ManyPixelsAreRefusedWithTheMemoryTheyWouldTake) {
    const ScratchFolder scratch;
    const Complaint complaint =
        complaint_of(scratch, R"({"sphere": 0.05})", {"contact.detection.pixel=5e-6"});
    EXPECT_THAT(complaint.message, HasSubstr("1.2e+09 pixels"));
    EXPECT_THAT(complaint.message, HasSubstr("about 240 GB"));
}

/// Static bodies are not drawn with each other, however large they are.
TEST(VolumeInput, LargeStaticBodiesTakeNoMemoryWithEachOther) {
    World world(parse_scene(R"({"time": {"step": 0.005, "duration": 1}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [40, 1, 40]}, "position": [0, -0.5, 0]},
        {"name": "ceiling", "type": "static", "shape": {"box": [40, 1, 40]}, "position": [0, 5.5, 0]},
        {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [0, 0.0495, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": "1 mm", "cell": "20 mm"}}})"));
    for (int i = 0; i < 5; ++i) world.step();
    EXPECT_GT(world.last_step().contacts, 0);
}

TEST(VolumeInput, AnOpenSurfaceIsRefusedWithTheSizeOfItsHole) {
    const ScratchFolder scratch;
    scratch.file("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    const Complaint complaint = complaint_of(scratch, R"({"file": "open.obj"})", {});
    EXPECT_THAT(complaint.message,
                HasSubstr("3 boundary edges around 1 hole: a rim of 3 edges, 4.24 m long"));
}

TEST(VolumeInput, SettingsThatCannotWorkAreRefusedWithTheReason) {
    EXPECT_EQ(detection_refusal(R"({"type": "ldi", "pixel": 0.01})"), "");
    EXPECT_NE(detection_refusal(R"({"type": "ldi", "pixel": 0.3})").find("contact.detection.pixel"),
              std::string::npos);
    EXPECT_NE(detection_refusal(R"({"type": "ldi", "pixel": 0.3})").find("ball"), std::string::npos);
    const std::string huge = detection_refusal(R"({"type": "ldi", "pixel": 1e-6, "self": true})");
    EXPECT_NE(huge.find("GB"), std::string::npos) << huge;
}

TEST(VolumeInput, ATiltedPlateThinnerThanAPixelIsRefused) {
    for (const char* degrees : {"0", "45"}) {
        const std::string refused =
            detection_refusal(R"({"type": "ldi", "pixel": 0.005})",
                              R"({"box": [0.5, 0.001, 0.5]}, "rotation": {"axis": [0, 0, 1], "degrees": )" +
                                  std::string(degrees) + "}");
        EXPECT_NE(refused.find("0.005 m is larger than \"ground\""), std::string::npos) << refused;
    }
}

TEST(VolumeInput, MoreContactsThanMemoryHoldsEndTheRunWithASentence) {
    World world(parse_scene(R"({"bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
        {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
         "position": [0.003, 0.0995, 0.001]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.001}}})"));
    try {
        world.step();
        FAIL() << "10 000 contacts of one body";
    } catch (const BreakdownError& error) {
        EXPECT_NE(std::string(error.what()).find("\"cube\" has 10"), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("GB"), std::string::npos) << error.what();
    }
}

/// A pin between the centres of pixels, which vertical rays miss: horizontal ones see it alone, and none sees
/// the floor's face.
TEST(VolumeInput, AFewPixelsWithoutADirectionAreNamedOnlyIfTheyLast) {
    for (const double speed : {0.0, 0.3}) {
        Scene scene =
            parse_scene(R"({"time": {"step": 0.005, "duration": 1}, "gravity": [0, 0, 0], "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [0.1, 0.05, 0.1]}, "position": [0, -0.025, 0]},
            {"name": "pin", "type": "rigid", "density": 1000, "shape": {"box": [0.0012, 0.03, 0.0012]},
             "position": [0, 0.0143, 0], "rotation": {"axis": [0, 1, 0], "degrees": 45}}],
            "contact": {"detection": {"type": "ldi", "pixel": 0.001}}})");
        scene.bodies[1].velocity = {0, speed, 0};
        World world(scene);
        world.step();
        EXPECT_GT(world.last_step().intersection_volume, 0) << "the set-up";
        EXPECT_LT(world.last_step().intersection_volume, 8e-9) << "the set-up";
        EXPECT_EQ(world.last_step().contacts, 0) << "the set-up";
        EXPECT_TRUE(world.warnings().empty());
        world.step();
        ASSERT_EQ(world.warnings().size(), speed == 0 ? 1u : 0u);
        for (const Warning& warning : world.warnings())
            EXPECT_THAT(warning.sentence, HasSubstr("without a direction to part in"));
    }
}

}  // namespace
}  // namespace limpet
