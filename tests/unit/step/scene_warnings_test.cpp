/// Warnings before the first step: each of them on a scene that deserves it, and not on one that does not.

#include "step/scene_warnings/scene_warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/warnings.h"

namespace limpet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

World world_of(const std::string& rest, const std::string& time = R"({"step": 0.005, "duration": 0.5})") {
    return World(parse_scene(R"({"time": )" + time +
                             R"(, "materials": {"gel": {"young": 5e4, "damping": {"stiffness": 0.01}}}, )" +
                             rest + "}"));
}

const std::string plane_text = R"({"name": "floor", "type": "static", "shape": {"plane": [1, 1]}})";

std::string falling_cube(const std::string& more = "") {
    return R"({"name": "cube", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "material": "gel", "element": 0.05,
               "position": [0, 0.1, 0])" +
           more + "}";
}

TEST(SceneWarnings, BodiesThatMeetWithoutContact) {
    const std::string bodies = R"("bodies": [)" + plane_text + "," + falling_cube() + "]";
    const World falls = world_of(bodies);
    const auto found = warnings_of(falls, "no-contact");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("floor", "cube"));
    EXPECT_THAT(found[0].sentence, HasSubstr("meet after 0.101 s")) << "50 mm of free fall";
    EXPECT_THAT(found[0].sentence, HasSubstr("add \"contact\": {}"));
    EXPECT_THAT(world_of(bodies + R"(, "contact": {})").warnings(), IsEmpty());
    EXPECT_THAT(world_of(bodies, R"({"step": 0.005, "duration": 0.05})").warnings(), IsEmpty())
        << "it does not get so far";
    EXPECT_THAT(world_of(R"("gravity": [0, 0, 0], )" + bodies).warnings(), IsEmpty());
    EXPECT_THAT(world_of(R"("gravity": [0, 9.81, 0], )" + bodies).warnings(), IsEmpty()) << "away from it";
    EXPECT_THAT(world_of(R"("bodies": [)" + plane_text + "," +
                         falling_cube(R"(, "fixed": {"box": [[-1, 0.04, -1], [1, 1, 1]]})") + "]")
                    .warnings(),
                IsEmpty())
        << "it is held";
}

/// Bodies that fall side by side never meet, however long.
TEST(SceneWarnings, WhatFallsAlikeDoesNotMeet) {
    const std::string one = R"({"name": "one", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}})";
    const auto other = [](const std::string& velocity) {
        return R"({"name": "other", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}, "position": [0, 0.3, 0],
                   "velocity": )" +
               velocity + "}";
    };
    EXPECT_THAT(world_of(R"("bodies": [)" + one + "," + other("[0, 0, 0]") + "]").warnings(), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(R"("bodies": [)" + one + "," + other("[0, -1, 0]") + "]"), "no-contact"),
                SizeIs(1));
}

TEST(SceneWarnings, KeyframesPushABodyIntoAnother) {
    const auto press = [](const std::string& contact) {
        return world_of(R"("gravity": [0, 0, 0], "bodies": [
            {"name": "press", "type": "static", "shape": {"box": [0.3, 0.1, 0.3]}, "position": [0, 0.3, 0],
             "motion": {"keyframes": [[0, [0, 0, 0]], [0.5, [0, -0.15, 0]]]}},)" +
                        falling_cube(R"(, "fixed": {"box": [[-1, -1, -1], [1, -0.04, 1]]})") + "]" + contact);
    };
    EXPECT_THAT(warnings_of(press(""), "no-contact"), SizeIs(1));
    EXPECT_THAT(press(R"(, "contact": {})").warnings(), IsEmpty());
}

TEST(SceneWarnings, AJumpToTheFirstKeyframe) {
    const auto driven = [](const std::string& keyframes) {
        return world_of(
            R"("bodies": [)" +
            falling_cube(R"(, "motion": {"nodes": {"box": [[-1, 0.04, -1], [1, 1, 1]]}, "keyframes": )" +
                         keyframes + "}") +
            "]");
    };
    const auto found = warnings_of(driven("[[0.05, [0, 0.5, 0]], [0.2, [0, 0.6, 0]]]"), "keyframe-jump");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("cube"));
    EXPECT_THAT(found[0].sentence, HasSubstr("0.5 m away")) << "and";
    EXPECT_THAT(found[0].sentence, HasSubstr("at 100 m/s")) << "0.5 m in 5 ms";
    EXPECT_THAT(driven("[[0, [0, 0, 0]], [0.2, [0, 0.1, 0]]]").warnings(), IsEmpty());
}

