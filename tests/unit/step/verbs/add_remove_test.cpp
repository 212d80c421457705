/// Bodies come and go in a running world, and the others do not notice.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A pile of a soft and two rigid bodies, one of them sticky, and a cloth.
Scene pile(const std::string& detection) {
    const std::string cloth =
        detection.find("ldi") == std::string::npos
            ? R"(, {"name": "cloth", "type": "cloth", "shape": {"plane": [0.2, 0.2]}, "surface": 0.05,
           "material": "jelly", "thickness": 0.004, "stretch": 200, "shear": 100, "bend": 1e-4, "position": [0, 0.36, 0]})"
            : "";
    return parse_scene(fmt::format(
        R"({{"name": "pile", "time": {{"step": 0.005, "duration": 1}},
        "materials": {{"jelly": {{"density": 500, "young": 3e4, "poisson": 0.3, "damping": {{"stiffness": 0.01}}}}}},
        "bodies": [
          {{"name": "floor", "type": "static", "shape": {{"box": [2, 0.1, 2]}}, "position": [0, -0.05, 0]}},
          {{"name": "jelly", "type": "soft", "shape": {{"box": [0.1, 0.1, 0.1]}}, "element": 0.05, "material": "jelly",
            "position": [0, 0.055, 0]}},
          {{"name": "ball", "type": "rigid", "shape": {{"sphere": 0.05}}, "density": 500, "position": [0.01, 0.17, 0]}},
          {{"name": "brick", "type": "rigid", "shape": {{"box": [0.1, 0.05, 0.1]}}, "density": 500,
            "position": [0.3, 0.03, 0]}}{}],
        "contact": {{"detection": {{{}}}, "law": {{"friction": 0.4}},
          "pairs": [{{"bodies": ["brick", "floor"], "law": {{"adhesion": {{"stiffness": 1e6, "energy": 5,
                     "initial": 1, "reference_gap": 0.01}}}}}}]}},
        "probes": [{{"name": "ball", "body": "ball", "what": "position"}},
                   {{"name": "push", "body": "jelly", "what": "contact_force", "with": "ball"}},
                   {{"name": "stick", "body": "brick", "what": "bonds"}}]}})",
        cloth, detection));
}

BodyDescription ball_at(const std::string& name, const Vector3& position, double radius = 0.03) {
    BodyDescription body;
    body.name = name;
    body.type = BodyType::Rigid;
    body.shape = SphereShape{radius};
    body.density = 800;
    body.position = position;
    return body;
}

class AddRemove : public testing::TestWithParam<const char*> {};

/// One comes far away and smaller than all others, and goes again.
TEST_P(AddRemove, OthersDoNotNoticeABodyFarAway) {
    World with(pile(GetParam())), without(pile(GetParam()));
    BodyId far{};
    for (int i = 0; i < 60; ++i) {
        if (i == 10) far = with.add(ball_at("far", {-0.7, 0.8, 0.5}, 0.01));
        if (i == 40) with.remove(far);
        with.step();
        without.step();
        const WorldState a = with.state(), b = without.state();
        for (std::size_t k = 0; k < b.bodies.size(); ++k)
            ASSERT_EQ(a.bodies[k].values, b.bodies[k].values) << b.bodies[k].name << " in step " << i;
        for (std::size_t k = 0; k < with.probes().size(); ++k)
            ASSERT_EQ(with.probes()[k].values, without.probes()[k].values);
    }
    EXPECT_TRUE(with.state() == without.state());
    EXPECT_GT(with.probes()[2].values[0], 0);
}

/// One in front of others goes: theirs are other indices now, with the same bonds.
TEST_P(AddRemove, OthersDoNotNoticeThatAFarBodyGoes) {
    Scene scene = pile(GetParam());
    World without(scene);
    scene.bodies.insert(scene.bodies.begin() + 1, ball_at("far", {-0.7, 0.8, 0.5}, 0.1));
    World with(scene);
    for (int i = 0; i < 40; ++i) {
        if (i == 20) {
            const BodyId jelly = with.find("jelly");
            with.remove(with.find("far"));
            EXPECT_EQ(with.find("jelly"), jelly);
            EXPECT_EQ(with.body(jelly).name(), "jelly");
            EXPECT_TRUE(with.state() == without.state());
        }
        with.step();
        without.step();
    }
    EXPECT_TRUE(with.state() == without.state());
}

/// What comes is held by what is there, and what it lay on lets it fall.
TEST_P(AddRemove, ContactsComeAndGoWithTheBody) {
    World world(pile(GetParam()));
    for (int i = 0; i < 20; ++i) world.step();
    const BodyId brick = world.find("brick");
    world.add(ball_at("new", {0.3, 0.09, 0}));
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_NEAR(world.body("new").center_of_mass()[1], 0.08, 0.003);
    world.remove(brick);
    EXPECT_EQ(world.probes()[2].values.size(), 1u);
    EXPECT_TRUE(std::isnan(world.probes()[2].values[0]));
    for (const ContactFrame& c : world.contacts()) ASSERT_LT(std::max(c.first_body, c.second_body), 5);
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_NEAR(world.body("new").center_of_mass()[1], 0.03, 0.003);
    EXPECT_TRUE(std::isnan(world.probes()[2].values[0]));
    EXPECT_THROW(world.body(brick), InputError);
}

