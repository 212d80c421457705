/// The net can catch: scenes and runs that are wrong on purpose.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "physics_fuzz/expected.h"
#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/one_body.h"
#include "physics_fuzz/scene_classes.h"
#include "physics_fuzz/scene_variants.h"
#include "physics_fuzz/self_depth.h"
#include "physics_fuzz/shrink.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

using testing::Contains;
using testing::Field;

std::vector<std::string> names_of(const Violations& violations) {
    std::vector<std::string> names;
    for (const Violation& v : violations) names.push_back(v.invariant);
    return names;
}

/// Two boxes above a floor; without `contact` they fall through it and the upper one through the lower one.
Scene falling_through() {
    return parse_scene(R"({
        "name": "falls", "time": {"step": 0.01, "duration": 0.6},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [4, 0.1, 4]}, "position": [0, -0.05, 0]},
            {"name": "slow", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000, "position": [0, 1, 0]},
            {"name": "fast", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "density": 1000,
             "position": [0, 1.2, 0], "velocity": [0, -1, 0]}]})");
}

TEST(Invariants, CatchBodiesThatPassThroughEachOther) {
    constexpr double uncut = 600;  // cut off, as sanitizers make it, the scene never reaches its floor
    const Judgement j = judge_scene(falling_through(), ".", 1, uncut);
    EXPECT_EQ(j.outcome, Outcome::Silent);
    EXPECT_THAT(names_of(j.silent), testing::IsSupersetOf({"overlap", "floor"}));
}

TEST(Invariants, AreSatisfiedByAGoodRun) {
    Scene scene = falling_through();
    scene.time.duration = 0.1;
    for (int which = 0; which < variant_count; ++which)
        EXPECT_EQ(judge_scene(scene, ".", 3 * which).outcome, Outcome::Good);
}

TEST(Invariants, LeadToASmallScene) {
    const Scene scene = falling_through();
    const Scene small = shrink(scene, judge_scene(scene, ".", 1), ".");
    EXPECT_EQ(small.bodies.size(), 2u);
    EXPECT_EQ(judge_scene(parse_scene(scene_to_json(small)), ".", 1).outcome, Outcome::Silent);
}

/// A body of 2 kg and 0.1 m that floats, without gravity; `change` makes it wrong.
template <class Change>
Violations floating(const Change& change) {
    SceneRun run = run_of_one_body("stack-rest 0-0");
    for (int n = 0; n < 10; ++n) {
        Moment moment;
        moment.record.time = 0.01 * n;
        moment.record.kinetic = 1;
        BodyMoment body{Vec3(0.01 * n, 0, 0), Vec3(2, 0, 0), Vec3(0, 0, 0.1), Vec3::Zero(), 0, 0, 1};
        moment.bodies = {body};
        change(run, moment, n);
        run.moments.push_back(moment);
    }
    return check_all(run);
}

TEST(Invariants, EachHasItsOwnEye) {
    // It moves, so that it is not at rest.
    EXPECT_THAT(names_of(floating([](SceneRun&, Moment&, int) {})),
                testing::ElementsAre("rest: moved", "rest: speed"));
    const auto flies = [](SceneRun& run, int n) {
        if (n == 0) run.scene.name = "throw 0-0";
    };
    EXPECT_TRUE(floating([&](SceneRun& run, Moment&, int n) { flies(run, n); }).empty());
    EXPECT_THAT(names_of(floating([&](SceneRun& run, Moment& m, int n) {
                    flies(run, n);
                    if (n > 5) m.record.elastic = 0.1;
                })),
                testing::ElementsAre("energy"));
    EXPECT_THAT(names_of(floating([&](SceneRun& run, Moment& m, int n) {
                    flies(run, n);
                    if (n > 5) m.bodies[0].angular_momentum.z() = 0.105;
                })),
                testing::ElementsAre("angular momentum"));
    EXPECT_THAT(names_of(floating([&](SceneRun& run, Moment& m, int n) {
                    flies(run, n);
                    if (n > 5) m.bodies[0].momentum.x() = 2.01;
                })),
                testing::ElementsAre("momentum", "forces"));
    EXPECT_THAT(names_of(floating([&](SceneRun& run, Moment& m, int n) {
                    flies(run, n);
                    if (n == 5) m.bodies[0].contact_force.x() = 1;
                })),
                testing::ElementsAre("forces"));
}

