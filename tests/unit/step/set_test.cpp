/// Live fields of a running world: what changes, what stays, and what is refused.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/record.h"
#include "limpet/world.h"

namespace limpet {
namespace {

using testing::HasSubstr;

/// A brick on a slope of 20°, which holds it at friction 0.5 and not at 0.2.
Scene slope_scene(const std::string& contact = R"("law": {"friction": 0.5})") {
    return parse_scene(
        R"({"time": {"step": 0.005}, "materials": {"gel": {"young": 5e4, "damping": {"mass": 0}}},
        "bodies": [
            {"name": "slope", "type": "static", "shape": {"box": [2, 0.1, 1]}, "rotation": {"axis": [0, 0, 1], "degrees": 20}},
            {"name": "brick", "type": "rigid", "shape": {"box": [0.2, 0.1, 0.1]}, "density": 1000,
             "rotation": {"axis": [0, 0, 1], "degrees": 20}, "position": [-0.0342, 0.0942, 0]},
            {"name": "gel", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "element": 0.05, "material": "gel",
             "position": [0, 2, 3]}],
        "contact": {)" +
        contact + "}}");
}

double speed_of(const World& world, const std::string& body) {
    const auto v = world.body(body).velocities();
    return std::hypot(v[0], v[1], v[2]);
}

TEST(WorldSet, FrictionLetsABrickGoAndHoldsItAgain) {
    World world(slope_scene());
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_LT(speed_of(world, "brick"), 1e-3) << "it holds";
    world.set("contact.law.friction", 0.2);
    EXPECT_EQ(world.get("contact.law.friction"), "0.2");
    EXPECT_EQ(world.scene().contact->law.friction, Friction(0.2));
    for (int i = 0; i < 40; ++i) world.step();
    // g (sin 20° − 0.2 cos 20°) · 0.2 s
    EXPECT_NEAR(speed_of(world, "brick"), 9.81 * (std::sin(0.34907) - 0.2 * std::cos(0.34907)) * 0.2, 0.02);
    world.set("contact.law.friction", "90 %");
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_LT(speed_of(world, "brick"), 1e-3) << "it holds again";
}

TEST(WorldSet, SettingWhatIsThereChangesNoByte) {
    World one(slope_scene()), other(slope_scene());
    for (int i = 0; i < 40; ++i) {
        one.step();
        other.step();
        if (i == 20) other.set("contact.law.friction", 0.5);
        if (i == 25) other.set("solver.iterations", 200);
        if (i == 30) other.set("gravity[1]", "-9.81 m/s^2");
    }
    EXPECT_EQ(one.state(), other.state());
}

TEST(WorldSet, RemadeContactGoesOnWithWhatItRemembers) {
    // A force of the tolerance's size is all that may be new: warm starts and bonds come along.
    const std::string sticky =
        R"("law": {"friction": 0.5, "adhesion": {"stiffness": 1e6, "energy": 1, "reference_gap": 0.001,
        "bonding_rate": 1, "saturation": 100}})";
    World one(slope_scene(sticky)), other(slope_scene(sticky));
    for (int i = 0; i < 80; ++i) {
        if (i == 40) other.set("contact.law.adhesion.viscosity", 0.2);
        if (i == 40) other.set("contact.law.adhesion.viscosity", 0.1);
        one.step();
        other.step();
    }
    EXPECT_GT(one.last_step().bonds, 0);
    EXPECT_EQ(one.state(), other.state());
}

TEST(WorldSet, GravityAndDampingActAtOnce) {
    World world(slope_scene());
    world.set("gravity", "[0, 0, 0]");
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_LT(speed_of(world, "gel"), 1e-12);
    world.set("gravity[1]", -1.0);
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_NEAR(speed_of(world, "gel"), 0.1, 1e-6);
    world.set("gravity[1]", 0.0);
    world.set("materials.gel.damping.mass", "5 1/s");
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_NEAR(speed_of(world, "gel"), 0.1 * std::pow(1 + 5 * 0.005, -20), 1e-6)
        << "implicit Euler of v' = −α v";
}

TEST(WorldSet, DampingIsThatOfAWorldMadeWithIt) {
    Scene damped = slope_scene();
    damped.materials["gel"].damping = {2, 0.01};
    World one(damped), other(slope_scene());
    other.set("materials.gel.damping", R"({"mass": 2, "stiffness": 0.01})");
    for (int i = 0; i < 30; ++i) {
        one.step();
        other.step();
    }
    EXPECT_EQ(one.state(), other.state());
}

TEST(WorldSet, BadCallsThrowAndChangeNothing) {
    World world(slope_scene());
    for (int i = 0; i < 10; ++i) world.step();
    const WorldState before = world.state();
    const Scene scene = world.scene();
    const auto refusal = [&](const std::string& path, const std::string& value) -> std::string {
        try {
            world.set(path, value);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    int commands = 0;
    world.on_command([&](long, const Command&) { ++commands; });
    EXPECT_THAT(refusal("time.step", "0.1"), HasSubstr("cannot change while the world runs"));
    EXPECT_THAT(refusal("contact.law.friction", "-1"), HasSubstr("found -1"));
    EXPECT_THAT(refusal("gravity[1]", "nan"), HasSubstr("gravity[1]: found \"nan\""));
    EXPECT_THROW(world.set("gravity[1]", std::nan("")), InputError);
    EXPECT_THAT(refusal("solver.type", "pgs"), HasSubstr("\"pgs\", which knows no friction"));
    EXPECT_THROW(world.get("contact.lw"), InputError);
    EXPECT_EQ(commands, 0);
    EXPECT_EQ(world.state(), before);
    EXPECT_EQ(world.scene(), scene);
    world.set("contact.law.viscosity", 1);
    EXPECT_EQ(commands, 1);
}

TEST(WorldSet, BondsOnExactShapesTakePlacesThatAreMadeWithThem) {
    World world(parse_scene(R"({"bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.1}, "density": 1000, "position": [0, 0.2, 0]}],
        "contact": {}})"));
    try {
        world.set("contact.law.adhesion", "{}");
        FAIL() << "accepted";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("bonds need points on body \"ball\" that are made with it"));
    }
}

/// Neither under `ldi`, whose bonds need no points, nor because of a body that came later and lacks them.
TEST(WorldSet, FieldsThatAreNotAboutBondsAreNeverRefusedForThem) {
    const auto scene = [](const std::string& detection) {
        return parse_scene(R"({"bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
            {"name": "ball", "type": "rigid", "shape": {"sphere": 0.1}, "density": 1000, "surface": 0.03,
             "position": [0, 0.2, 0]}],
            "contact": {"detection": {"type": ")" +
                           detection + R"("}, "law": {"adhesion": {"stiffness": 1e6, "energy": 1}}}})");
    };
    World volumes(scene("ldi"));
    volumes.set("gravity[1]", -5.0);
    EXPECT_EQ(volumes.get("gravity[1]"), "-5");
    World points(scene("proximity"));
    BodyDescription box = points.scene().bodies[0];
    box.name = "larger";
    box.shape = BoxShape{{3, 0.1, 3}};
    box.position = {0, -1, 0};
    BodyDescription brick = box;
    brick.name = "brick";
    brick.type = BodyType::Rigid;
    brick.density = 1000;
    brick.shape = BoxShape{{0.2, 0.1, 0.2}};
    brick.position = {0.4, 0.3, 0};
    points.add(brick);
    points.add(box);
    points.set("gravity[1]", -5.0);
    EXPECT_EQ(points.get("gravity[1]"), "-5");
}

}  // namespace
}  // namespace limpet