TEST(SceneWarnings, StaticBodiesStartAtTheirFirstKeyframe) {
    EXPECT_THAT(world_of(R"("bodies": [{"name": "arm", "type": "static", "shape": {"sphere": 0.1},
                            "motion": {"keyframes": [[0, [0, 1, 0]], [1, [0, 2, 0]]]}}])")
                    .warnings(),
                IsEmpty());
}

TEST(SceneWarnings, AStepLongerThanTheDuration) {
    const std::string bodies =
        R"("bodies": [{"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1}}])";
    const auto warned = [&](const std::string& time) {
        return warnings_of(world_of(bodies, time), "step-over-duration");
    };
    EXPECT_THAT(warned(R"({"step": 0.01, "duration": 0.01})"), IsEmpty());
    ASSERT_THAT(warned(R"({"step": 0.01, "duration": 0.004})"), SizeIs(1));
    EXPECT_THAT(warned(R"({"step": 0.01, "duration": 0.004})")[0].sentence,
                HasSubstr("nothing is simulated"));
    EXPECT_THAT(warned(R"({"step": 0.01, "duration": 0.006})")[0].sentence, HasSubstr("one step is taken"));
}

std::string warned_ball(const std::string& name, double radius, const std::string& x) {
    return R"({"name": ")" + name + R"(", "type": "rigid", "density": 1000, "shape": {"sphere": )" +
           std::to_string(radius) + R"(}, "position": [)" + x + ", 0, 0]}";
}

TEST(SceneWarnings, SizesThatDifferByAUnit) {
    const auto warned = [](const std::string& bodies) {
        return warnings_of(world_of(R"("gravity": [0, 0, 0], "bodies": [)" + bodies + "]"), "sizes");
    };
    const std::string small = warned_ball("small", 0.05, "0"), beside = warned_ball("beside", 0.06, "0.5");
    const auto found = warned(small + "," + beside + "," + warned_ball("giant", 50, "100"));
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("giant", "small"));
    EXPECT_THAT(found[0].sentence, HasSubstr("is a unit missing?"));
    EXPECT_THAT(warned(small + "," + beside + "," + warned_ball("large", 4, "100")), IsEmpty())
        << "80 times the next";
    const std::string grain = warned_ball("grain", 0.0005, "0.2");
    EXPECT_THAT(warned(small + "," + beside + "," + grain), IsEmpty());
    const std::string ground = R"({"name": "ground", "type": "static", "shape": {"box": [8, 1, 8]}})";
    EXPECT_THAT(warned(ground + "," + small), IsEmpty());
    EXPECT_THAT(warned(ground + "," + grain), IsEmpty()) << "8000 times";
    EXPECT_THAT(warned(R"({"name": "ground", "type": "static", "shape": {"plane": [80, 80]}},)" + grain),
                SizeIs(1));
}