TEST(Invariants, AreSpokenOfByAWarningThatNamesTheBodies) {
    const Violation overlap{"overlap", {"a", "b"}, 1, 0.1, "m", 0};
    EXPECT_FALSE(is_spoken(overlap, {}));
    EXPECT_FALSE(is_spoken(overlap, {{"overlap", {"a", "c"}, ""}}));
    EXPECT_TRUE(is_spoken(overlap, {{"overlap", {"b", "a"}, ""}}));
    const Violation energy{"energy", {"a", "b"}, 1, 0.1, "J", 0};
    EXPECT_TRUE(is_spoken(energy, {{"gain", {"a"}, ""}}));
    // That a body flew off does not tell of energy, and nothing tells of forces that are wrong.
    EXPECT_FALSE(is_spoken(energy, {{"left-scene", {"a"}, ""}}));
    EXPECT_FALSE(is_spoken({"forces", {"a"}, 1, 0.1, "kg m/s", 0}, {{"residual", {"a", "b"}, ""}}));
}

/// The edge of one triangle through the middle of the other: its lower end is 0.01 below, the sides are
/// farther away.
TEST(Invariants, MeasureHowDeepASurfaceIsInItself) {
    BodyFrame body;
    body.vertices = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 2}, {0, -0.01, 0}, {0, 0.5, 0}, {0.1, 0.5, 0}};
    body.triangles = {{0, 1, 2}, {3, 4, 5}};
    EXPECT_NEAR(self_depth(body), 0.01, 1e-12);
    body.vertices[3][1] = 0.01;
    EXPECT_EQ(self_depth(body), 0);
}

TEST(RandomScenes, AreTheSameOnEveryMachine) {
    Random random(1, 2);
    EXPECT_EQ(random.next(), 15287607234741920061ULL);
    EXPECT_EQ(scene_to_json(random_scene(7, 11)), scene_to_json(random_scene(7, 11)));
    EXPECT_NE(scene_to_json(random_scene(7, 11)), scene_to_json(random_scene(7, 12)));
}

TEST(RandomScenes, ReadAsTheyAreWritten) {
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    for (std::uint64_t i = 0; i < 200; ++i) {
        const Scene scene = random_scene(3, i);
        Scene read = parse_scene(scene_to_json(scene), scratch.path().string());
        for (BodyDescription& body : read.bodies)
            if (auto* mesh = std::get_if<FileShape>(&body.shape))
                mesh->file = std::filesystem::path(mesh->file).filename().string();
        read.lines.clear();
        EXPECT_EQ(read, scene);
    }
}

TEST(RandomScenes, HaveEveryClassDetectionAndBodyType) {
    std::set<std::string> classes;
    std::set<DetectionType> detections;
    std::set<BodyType> types;
    std::set<std::size_t> shapes;
    std::set<SolverType> solvers;
    std::set<std::pair<SolverType, ConeType>> cones;
    std::set<std::pair<DetectionType, bool>> selves, bonds;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const Scene scene = random_scene(1, i);
        classes.insert(class_of(scene));
        detections.insert(scene.contact->detection.type);
        solvers.insert(scene.solver.type);
        cones.insert({scene.solver.type, scene.solver.cone});
        selves.insert({scene.contact->detection.type, scene.contact->detection.self});
        bonds.insert({scene.contact->detection.type, scene.contact->law.adhesion.has_value()});
        for (const BodyDescription& body : scene.bodies) {
            types.insert(body.type);
            shapes.insert(body.shape.index());
        }
    }
    EXPECT_EQ(classes.size(), scene_classes().size());
    EXPECT_EQ(detections.size(), 3u);
    EXPECT_EQ(types.size(), 4u);
    EXPECT_GE(shapes.size(), 8u);
    EXPECT_EQ(solvers.size(), solver_names.size());
    EXPECT_EQ(cones.size(), solver_names.size() + 3) << "two more of block-pgs, the pyramid of lemke";
    EXPECT_EQ(selves.size(), 6u);
    EXPECT_EQ(bonds.size(), 6u);
}

}  // namespace
}  // namespace limpet::physics_fuzz