/// A removed name may be used again; probes and laws of pairs go by names.
TEST_P(AddRemove, ANameCanBeUsedAgain) {
    World world(pile(GetParam()));
    const BodyDescription ball = world.scene().bodies[2];
    const BodyId before = world.find("ball");
    world.remove(before);
    EXPECT_TRUE(std::isnan(world.probes()[0].values[2]));
    world.step();
    const BodyId after = world.add(ball);
    EXPECT_NE(before, after);
    EXPECT_EQ(world.find("ball"), after);
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_LT(world.probes()[0].values[1], 0.17);
    EXPECT_EQ(world.scene().bodies.back().name, "ball");
}

/// The same commands into a new world, then the state: the same bytes from there on.
TEST_P(AddRemove, AStateGoesOnAfterTheSameCommands) {
    const auto change = [](World& world) {
        world.add(ball_at("new", {0.3, 0.12, 0}));
        world.remove(world.find("ball"));
    };
    World world(pile(GetParam()));
    for (int i = 0; i < 15; ++i) world.step();
    change(world);
    for (int i = 0; i < 15; ++i) world.step();
    World other(pile(GetParam()));
    EXPECT_THROW(other.restore(world.state()), InputError);
    change(other);
    other.restore(world.state());
    for (int i = 0; i < 30; ++i) {
        world.step();
        other.step();
        ASSERT_TRUE(world.state() == other.state()) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Detections, AddRemove,
                         testing::Values(R"("type": "proximity")", R"("type": "continuous")",
                                         R"("type": "ldi", "pixel": 0.002, "cell": 0.02)"));

TEST(AddedBodies, AnEmptyWorldIsFilled) {
    Scene scene = pile(R"("type": "proximity")");
    scene.contact->pairs.clear();
    scene.probes.clear();
    const std::vector<BodyDescription> bodies = scene.bodies;
    World world(scene);
    for (const BodyDescription& body : bodies) world.remove(world.find(body.name));
    EXPECT_EQ(world.body_count(), 0u);
    world.step();
    for (const BodyDescription& body : bodies) world.add(body);
    for (int i = 0; i < 40; ++i) world.step();
    EXPECT_EQ(world.body_count(), bodies.size());
    EXPECT_GT(world.body("jelly").center_of_mass()[1], 0.03);
}

TEST(AddedBodies, WrongOnesAreRefusedAndChangeNothing) {
    for (const char* detection : {R"("type": "proximity")", R"("type": "ldi", "open_surfaces": "refuse")"}) {
        World world(pile(detection));
        for (int i = 0; i < 5; ++i) world.step();
        const BodyId gone = world.add(ball_at("gone", {1, 1, 1}));
        world.remove(gone);
        const WorldState before = world.state();
        const std::size_t warnings = world.warnings().size();
        int told = 0;
        world.on_command([&](long, const Command&) { ++told; });
        const auto refused = [&](const Command& command, const std::string& word) {
            try {
                world.apply(command);
                ADD_FAILURE() << "not refused: " << word;
            } catch (const InputError& error) {
                EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
            }
            EXPECT_TRUE(world.state() == before) << word;
            EXPECT_EQ(world.body_count(), world.scene().bodies.size());
            EXPECT_EQ(world.warnings().size(), warnings);
        };
        refused(AddBody{ball_at("ball", {})}, "ball");
        refused(AddBody{ball_at("", {})}, "name");
        refused(AddBody{ball_at("x", {NAN, 0, 0})}, "position");
        refused(AddBody{ball_at("x", {}, -0.1)}, "shape.sphere");
        refused(AddBody{ball_at("x", {}, NAN)}, "shape.sphere");
        BodyDescription light = ball_at("x", {});
        light.density.reset();
        refused(AddBody{light}, "density");
        BodyDescription soft = ball_at("x", {});
        soft.type = BodyType::Soft;
        soft.density.reset();
        soft.material = "jely";
        refused(AddBody{soft}, "jely");
        BodyDescription none = ball_at("x", {});
        none.shape = FileShape{"no_such_file.obj", {}, {}};
        refused(AddBody{none}, "no_such_file");
        BodyDescription open = ball_at("x", {});
        open.type = BodyType::Static;
        open.density.reset();
        open.shape = MeshShape{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, {{0, 2, 1}}, {}};
        BodyDescription plane = open;
        plane.shape = PlaneShape{1, 1};
        BodyDescription cloth = plane;
        cloth.type = BodyType::Cloth;
        cloth.material = "jelly";
        cloth.thickness = 0.001;
        if (std::string(detection).find("ldi") != std::string::npos) {
            refused(AddBody{open}, "open_surfaces");
            refused(AddBody{plane}, "a plane encloses none");
            refused(AddBody{cloth}, "a sheet has none");
        }
        refused(RemoveBody{gone}, "removed");
        refused(RemoveBody{static_cast<BodyId>(77)}, "no body");
        EXPECT_EQ(told, 0);
        world.step();
    }
}

}  // namespace
}  // namespace limpet
