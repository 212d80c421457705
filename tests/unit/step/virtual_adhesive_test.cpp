/// Virtual adhesives and attachments in scenes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "limpet/error.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

using testing::HasSubstr;

const std::string sticky_cell =
    R"("type": "particles", "shape": {"sphere": 0.05}, "surface": 0.03, "density": 1000,
                            "shape_memory": 20, "damping": 5)";

/// A heap of four cells and a rigid ball on a floor, with a law of their contact.
std::string heap(const std::string& contact, const std::string& more = "") {
    return R"({"time": {"step": 0.002, "duration": 1}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
        {"name": "a", )" +
           sticky_cell + R"(, "position": [0, 0.055, 0]},
        {"name": "b", )" +
           sticky_cell + R"(, "position": [0.105, 0.055, 0.01]},
        {"name": "c", )" +
           sticky_cell + R"(, "position": [0.05, 0.15, 0], "velocity": [0, -0.5, 0]},
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.03}, "density": 500, "position": [0.05, 0.24, 0.01]}
        )" +
           more + R"(], "contact": {"detection": {"distance": 0.002}, )" + contact + "}}";
}

std::string error_of(const std::string& scene) {
    try {
        World world(parse_scene(scene));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(VirtualAdhesive, WantsOneLawOfRelease) {
    EXPECT_THAT(error_of(heap(R"("response": "virtual-adhesive")")), HasSubstr("without a law of release"));
    EXPECT_THAT(error_of(heap(R"("response": "virtual-adhesive", "kappa": 1e-5, "strength": 100)")),
                HasSubstr("beside a `kappa`"));
    EXPECT_THAT(error_of(heap(R"("response": "virtual-adhesive", "kappa": -1e-5)")), HasSubstr("kappa"));
    EXPECT_THAT(error_of(heap(R"("response": "virtual-adhesive", "strength": -1)")), HasSubstr("strength"));
    EXPECT_THAT(error_of(heap(R"("pairs": [{"bodies": ["a", "b"], "response": "virtual-adhesive"}])")),
                HasSubstr("without a law of release"));
    EXPECT_EQ(error_of(heap(R"("response": "virtual-adhesive", "strength": 100)")), "");
}

TEST(VirtualAdhesive, RefusesSoftBodiesAndImages) {
    const std::string soft =
        R"(, {"name": "jelly", "type": "soft", "shape": {"sphere": 0.05}, "element": 0.03, "material": "m", "position": [1, 1, 1]})";
    const std::string with_soft = heap(R"("response": "virtual-adhesive", "strength": 100)", soft);
    const auto with_material = [](std::string scene) {
        return scene.insert(1, R"("materials": {"m": {"young": 1e4}}, )");
    };
    EXPECT_THAT(error_of(with_material(with_soft)), HasSubstr(R"("response": "constraints")"));
    EXPECT_EQ(error_of(with_material(heap(
                  R"("response": "virtual-adhesive", "strength": 100, "pairs": [
                     {"bodies": ["jelly", "a"], "response": "constraints"},
                     {"bodies": ["jelly", "b"], "response": "constraints"},
                     {"bodies": ["jelly", "c"], "response": "constraints"}])",
                  soft))),
              "");
    EXPECT_THAT(
        error_of(
            R"({"bodies": [{"name": "a", )" + sticky_cell +
            R"(}], "contact": {"detection": {"type": "ldi"}, "response": "virtual-adhesive", "kappa": 1}})"),
        HasSubstr("ldi"));
    EXPECT_THAT(
        error_of(
            heap(R"("pairs": [{"bodies": ["ball", "floor"], "response": "virtual-adhesive", "kappa": 1}])")),
        HasSubstr("neither body has particles"));
}

WorldState state_after(const std::string& scene, int steps, int threads) {
    set_threads(threads);
    World world(parse_scene(scene));
    for (int i = 0; i < steps; ++i) world.step();
    set_threads(0);
    EXPECT_GT(world.last_step().zones, 0);
    return world.state();
}

const std::string sticky = heap(R"("response": "virtual-adhesive", "strength": 200)");
const std::string mixed = heap(R"("response": "virtual-adhesive", "kappa": 1e-5, "pairs": [
            {"bodies": ["c", "ball"], "response": "constraints", "law": {"friction": 0.3}},
            {"bodies": ["a", "b"], "strength": 50}])");

class AdhesiveBytes : public testing::TestWithParam<std::string> {};

