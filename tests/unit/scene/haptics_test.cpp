/// Tools of devices in scenes: what is read, and what is wrong with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/scene.h"

namespace limpet {
namespace {

using testing::HasSubstr;

std::string haptic_scene_with(const std::string& haptics, const std::string& rest = R"("contact": {})") {
    return R"({"materials": {"gel": {}}, "bodies": [
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.05}, "density": 500},
        {"name": "plate", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -1, 0]},
        {"name": "bar", "type": "soft", "shape": {"box": [0.3, 0.1, 0.1]}, "element": 0.1, "material": "gel",
         "position": [0, 1, 0],
         "motion": [{"name": "grip", "nodes": {"box": [[-1, -1, -1], [-0.14, 1, 1]]}, "keyframes": [[0, [0, 0, 0]]]}]}],
        "haptics": )" +
           haptics + ", " + rest + "}";
}

std::string complaint_about(const std::string& text) {
    try {
        parse_scene(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(HapticsOfScenes, ReadAsTheContractHasThem) {
    const Scene scene = parse_scene(haptic_scene_with(
        R"({"tool": "ball", "scale": 2, "coupling": {"stiffness": 300, "damping": 1}, "max_force": 3,
            "max_force_rate": 1000, "stale_after": "40 ms", "origin": [0, "5 mm", 0]})"));
    ASSERT_EQ(scene.haptics.size(), 1u);
    const HapticsDescription& haptics = scene.haptics[0];
    EXPECT_EQ(haptics.tool, HapticTool{"ball"});
    EXPECT_EQ(haptics.scale, 2);
    EXPECT_EQ(haptics.coupling.stiffness, 300);
    EXPECT_EQ(haptics.stale_after, 0.04);
    EXPECT_EQ(haptics.origin, (Vector3{0, 0.005, 0}));
    EXPECT_EQ(parse_scene(scene_to_json(scene), "").haptics, scene.haptics);
}

TEST(HapticsOfScenes, MayBeAListAndNameAGroup) {
    const Scene scene =
        parse_scene(haptic_scene_with(R"([{"tool": "plate"}, {"tool": {"body": "bar", "group": "grip"}}])"));
    ASSERT_EQ(scene.haptics.size(), 2u);
    EXPECT_EQ(scene.haptics[0].max_force, 4);
    EXPECT_EQ(scene.haptics[1].tool, (HapticTool{"bar", "grip"}));
    EXPECT_EQ(parse_scene(scene_to_json(scene), "").haptics, scene.haptics);
}

TEST(HapticsOfScenes, WrongOnesGetASentence) {
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": "bal"})")), HasSubstr("did you mean \"ball\""));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": "bar"})")), HasSubstr("\"group\": GROUP"));
    EXPECT_THAT(complaint_about(R"({"time": {"step": 1e-4}, "bodies": [{"name": "cell", "type": "particles",
                    "shape": {"sphere": 0.05}, "shape_memory": 10, "density": 1000}],
                    "contact": {}, "haptics": {"tool": "cell"}})"),
                HasSubstr("nothing holds"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": {"body": "bar", "group": "grib"}})")),
                HasSubstr("did you mean \"grip\""));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": {"body": "ball", "group": "grip"}})")),
                HasSubstr("moves as a whole"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"([{"tool": "ball"}, {"tool": "ball"}])")),
                HasSubstr("each tool for one device"));
    EXPECT_THAT(
        complaint_about(haptic_scene_with(R"({"tool": "ball", "max_force": 100, "max_force_rate": 10})")),
        HasSubstr("to fade"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": "ball"})", R"("gravity": [0, 0, 0])")),
                HasSubstr("nothing collides"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": "ball"})",
                                                  R"("contact": {}, "solver": {"type": "anticipation"})")),
                HasSubstr("needs W"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"scale": 1})")), HasSubstr("tool: missing"));
    EXPECT_THAT(complaint_about(haptic_scene_with(R"({"tool": "ball", "scale": 0})")),
                HasSubstr("haptics[0].scale"));
}

}  // namespace
}  // namespace limpet