TEST(SceneWarnings, PoissonsRatioAtWhichElementsLock) {
    const auto warned = [](double poisson) {
        return warnings_of(World(parse_scene(R"({"time": {"step": 0.005, "duration": 0.01},
            "materials": {"gel": {"young": 5e4, "poisson": )" +
                                             std::to_string(poisson) + R"(, "damping": {"stiffness": 0.01}}},
            "bodies": [)" + falling_cube() + "]}")),
                           "locking");
    };
    EXPECT_THAT(warned(0.44), IsEmpty());
    ASSERT_THAT(warned(0.45), SizeIs(1));
    EXPECT_THAT(warned(0.49)[0].bodies, ElementsAre("cube"));
}

TEST(SceneWarnings, BodiesThatMeetTooFast) {
    const auto warned = [](const std::string& height, const std::string& detection) {
        return warnings_of(
            World(parse_scene(
                R"({"time": {"step": 0.01, "duration": 3}, "bodies": [)" + plane_text +
                R"(, {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05},
                   "position": [0, )" +
                height + R"(, 0]}], "contact": {"detection": {"type": ")" + detection + R"("}}})")),
            "fast-bodies");
    };
    EXPECT_THAT(warned("1", "proximity"), IsEmpty()) << "43 mm in a step";
    const auto found = warned("5", "proximity");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("floor", "ball"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a time.step of 0.005")) << "9.9 m/s and 50 mm";
    EXPECT_THAT(warned("5", "continuous"), IsEmpty());
}

TEST(SceneWarnings, VibrationsThatTheStepDamps) {
    const auto warned = [](const std::string& material, const std::string& step,
                           const std::string& more = "") {
        return warnings_of(World(parse_scene(R"({"time": {"step": )" + step +
                                             R"(, "duration": 0.05}, "materials": {"gel": )" + material +
                                             R"(}, "bodies": [)" + falling_cube(more) + "]}")),
                           "vibration");
    };
    const auto found = warned(R"({"young": 5e4})", "0.005");
    ASSERT_THAT(found, SizeIs(1));
    // ω = π √(E/ρ)/L = 222/s: 35 Hz.
    EXPECT_THAT(found[0].sentence, HasSubstr("about 35 times a second"));
    EXPECT_THAT(found[0].sentence, HasSubstr("takes 90 %"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a step of 0.00015 s would take a tenth"));
    EXPECT_THAT(warned(R"({"young": 5e4})", "0.001"), IsEmpty());
    EXPECT_THAT(warned(R"({"young": 5e4, "damping": {"stiffness": 0.005}})", "0.005"), IsEmpty())
        << "the material damps as much";
    EXPECT_THAT(warned(R"({"young": 1e8})", "0.005"), IsEmpty()) << "too stiff to be seen to vibrate";
    EXPECT_THAT(warned(R"({"young": 5e4})", "0.005",
                       R"(, "dynamics": "quasistatic")"
                       R"(, "fixed": {"box": [[-1, 0.04, -1], [1, 1, 1]]})"),
                IsEmpty());
}

TEST(SceneWarnings, FrictionThatIsGivenTwice) {
    const auto warned = [](const std::string& of_ball, const std::string& contact) {
        return warnings_of(
            world_of(R"("bodies": [)" + plane_text +
                     R"(, {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.1},
                                          "position": [0, 0.1, 0])" +
                     of_ball + R"(}], "contact": )" + contact),
            "friction-twice");
    };
    const std::string own = R"(, "friction": 0.8)";
    const std::string pair = R"({"pairs": [{"bodies": ["ball", "floor"], "law": {"friction": 0.2}}]})";
    const auto mixed = warned(own, R"({"law": {"friction": 0.2}})");
    ASSERT_THAT(mixed, SizeIs(1));
    EXPECT_THAT(mixed[0].sentence, HasSubstr("between them it is 0.4"));
    EXPECT_THAT(warned(own, "{}"), IsEmpty());
    EXPECT_THAT(warned("", R"({"law": {"friction": 0.2}})"), IsEmpty());
    EXPECT_THAT(warned(R"(, "friction": 0.2)", R"({"law": {"friction": 0.2}})"), IsEmpty());
    EXPECT_THAT(warned("", pair), IsEmpty());
    const auto unused = warned(own, pair);
    ASSERT_THAT(unused, SizeIs(1));
    EXPECT_THAT(unused[0].bodies, ElementsAre("ball", "floor"));
    EXPECT_THAT(unused[0].sentence, HasSubstr("the 0.8 of body \"ball\" does not count"));
}

/// A soft cube of 20 mm on a plate, bonded.
World bonded(const std::string& adhesion, const std::string& young = "1e8",
             const std::string& element = "0.005") {
    return World(parse_scene(
        R"({"gravity": [0, 0, 0], "time": {"step": 0.002, "duration": 1}, "materials": {"g": {"young": )" +
        young + R"(}}, "bodies": [
        {"name": "plate", "type": "static", "shape": {"box": [0.1, 0.02, 0.1]}, "position": [0, -0.01, 0]},
        {"name": "cube", "type": "soft", "shape": {"box": [0.02, 0.02, 0.02]}, "position": [0, 0.01, 0], "material": "g",
         "element": )" +
        element +
        R"(, "motion": {"nodes": {"box": [[-1, 0.0099, -1], [1, 1, 1]]},
         "keyframes": [[0, [0, 0, 0]], [1, [0, 0.02, 0]]]}}],
        "contact": {"law": {"adhesion": )" +
        adhesion + "}}}"));
}

/// Images see overlaps alone.
TEST(SceneWarnings, InitialBondsOfBodiesThatOnlyTouchUnderImages) {
    const auto scene = [](const std::string& type, double gap, const std::string& initial) {
        return R"("bodies": [
            {"name": "ceiling", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, 0.05, 0]},
            {"name": "box", "type": "rigid", "density": 1000, "position": [0, )" +
               std::to_string(-0.05 - gap) + R"(, 0], "shape": {"box": [0.1, 0.1, 0.1]}}],
            "contact": {"detection": {"type": ")" +
               type + R"("}, "law": {"adhesion": {"stiffness": 1e6, "energy": 5, "reference_gap": 0.004,
                           "initial": )" +
               initial + "}}}";
    };
    const auto touching = warnings_of(world_of(scene("ldi", 0, "1")), "initial-bonds");
    ASSERT_THAT(touching, SizeIs(1));
    EXPECT_THAT(touching[0].bodies, ElementsAre("ceiling", "box"));
    EXPECT_THAT(touching[0].sentence, HasSubstr("only touch"));
    const auto apart = warnings_of(world_of(scene("ldi", 0.001, "1")), "initial-bonds");
    ASSERT_THAT(apart, SizeIs(1));
    EXPECT_THAT(apart[0].sentence, HasSubstr("are 0.001 m apart"));
    EXPECT_THAT(warnings_of(world_of(scene("ldi", -0.001, "1")), "initial-bonds"), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(scene("ldi", 0.01, "1")), "initial-bonds"), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(scene("ldi", 0, "0")), "initial-bonds"), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(scene("proximity", 0, "1")), "initial-bonds"), IsEmpty());
}

