/// Fields by their paths: looked at, and changed where they are live.

#include "limpet/live_fields.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"

namespace limpet {
namespace {

using testing::Contains;
using testing::HasSubstr;

Scene live_scene() {
    return parse_scene(R"({"gravity": [0, -9.81, 0], "materials": {"gel 1.5": {"damping": {"mass": 0.5}}},
        "bodies": [{"name": "floor.one", "type": "static", "shape": {"box": [1, 1, 1]}},
                   {"name": "ball", "type": "rigid", "density": 100, "shape": {"sphere": 0.1}, "position": [0, 2, 0]},
                   {"name": "gel", "type": "soft", "material": "gel 1.5", "shape": {"box": [1, 1, 1]}, "position": [3, 2, 0]}],
        "contact": {"detection": {"distance": "5 mm"}, "law": {"friction": 0.4, "adhesion": {"energy": 2}},
                    "pairs": [{"bodies": ["ball", "floor.one"], "law": {"friction": 0.1}}]}})");
}

std::string refusal_of_set(const std::string& path, const std::string& value) {
    try {
        with_live_field(live_scene(), path, value);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(LiveFields, AreFoundByPathsAsOverridesHaveThem) {
    const Scene scene = live_scene();
    EXPECT_EQ(field_json(scene, "gravity"), "[0,-9.81,0]");
    EXPECT_EQ(field_json(scene, "gravity[1]"), "-9.81");
    EXPECT_EQ(field_json(scene, "contact.detection.distance"), "0.005");
    EXPECT_EQ(field_json(scene, "contact.detection.cell"), "null") << "left out";
    EXPECT_EQ(field_json(scene, "contact.law.friction"), "0.4");
    EXPECT_EQ(field_json(scene, "contact.law.friction.kinetic"), "0.4");
    EXPECT_EQ(field_json(scene, "contact.law.adhesion.stiffness"), "1e+06");
    EXPECT_EQ(field_json(scene, "contact.pairs[0].bodies[1]"), "\"floor.one\"");
    EXPECT_EQ(field_json(scene, "materials.gel 1.5.damping.mass"), "0.5") << "names may have dots";
    EXPECT_EQ(field_json(scene, "bodies.floor.one.type"), "\"static\"");
    EXPECT_EQ(field_json(scene, "bodies.ball.shape.sphere"), "0.1");
    EXPECT_EQ(field_json(scene, "bodies[1].friction"), "null");
    EXPECT_EQ(field_json(scene, "solver.type"), "\"auto\"");
}

TEST(LiveFields, AreSetWithUnitsTextsAndLists) {
    const auto set = [](const std::string& path, const std::string& value) {
        return field_json(with_live_field(live_scene(), path, value), path);
    };
    EXPECT_EQ(set("contact.detection.distance", "8 mm"), "0.008");
    EXPECT_EQ(set("contact.detection.distance", "\"8 mm\""), "0.008");
    EXPECT_EQ(set("gravity", "[0, \"-1 m/s^2\", 0]"), "[0,-1,0]");
    EXPECT_EQ(set("gravity[0]", "0.1"), "0.1");
    EXPECT_EQ(set("solver.type", "nsgs"), "\"nsgs\"");
    EXPECT_EQ(set("contact.law.friction", "{\"static\": 0.6, \"kinetic\": 0.2}"),
              "{\"static\":0.6,\"kinetic\":0.2}");
    EXPECT_EQ(set("contact.pairs[0].law", "{\"viscosity\": 3}"), "{\"viscosity\":3}")
        << "given anew as a whole";
    EXPECT_EQ(set("bodies.ball.friction", "0.9"), "0.9") << "left out before";
    EXPECT_EQ(set("materials.gel 1.5.damping.stiffness", "2 ms"), "0.002");
    EXPECT_EQ(set("camera.up", "[0, 0, 1]"), "[0,0,1]");
    const Scene changed = with_live_field(live_scene(), "contact.law.adhesion.energy", "3");
    EXPECT_EQ(changed.contact->law.adhesion->energy, 3);
    EXPECT_EQ(changed.contact->law.friction, Friction(0.4)) << "all else stays";
}

TEST(LiveFields, OthersAreRefusedWithLiveOnesNearThem) {
    EXPECT_THAT(refusal_of_set("time.step", "0.1"),
                HasSubstr("time.step: cannot change while the world runs"));
    EXPECT_THAT(
        refusal_of_set("contact.detection.type", "ldi"),
        HasSubstr(
            "allowed: the live fields contact.detection.distance, contact.detection.cell, contact.kappa"));
    EXPECT_THAT(refusal_of_set("materials.gel 1.5.young", "1"), HasSubstr("materials[NAME].damping"));
    EXPECT_THAT(refusal_of_set("bodies.ball.density", "1"), HasSubstr("bodies[].friction"));
}

TEST(LiveFields, ValuesAndPathsAreCheckedAsInFiles) {
    EXPECT_THAT(refusal_of_set("contact.law.friction", "-1"),
                HasSubstr("contact.law.friction: found -1; allowed: a ratio"));
    EXPECT_THAT(refusal_of_set("contact.detection.distance", "8 kg"), HasSubstr("found \"8 kg\""));
    EXPECT_THAT(refusal_of_set("contact.law.frition", "1"), HasSubstr("did you mean \"friction\"?"));
    EXPECT_THAT(refusal_of_set("bodies.bal.friction", "1"), HasSubstr("did you mean \"ball\"?"));
    EXPECT_THAT(refusal_of_set("materials.gel 2", "1"),
                HasSubstr("nothing has the name \"gel 2\"; allowed: gel 1.5"));
    EXPECT_THAT(refusal_of_set("gravity[3]", "1"), HasSubstr("index 3 in a list of 3; allowed: 0 to 2"));
    EXPECT_THAT(refusal_of_set("bodies[9].friction", "1"), HasSubstr("index 9 in a list of 3"));
    EXPECT_THAT(refusal_of_set("", "1"), HasSubstr("an empty path"));
    EXPECT_THAT(
        refusal_of_set("contact.law.adhesion.reference_gap", "4 mm"),
        HasSubstr("contact.law.adhesion.reference_gap: found 0.004, with bonds that reach twice as far"))
        << "what fields mean together, too";
    EXPECT_THAT(refusal_of_set("solver.type", "pgs"), HasSubstr("\"pgs\", which knows"));
    EXPECT_THAT(refusal_of_set("gravity", "[0, 1e999, 0]"), HasSubstr("gravity: found"));
}

TEST(LiveFields, WhatWasWrongBeforeStaysPossible) {
    Scene scene = live_scene();
    scene.bodies.erase(scene.bodies.begin() + 1);
    EXPECT_THROW(validate(scene), InputError) << "a pair names a body that is gone";
    EXPECT_EQ(with_live_field(scene, "gravity[1]", "-1").gravity[1], -1);
    scene.bodies.clear();
    EXPECT_EQ(with_live_field(scene, "gravity[1]", "-1").gravity[1], -1);
    EXPECT_THROW(with_live_field(scene, "gravity[1]", "1e30"), InputError);
}

TEST(LiveFields, AreListed) {
    const std::vector<std::string> live = live_fields();
    for (const char* path :
         {"gravity", "solver", "contact.law", "contact.pairs[].law", "camera", "contact.detection.distance",
          "contact.detection.cell", "bodies[].friction", "bodies[].color", "materials[NAME].damping"})
        EXPECT_THAT(live, Contains(path));
    EXPECT_THAT(scene_reference_markdown(), HasSubstr("*Live.*"));
    EXPECT_THAT(scene_json_schema(), HasSubstr("Live: can change while a world runs."));
}

}  // namespace
}  // namespace limpet