TEST_P(AdhesiveBytes, AreTheSameForAnyNumberOfThreads) {
    const WorldState one = state_after(GetParam(), 120, 1);
    EXPECT_EQ(one, state_after(GetParam(), 120, 2));
    EXPECT_EQ(one, state_after(GetParam(), 120, 4));
}

TEST_P(AdhesiveBytes, AreTheSameAfterGoingOn) {
    World straight(parse_scene(GetParam()));
    for (int i = 0; i < 120; ++i) straight.step();
    for (const int at : {1, 40, 77, 119}) {
        World first(parse_scene(GetParam())), second(parse_scene(GetParam()));
        for (int i = 0; i < at; ++i) first.step();
        second.restore(first.state());
        for (int i = at; i < 120; ++i) second.step();
        EXPECT_EQ(straight.state(), second.state()) << at;
    }
}

TEST_P(AdhesiveBytes, SettingWhatIsThereChangesNone) {
    World one(parse_scene(GetParam())), other(parse_scene(GetParam()));
    for (int i = 0; i < 100; ++i) {
        if (i == 60) other.set("contact.detection.distance", 0.002);
        one.step();
        other.step();
    }
    EXPECT_EQ(one.state(), other.state());
}

INSTANTIATE_TEST_SUITE_P(Responses, AdhesiveBytes, testing::Values(sticky, mixed));

TEST(VirtualAdhesive, KappaIsLive) {
    World world(parse_scene(heap(R"("response": "virtual-adhesive", "kappa": 1)")));
    for (int i = 0; i < 100; ++i) world.step();
    const int held = world.last_step().colliding_particles;
    EXPECT_GT(held, 6);
    world.set("contact.kappa", "1 nm");
    int released = 0;
    for (int i = 0; i < 100; ++i) {
        world.step();
        released += world.last_step().releases;
    }
    EXPECT_GT(released, held / 2);
}

TEST(VirtualAdhesive, BodiesComeAndGoWhileZonesHold) {
    World world(parse_scene(sticky));
    for (int i = 0; i < 100; ++i) world.step();
    world.remove(world.find("b"));
    for (int i = 0; i < 20; ++i) world.step();
    EXPECT_GT(world.last_step().zones, 0);
    BodyDescription more = world.scene().bodies[1];
    more.name = "again";
    more.position = {0.3, 0.055, 0};
    world.add(more);
    for (int i = 0; i < 60; ++i) world.step();
    EXPECT_GT(world.last_step().colliding_particles, 0);
}

/// A grab on a particle of a zone pulls the zone.
TEST(VirtualAdhesive, GrabsOnZonedParticlesPullTheZone) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.002}, "bodies": [
        {"name": "a", "type": "particles", "shape": {"box": [0.1, 0.1, 0.1]}, "surface": 0.05, "density": 1000,
         "shape_memory": 50, "damping": 20, "position": [-0.0505, 0, 0]},
        {"name": "b", "type": "particles", "shape": {"box": [0.1, 0.1, 0.1]}, "surface": 0.05, "density": 1000,
         "shape_memory": 50, "damping": 20, "position": [0.0505, 0, 0]}],
        "contact": {"detection": {"distance": 0.002}, "response": "virtual-adhesive", "kappa": 1}})"));
    for (int i = 0; i < 5; ++i) world.step();
    ASSERT_EQ(world.last_step().zones, 1);
    const GrabId grab = world.grab(world.find("a"), {0, 0, 0}, {20.0, 2.0, {}});
    world.move(grab, {0, 0.02, 0});
    for (int i = 0; i < 600; ++i) world.step();
    EXPECT_EQ(world.last_step().zones, 1);
    const double a = world.body("a").center_of_mass()[1], b = world.body("b").center_of_mass()[1];
    EXPECT_GT(b, 0.02);
    EXPECT_NEAR(a, b, 0.001);
}