/// One contact a pair holds no moment.
TEST(SceneWarnings, FlatBodiesOnOneVolume) {
    const auto scene = [](const std::string& shape, const std::string& cell) {
        return R"("bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
            {"name": "body", "type": "rigid", "density": 1000, "position": [0, 0.05, 0], "shape": )" +
               shape + R"(}], "contact": {"detection": {"type": "ldi")" + cell + "}}";
    };
    const std::string box = R"({"box": [0.08, 0.1, 0.12]})";
    const auto found = warnings_of(world_of(scene(box, "")), "one-volume");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("body"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a cell of 0.025 m")) << "four across its middle side";
    EXPECT_THAT(warnings_of(world_of(scene(box, R"(, "cell": 0.025)")), "one-volume"), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(scene(R"({"sphere": 0.05})", "")), "one-volume"), IsEmpty());
    EXPECT_THAT(warnings_of(world_of(R"("gravity": [0, 0, 0], )" + scene(box, "")), "one-volume"), IsEmpty());
}

TEST(SceneWarnings, EnergyThatBondsCannotSpend) {
    const auto warned = [](const std::string& adhesion) { return warnings_of(bonded(adhesion), "bond-cut"); };
    const auto found = warned(R"({"stiffness": 1e6, "energy": 5, "reference_gap": 0.001})");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].sentence, HasSubstr("opened slowly they take 2 J/m^2"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a reference_gap of 0.0036 m would do"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a stiffness of 1.3e+07 N/m^3"));
    // What it says would do, does.
    EXPECT_THAT(warned(R"({"stiffness": 1e6, "energy": 5, "reference_gap": 0.0036})"), IsEmpty());
    EXPECT_THAT(warned(R"({"stiffness": 1.3e7, "energy": 5, "reference_gap": 0.001})"), IsEmpty());
    EXPECT_THAT(warned(R"({"stiffness": 1e6, "energy": 5})"), IsEmpty()) << "the default";
    EXPECT_THAT(warned(R"({"stiffness": 0, "energy": 5, "reference_gap": 0.001})"), IsEmpty());
}

TEST(SceneWarnings, BondsLongerThanTheBody) {
    const auto found = warnings_of(bonded(R"({"stiffness": 1e6, "energy": 50})"), "bond-gap");
    ASSERT_THAT(found, SizeIs(1)) << "twice 14 mm";
    EXPECT_THAT(found[0].bodies, ElementsAre("plate", "cube"));
    EXPECT_THAT(found[0].sentence, HasSubstr("a stiffness of 5e+07 N/m^3"));
    EXPECT_THAT(warnings_of(bonded(R"({"stiffness": 5e7, "energy": 50})"), "bond-gap"), IsEmpty());
    EXPECT_THAT(warnings_of(bonded(R"({"stiffness": 1e6, "energy": 5})"), "bond-gap"), IsEmpty()) << "8.9 mm";
}

TEST(SceneWarnings, FrontsThatElementsDoNotResolve) {
    const auto warned = [](const std::string& young, const std::string& element) {
        return warnings_of(bonded(R"({"stiffness": 1e7, "energy": 5})", young, element), "bond-front");
    };
    // E*/4C = 1e5/0.91/4e7 = 2.7 mm.
    const auto found = warned("1e5", "0.005");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_THAT(found[0].bodies, ElementsAre("cube"));
    EXPECT_THAT(found[0].sentence, HasSubstr("needs elements of 0.0027 m"));
    EXPECT_THAT(found[0].sentence, HasSubstr("the finest are 0.005 m"));
    EXPECT_THAT(warned("1e5", "0.0025"), IsEmpty());
    EXPECT_THAT(warned("2e5", "0.005"), IsEmpty());
}

}  // namespace
}  // namespace limpet
