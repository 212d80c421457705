/// Particles in a world that is touched: verbs, live fields, states and threads.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "limpet/error.h"
#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

using testing::HasSubstr;

const char* const touched_scene = R"({
    "time": { "step": 2e-3, "duration": 1 },
    "bodies": [
      { "name": "cell", "type": "particles", "shape": { "sphere": 0.1 }, "surface": 0.06, "mass": 1,
        "shape_memory": 200, "strain_memory": 100, "damping": 50, "position": [0, 0.12, 0] },
      { "name": "other", "type": "particles", "shape": { "box": [0.2, 0.1, 0.1] }, "surface": 0.05, "mass": 1,
        "shape_memory": 200, "strain_memory": 100, "damping": 50, "substeps": 2, "position": [0.25, 0.06, 0],
        "fixed": { "box": [[0.09, -1, -1], [1, 1, 1]] },
        "motion": [{ "name": "end", "nodes": { "box": [[-1, -1, -1], [-0.09, 1, 1]] },
                     "keyframes": [[0, [0, 0, 0]]] }] },
      { "name": "floor", "type": "static", "shape": { "box": [2, 0.2, 2] }, "position": [0, -0.1, 0] }
    ],
    "contact": { "law": { "friction": 0.4 } } })";

void step(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step();
}

template <class Call>
std::string sentence_of(Call&& call) {
    try {
        call();
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void touch(World& world) {
    const BodyId cell = world.find("cell");
    step(world, 20);
    const GrabId grab = world.grab(cell, {0, 0.2, 0}, {});
    world.move(grab, {0.05, 0.35, 0});
    world.apply_force(world.find("other"), {0, 3, 0});
    step(world, 40);
    world.move_to(world.find("other"), {0.3, 0.1, 0}, {}, 0.05, "end");
    step(world, 40);
    world.release(grab);
    step(world, 40);
}

TEST(ParticlesWorld, VerbsMoveParticles) {
    World world(parse_scene(touched_scene));
    const GrabId grab = world.grab(world.find("cell"), {0, 0.2, 0}, {});
    world.move(grab, {0, 0.6, 0});
    step(world, 400);
    EXPECT_NEAR(world.force(grab)[1], 9.81, 0.5);
    EXPECT_GT(world.body("cell").center_of_mass()[1], 0.3);
    const std::optional<Pick> hit = world.pick({0, 3, 0}, {0, -1, 0});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->body, world.find("cell"));
    world.remove(world.find("cell"));
    step(world, 5);
    BodyDescription fresh = parse_scene(touched_scene).bodies[0];
    fresh.name = "fresh";
    world.add(fresh);
    step(world, 5);
    EXPECT_LT(world.body("fresh").center_of_mass()[1], 0.12);
    fresh.name = "too stiff";
    fresh.shape_memory = 1e6;
    EXPECT_THAT(sentence_of([&] { world.add(fresh); }),
                HasSubstr("too long for explicit steps of this body"));
}

TEST(ParticlesWorld, BladesDoNotCutThem) {
    World world(parse_scene(touched_scene));
    const std::array<Vector3, 2> from{Vector3{-1, 1, 0}, {1, 1, 0}}, to{Vector3{-1, 0, 0}, {1, 0, 0}};
    EXPECT_THAT(sentence_of([&] { world.cut({}, from, to); }), HasSubstr("no soft body to cut"));
    EXPECT_THAT(sentence_of([&] { world.cut({world.find("cell")}, from, to); }), HasSubstr("soft"));
}

TEST(ParticlesWorld, DampingIsLiveAsFarAsTheStepAllows) {
    World world(parse_scene(touched_scene));
    world.set("bodies.cell.damping", 20.0);
    EXPECT_EQ(world.get("bodies.cell.damping"), "20");
    EXPECT_THAT(sentence_of([&] { world.set("bodies.cell.damping", 1e5); }),
                HasSubstr("too long for explicit steps"));
    EXPECT_EQ(world.get("bodies.cell.damping"), "20");
    step(world, 5);
}

TEST(ParticlesWorld, ResumesToTheSameBytesWhileItIsTouched) {
    World whole(parse_scene(touched_scene));
    touch(whole);
    World first(parse_scene(touched_scene));
    step(first, 20);
    const GrabId grab = first.grab(first.find("cell"), {0, 0.2, 0}, {});
    first.move(grab, {0.05, 0.35, 0});
    first.apply_force(first.find("other"), {0, 3, 0});
    step(first, 17);
    World second(parse_scene(touched_scene));
    second.restore(first.state());
    step(second, 23);
    second.move_to(second.find("other"), {0.3, 0.1, 0}, {}, 0.05, "end");
    step(second, 40);
    second.release(grab);
    step(second, 40);
    EXPECT_TRUE(second.state() == whole.state());
}

TEST(ParticlesWorld, TheSameBytesForAnyThreads) {
    std::vector<WorldState> ends;
    for (const int threads : {1, 2, 4}) {
        set_threads(threads);
        World world(parse_scene(touched_scene));
        touch(world);
        ends.push_back(world.state());
    }
    set_threads(0);
    EXPECT_TRUE(ends[1] == ends[0]);
    EXPECT_TRUE(ends[2] == ends[0]);
}

}  // namespace
}  // namespace limpet