/// Other bodies that are held by constraints beside zones: momentum of all stays.
TEST(VirtualAdhesive, MomentumOfMixedScenesStays) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.001}, "bodies": [
        {"name": "a", )" + sticky_cell +
                            R"(, "position": [-0.052, 0, 0], "velocity": [0.1, 0, 0]},
        {"name": "b", )" + sticky_cell +
                            R"(, "position": [0.052, 0.01, 0]},
        {"name": "ball", "type": "rigid", "shape": {"sphere": 0.03}, "density": 500, "position": [0.14, 0, 0],
         "velocity": [-0.4, 0, 0]}],
        "contact": {"detection": {"distance": 0.002}, "response": "virtual-adhesive", "kappa": 1,
                    "pairs": [{"bodies": ["b", "ball"], "response": "constraints", "law": {"friction": 0.5}}]},
        "probes": [{"name": "va", "body": "a", "what": "velocity"}, {"name": "vb", "body": "b", "what": "velocity"},
                   {"name": "vc", "body": "ball", "what": "velocity"}]})"));
    const auto momentum = [&] {
        Vector3 sum{};
        const std::vector<ProbeReading> v = world.probes();
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t k = 0; k < 3; ++k) sum[k] += world.body(b).mass() * v[b].values[k];
        return sum;
    };
    const Vector3 first = momentum();
    bool stuck = false, touched = false;
    for (int i = 0; i < 300; ++i) {
        world.step();
        stuck = stuck || world.last_step().zones > 0;
        touched = touched || world.last_step().contacts > 0;
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(momentum()[k], first[k], 1e-10);
    }
    EXPECT_TRUE(stuck && touched);
}

/// Boxes of particles below and on a rigid plate, all on a static one that lifts and turns.
const std::string lift = R"({"time": {"step": 0.001}, "bodies": [
        {"name": "lift", "type": "static", "shape": {"box": [0.3, 0.02, 0.3]}, "position": [0, -0.01, 0],
         "motion": [{"keyframes": [[0, [0, 0, 0]], [0.1, [0, 0, 0]], [0.5, [0, 0.1, 0], {"axis": [0, 1, 0], "degrees": 40}]]}]},
        {"name": "below", "type": "particles", "shape": {"box": [0.08, 0.08, 0.08]}, "surface": 0.04, "density": 300,
         "shape_memory": 200, "damping": 20, "position": [0, 0.041, 0]},
        {"name": "plate", "type": "rigid", "shape": {"box": [0.1, 0.02, 0.1]}, "density": 300, "position": [0, 0.092, 0]},
        {"name": "above", "type": "particles", "shape": {"box": [0.08, 0.08, 0.08]}, "surface": 0.04, "density": 300,
         "shape_memory": 200, "damping": 20, "position": [0, 0.143, 0]}],
        "contact": {"detection": {"distance": 0.002}, "response": "virtual-adhesive", "kappa": 1},
        "probes": [{"name": "turned", "body": "plate", "what": "rotation"}]})";

TEST(VirtualAdhesive, RigidBodiesJoinAndStaticOnesDrive) {
    World world(parse_scene(lift));
    const double before = world.body("plate").center_of_mass()[1];
    for (int i = 0; i < 500; ++i) world.step();
    EXPECT_EQ(world.last_step().zones, 2);
    EXPECT_NEAR(world.body("plate").center_of_mass()[1], before + 0.1, 0.02);
    EXPECT_GT(world.probes()[0].values[1], 0.2) << "of 0.7";
    // What is on the static body follows it exactly: 8 corners of faces of 9 particles at y = 0.
    double lowest = 1;
    const auto x = world.body("below").positions();
    for (std::size_t k = 1; k < x.size(); k += 3) lowest = std::min(lowest, x[k]);
    EXPECT_NEAR(lowest, 0.101, 1e-12);
}

TEST(VirtualAdhesive, BytesWithDrivenAndRigidZonesGoOn) {
    World straight(parse_scene(lift)), first(parse_scene(lift)), second(parse_scene(lift));
    for (int i = 0; i < 300; ++i) straight.step();
    for (int i = 0; i < 211; ++i) first.step();
    second.restore(first.state());
    for (int i = 211; i < 300; ++i) second.step();
    EXPECT_EQ(straight.state(), second.state());
}

TEST(VirtualAdhesive, ContinuousDetectionAndSubstepsHoldTheSame) {
    for (const char* change : {"contact.detection.type=continuous", "bodies[1].substeps=3"}) {
        const Scene scene = parse_scene(sticky, ".", {change});
        World world(scene);
        for (int i = 0; i < 150; ++i) world.step();
        EXPECT_GT(world.last_step().colliding_particles, 6) << change;
        EXPECT_TRUE(std::isfinite(world.last_step().kinetic));
    }
}

/// What lies deep in each other at the start is moved apart without strain.
TEST(VirtualAdhesive, DeepOverlapAtTheStartIsMovedApart) {
    World world(parse_scene(R"({"gravity": [0, 0, 0], "time": {"step": 0.002}, "bodies": [
        {"name": "a", )" + sticky_cell +
                            R"(, "position": [-0.03, 0, 0]},
        {"name": "b", )" + sticky_cell +
                            R"(, "position": [0.03, 0.002, 0]}],
        "contact": {"detection": {"distance": 0.002}, "response": "virtual-adhesive", "kappa": 1}})"));
    world.step();
    EXPECT_LT(world.last_step().kinetic + world.last_step().elastic, 1e-12);
    EXPECT_GT(world.body("b").center_of_mass()[0] - world.body("a").center_of_mass()[0], 0.085);
    bool warned = false;
    for (const Warning& warning : world.warnings()) warned = warned || warning.code == "start-overlap";
    EXPECT_TRUE(warned);
}

/// A pair that rests on a floor by constraints, and is held together by a zone with corners on it.
TEST(VirtualAdhesive, ZonedParticlesRestOnConstraints) {
    World world(parse_scene(R"({"time": {"step": 0.001}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [0.6, 0.02, 0.6]}, "position": [0, -0.01, 0]},
        {"name": "a", "type": "particles", "shape": {"box": [0.08, 0.08, 0.08]}, "surface": 0.04, "density": 300,
         "shape_memory": 100, "damping": 20, "position": [-0.0405, 0.041, 0]},
        {"name": "b", "type": "particles", "shape": {"box": [0.08, 0.08, 0.08]}, "surface": 0.04, "density": 300,
         "shape_memory": 100, "damping": 20, "position": [0.0405, 0.041, 0]}],
        "contact": {"detection": {"distance": 0.002},
                    "pairs": [{"bodies": ["a", "b"], "response": "virtual-adhesive", "kappa": 1}]}})"));
    for (int i = 0; i < 500; ++i) world.step();
    EXPECT_EQ(world.last_step().zones, 1);
    EXPECT_GT(world.last_step().contacts, 8);
    for (const char* name : {"a", "b"}) {
        const auto x = world.body(name).positions();
        for (std::size_t k = 1; k < x.size(); k += 3) EXPECT_GT(x[k], -1e-4 * 0.002) << name;
    }
}

const std::string muscle = R"("gravity": [0, 0, 0], "time": {"step": 0.001}, "bodies": [
        {"name": "muscle", "type": "particles", "shape": {"cylinder": {"radius": 0.02, "height": 0.2}}, "surface": 0.02,
         "density": 1000, "shape_memory": 60, "damping": 5},
        {"name": "bone", "type": "rigid", "shape": {"box": [0.05, 0.04, 0.05]}, "density": 1000, "position": [0, 0.12, 0]}])";

TEST(Attachments, TransmitForcesWithoutContact) {
    World world(parse_scene(
        "{" + muscle +
        R"(, "attachments": [{"bodies": ["muscle", "bone"], "box": [[-1, 0.09, -1], [1, 1, 1]]}]})"));
    const double bone = world.body("bone").mass(), both = bone + world.body("muscle").mass();
    const auto center = [&] {
        return (bone * world.body("bone").center_of_mass()[1] +
                (both - bone) * world.body("muscle").center_of_mass()[1]) /
               both;
    };
    const double first = center();
    for (int i = 0; i < 300; ++i) {
        world.apply_force(world.find("bone"), {0, 0.1, 0});
        world.step();
    }
    // Explicit steps go by the velocity at their end: n (n + 1)/2 of them.
    EXPECT_NEAR(center() - first, 0.1 / both * 1e-6 * 300 * 301 / 2, 1e-12);
    EXPECT_GT(world.body("muscle").center_of_mass()[1], 0);
    EXPECT_EQ(world.last_step().colliding_particles, 0);
    EXPECT_EQ(world.last_step().zones, 1);
    World again(world.scene());
    again.restore(world.state());
    world.step();
    again.step();
    EXPECT_EQ(world.state(), again.state());
}

TEST(Attachments, WrongOnesAreRefused) {
    const auto refused = [&](const std::string& attachment) {
        return error_of("{" + muscle + R"(, "attachments": [)" + attachment + "]}");
    };
    EXPECT_THAT(refused(R"({"bodies": ["muscle", "bone"], "box": [[5, 5, 5], [6, 6, 6]]})"),
                HasSubstr("holds none of the particles"));
    EXPECT_THAT(refused(R"({"bodies": ["bone", "muscle"], "box": [[-1, -1, -1], [1, 1, 1]]})"),
                HasSubstr("which has no particles"));
    EXPECT_THAT(refused(R"({"bodies": ["muscle", "bon"], "box": [[-1, -1, -1], [1, 1, 1]]})"),
                HasSubstr("bon"));
    EXPECT_THAT(refused(R"({"bodies": ["muscle", "bone"], "box": [[1, -1, -1], [0, 1, 1]]})"),
                HasSubstr("corner"));
}

}  // namespace
}  // namespace limpet
