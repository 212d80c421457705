/// What random scenes found, each a small scene with a name. docs/physics-fuzz.md has causes and remedies.

#include <gtest/gtest.h>

#include <set>

#include "physics_fuzz/judge_scene.h"
#include "physics_fuzz/scene_kit.h"
#include "support/run_command.h"

namespace limpet::physics_fuzz {
namespace {

/// The violations of a scene, silent or not, as lines; empty: none. `invariant`: of this one alone.
std::string violations_of(const std::string& scene, const std::string& invariant = "") {
    const testing_support::ScratchFolder scratch;
    write_mesh_files(scratch.path().string());
    const SceneRun run = run_scene(scene, scratch.path().string());
    EXPECT_EQ(run.end, RunEnd::Done) << run.message;
    std::string lines;
    for (const Violation& v : check_all(run))
        if (invariant.empty() || v.invariant == invariant) lines += v.text() + "\n";
    return lines;
}

/// Contacts that the last round of continuous detection gave new frames, but did not solve.
TEST(FoundScenes, ContinuousRecordsTheForcesThatMovedTheBodies) {
    EXPECT_EQ(violations_of(R"({
        "name": "pile 1-194",
        "time": {"step": 0.005, "duration": 0.265},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [2.4, 0.1, 2.4]}, "position": [0, -0.05, 0]},
            {"name": "body_1", "type": "rigid", "shape": {"box": [0.06, 0.06, 0.06]},
             "position": [-0.00796, 0.114, 0.00664], "density": 1000},
            {"name": "body_2", "type": "rigid", "shape": {"box": [0.14, 0.1, 0.1]}, "position": [0, 0.304, 0],
             "rotation": {"axis": [3, -1, 1], "degrees": 155}, "density": 1000}
        ],
        "contact": {"detection": {"type": "continuous"}, "law": {"friction": 0.5}}
    })"),
              "");
}

/// The hit turns block_3 on block_2: contacts close that free motion leaves open.
TEST(FoundScenes, AHitThatTurnsABoxClosesContactsThatFreeMotionDoesNot) {
    EXPECT_EQ(violations_of(R"({
        "name": "stack-askew 1-50",
        "time": {"step": 0.01581139, "duration": 0.7905695},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [24, 1, 24]}, "position": [0, -0.5, 0]},
            {"name": "block_1", "type": "rigid", "shape": {"box": [1.5, 0.5, 0.6]},
             "position": [0.285, 0.8555767, 0.0618],
             "rotation": {"axis": [-0.1032, 1, 0.1044], "degrees": -20}, "density": 3000},
            {"name": "block_2", "type": "rigid", "shape": {"box": [1.5, 1, 0.6]},
             "position": [-0.1212, 2.652153, 0.0288],
             "rotation": {"axis": [-0.2052, 1, 0.078], "degrees": 30}, "density": 3000},
            {"name": "block_3", "type": "rigid", "shape": {"box": [1, 0.5, 0.6]},
             "position": [-0.1734, 4.246582, 0.1872],
             "rotation": {"axis": [-0.0216, 1, -0.21], "degrees": 30}, "density": 3000}
        ],
        "contact": {"detection": {"distance": 0.01}}
    })"),
              "");
}

/// A hit that moves triangles far, but gave the sheet less than the 5 % of its energy that were tolerated.
TEST(FoundScenes, ClothGainsNoEnergyWhereItFallsOnABowl) {
    EXPECT_EQ(violations_of(R"({
        "name": "cloth-drop 1-774",
        "time": {"step": 0.008660254, "duration": 0.3},
        "materials": {"cotton": {"density": 300, "young": 300000, "damping": {"stiffness": 0.004330127}}},
        "bodies": [
            {"name": "body_1", "type": "static", "shape": {"zoo": "bowl", "size": 0.3}, "position": [0, 0.15, 0],
             "surface": 0.02142857},
            {"name": "cloth", "type": "cloth", "shape": {"plane": [0.6, 0.6]}, "position": [0.03, 0.6, 0],
             "surface": 0.075, "material": "cotton", "thickness": 0.006}
        ],
        "contact": {"detection": {"type": "continuous"}}
    })"),
              "");
}

/// Friction at two points that are apart by what bodies move in a step turns the pair as a whole.
TEST(FoundScenes, AHitKeepsTheAngularMomentumOfRigidBodies) {
    for (const std::string detection : {"proximity", "continuous"})
        EXPECT_EQ(violations_of(R"({
            "name": "throw 1-1528", "gravity": [0, 0, 0],
            "time": {"step": 0.005, "duration": 0.2},
            "bodies": [
                {"name": "body_1", "type": "rigid", "shape": {"file": "cube.obj", "scale": 0.08},
                 "rotation": {"axis": [0, -1, 3], "degrees": 65}, "velocity": [0.9904544, 0, 0],
                 "density": 1000},
                {"name": "body_2", "type": "rigid", "shape": {"box": [0.1, 0.14, 0.1]},
                 "position": [0.19, 0.03, 0.02], "velocity": [-0.9904544, 0, 0],
                 "angular_velocity": [0, 9.904544, 6.259672], "density": 200}
            ],
            "contact": {"detection": {"type": ")" +
                                detection + R"(", "distance": 0.001}, "law": {"friction": 0.3}}
        })"),
                  "")
            << detection;
}

/// Three bodies of 1 cm that move by more than twice their size in a step: each pair is named, not the worst
/// alone.
TEST(FoundScenes, EveryPairThatMovesTooFarInAStepIsNamed) {
    const Scene scene = parse_scene(R"({
        "name": "throw 1-30", "gravity": [0, 0, 0],
        "time": {"step": 0.005, "duration": 0.01},
        "bodies": [
            {"name": "a", "type": "rigid", "shape": {"box": [0.01, 0.01, 0.01]}, "density": 1000,
             "velocity": [6, 0, 0]},
            {"name": "b", "type": "rigid", "shape": {"box": [0.01, 0.01, 0.01]}, "density": 1000,
             "position": [0.018, 0, 0]},
            {"name": "c", "type": "rigid", "shape": {"box": [0.01, 0.01, 0.01]}, "density": 1000,
             "position": [0.036, 0, 0], "velocity": [-5, 0, 0]}
        ],
        "contact": {}
    })");
    World world(scene);
    world.step();
    std::set<std::vector<std::string>> named;
    for (const Warning& warning : world.warnings())
        if (warning.code == "long-step") named.insert(warning.bodies);
    EXPECT_EQ(named, (std::set<std::vector<std::string>>{{"a", "b"}, {"a", "c"}, {"b", "c"}}));
}

/// Large triangles that start on the rim of a cube: once their vertices were out, the cube's corners were
/// farther through the sheet than contact follows.
TEST(FoundScenes, ClothThatStartsInACubeLeavesItsCornersToo) {
    for (const std::string detection : {"proximity", "continuous"})
        EXPECT_EQ(violations_of(R"({
            "name": "cloth-drop 1-2662",
            "time": {"step": 0.005, "duration": 0.3},
            "materials": {"cotton": {"density": 300, "young": 1000000, "damping": {"stiffness": 0.0025}}},
            "bodies": [
                {"name": "body_1", "type": "static", "shape": {"file": "cube.obj", "scale": 0.08},
                 "position": [0, 0.04, 0]},
                {"name": "cloth", "type": "cloth", "shape": {"plane": [0.2, 0.2]}, "position": [0, 0.085, 0],
                 "rotation": {"axis": [1, 0, 0], "degrees": 20}, "surface": 0.025, "material": "cotton",
                 "thickness": 0.002}
            ],
            "contact": {"detection": {"type": ")" +
                                detection + R"("}, "law": {"friction": 0}}
        })"),
                  "")
            << detection;
}

/// A corner that hits the floor moves by a fifth of its element in a step: the linear step strained it by
/// more energy than the block had.
TEST(FoundScenes, SoftBoxesThatFallOffEachOtherGainNoEnergy) {
    EXPECT_EQ(violations_of(R"({
        "name": "stack-askew 1-3333",
        "time": {"step": 0.005, "duration": 0.32},
        "materials": {
            "soft1": {"density": 1000, "young": 30000, "poisson": 0.2, "damping": {"stiffness": 0.005}},
            "soft2": {"density": 1000, "young": 150000, "poisson": 0.4, "damping": {"stiffness": 0.01}}
        },
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"plane": [0.72, 0.72]}, "surface": 0.72},
            {"name": "block_1", "type": "soft", "shape": {"box": [0.03, 0.03, 0.018]},
             "position": [0.006408, 0.0153, 0.008208], "material": "soft1", "element": 0.006},
            {"name": "block_2", "type": "soft", "shape": {"box": [0.018, 0.03, 0.018]},
             "position": [0, 0.04533, 0], "material": "soft2", "element": 0.006}
        ],
        "contact": {"law": {"friction": 0}}
    })"),
              "");
}

/// Fast spin strains a stiff box in its first step, by less than what was looked at.
TEST(FoundScenes, AStiffSoftBoxThatSpinsGainsNoEnergy) {
    EXPECT_EQ(violations_of(R"({
        "name": "throw 1-3898", "gravity": [0, 0, 0],
        "time": {"step": 0.008660254, "duration": 0.07794229},
        "materials": {"soft1": {"density": 1000, "young": 1500000, "poisson": 0.3}},
        "bodies": [
            {"name": "body_1", "type": "soft", "shape": {"box": [0.24, 0.3, 0.24]},
             "angular_velocity": [0, 17.15517, 16.77776], "material": "soft1", "element": 0.08}
        ],
        "contact": {"law": {"friction": 0}}
    })",
                            "energy"),
              "");
}

TEST(FoundScenes, StiffClothGainsNoEnergyWhereItFallsOnAWedge) {
    EXPECT_EQ(violations_of(R"({
        "name": "cloth-drop 1-4185",
        "time": {"step": 0.01581139, "duration": 0.5850214},
        "materials": {"cotton": {"density": 300, "young": 10000000}},
        "bodies": [
            {"name": "body_1", "type": "static", "shape": {"file": "wedge.obj", "scale": 0.8},
             "position": [0, 0.4, 0]},
            {"name": "cloth", "type": "cloth", "shape": {"plane": [2, 2]}, "position": [0, 1.8, 0],
             "surface": 0.25, "material": "cotton", "thickness": 0.02}
        ],
        "contact": {"law": {"friction": 0}}
    })"),
              "");
}

/// Faces that are flush with the walls of cells: slivers of an overlap had contacts as deep as the bodies are
/// long, which moved them and tore half of their bonds.
TEST(FoundScenes, BondedBoxesKeepTheirBondsAlongTheWallsOfCells) {
    const std::string scene = R"({
        "name": "bonded 1-7237", "gravity": [0, 0, 0],
        "time": {"step": 0.005, "duration": 0.32},
        "bodies": [
            {"name": "first", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, -0.05, 0],
             "density": 200},
            {"name": "second", "type": "rigid", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.05, 0],
             "velocity": [0, -0.4952272, 0], "density": 1000}
        ],
        "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.05},
                    "law": {"friction": 0, "adhesion": {"stiffness": 1962000, "energy": 1.962, "viscosity": 0,
                            "bonding_rate": 1, "saturation": 981, "initial": 1, "reference_gap": 0.001}}}
    })";
    EXPECT_EQ(violations_of(scene), "");
    World world(parse_scene(scene));
    for (int i = 0; i < 64; ++i) world.step();
    EXPECT_GT(world.last_step().mean_beta, 0.99);
}

/// The edge of a box goes through triangles that are large against it.
TEST(FoundScenes, ABoxWhoseEdgeIsThroughClothIsToldOf) {
    World world(parse_scene(R"({
        "name": "cloth-drop 1-6779",
        "time": {"step": 0.0025, "duration": 0.11},
        "materials": {"cotton": {"density": 300, "young": 100000}},
        "bodies": [
            {"name": "box", "type": "static", "shape": {"box": [0.1, 0.1, 0.14]}, "position": [0, 0.05, 0]},
            {"name": "cloth", "type": "cloth", "shape": {"plane": [0.2, 0.2]}, "position": [0.01, 0.2, 0],
             "velocity": [0, -2.971363, 0], "surface": 0.025, "material": "cotton", "thickness": 0.002}
        ],
        "contact": {"law": {"friction": 0}}
    })"));
    for (int i = 0; i < 44; ++i) world.step();
    std::set<std::vector<std::string>> named;
    for (const Warning& warning : world.warnings())
        if (warning.code == "overlap") named.insert(warning.bodies);
    EXPECT_EQ(named, (std::set<std::vector<std::string>>{{"box", "cloth"}}));
}

const char* const soft_bodies_that_start_in_each_other = R"({
        "name": "overlapping-start 1-8839", "gravity": [0, 0, 0],
        "time": {"step": 0.008660254, "duration": 0.4849742},
        "materials": {"soft1": {"density": 1000, "young": 300000, "poisson": 0.2},
                      "soft2": {"density": 1000, "young": 150000, "poisson": 0.3}},
        "bodies": [
            {"name": "ball", "type": "soft", "shape": {"sphere": 0.15}, "position": [0, 0.15, 0],
             "material": "soft1", "element": 0.075},
            {"name": "cylinder", "type": "soft", "shape": {"cylinder": {"radius": 0.12, "height": 0.24}},
             "position": [0.12, 0.4185, 0], "material": "soft2", "element": 0.075}
        ],
        "contact": {"law": {"friction": 0}}
    })";

/// An edge that enters and leaves a body was judged by the points where it does, at which it is not deep.
TEST(FoundScenes, SoftBodiesThatStartInEachOtherByAnEdgePart) {
    EXPECT_EQ(violations_of(soft_bodies_that_start_in_each_other), "");
}

/// They rest; of impulses of 1e-30 N s rounding decides whether they add energy.
TEST(FoundScenes, BodiesAtRestAreNotSaidToOverlap) {
    World world(parse_scene(soft_bodies_that_start_in_each_other));
    for (int i = 0; i < 50; ++i) world.step();
    for (const Warning& warning : world.warnings()) EXPECT_NE(warning.code, "scaled") << warning.sentence;
}

/// The edge of the box goes through facets of the drop that are large against `distance`, at one place a
/// little and at another deep: the first hid the second.
TEST(FoundScenes, AnEdgeThatIsDeeperElsewhereIsToldOf) {
    World world(parse_scene(R"({
        "name": "drop 1-5653",
        "time": {"step": 0.0004330127, "duration": 0.02598076},
        "materials": {"soft1": {"density": 1000, "young": 3000, "poisson": 0.4}},
        "bodies": [
            {"name": "floor", "type": "static", "shape": {"box": [0.072, 0.003, 0.072]}, "position": [0, -0.0015, 0]},
            {"name": "box", "type": "rigid", "shape": {"box": [0.0024, 0.003, 0.0024]},
             "position": [0.0003, 0.00376495, 0.0006], "rotation": {"axis": [0, 3, 3], "degrees": 115}, "density": 1000},
            {"name": "drop", "type": "soft", "shape": {"zoo": "candy_drop", "size": 0.003},
             "position": [0.0009, 0.007544901, 0], "material": "soft1", "element": 0.0006}
        ],
        "contact": {"detection": {"type": "proximity", "distance": 9e-05}, "law": {"friction": 0.5}},
        "solver": {"type": "anticipation"}
    })"));
    for (int i = 0; i < 61; ++i) world.step();
    std::set<std::vector<std::string>> named;
    for (const Warning& warning : world.warnings())
        if (warning.code == "overlap") named.insert(warning.bodies);
    EXPECT_EQ(named, (std::set<std::vector<std::string>>{{"box", "drop"}}));
}

/// Parts of a ring that move towards each other by more than `distance` in a step.
TEST(FoundScenes, ASoftRingThatIsHitDoesNotPassThroughItself) {
    EXPECT_EQ(violations_of(R"({
        "name": "throw 1-2217", "gravity": [0, 0, 0],
        "time": {"step": 0.0008660254, "duration": 0.05196152},
        "materials": {"soft1": {"density": 1000, "young": 1500, "poisson": 0.3, "damping": {"stiffness": 0.001732051}},
                      "soft2": {"density": 1000, "young": 3000, "poisson": 0.3}},
        "bodies": [
            {"name": "ring", "type": "soft", "shape": {"zoo": "candy_ring", "size": 0.003},
             "velocity": [0.1715517, 0, 0], "material": "soft1", "model": "neohookean", "element": 0.0006},
            {"name": "ball", "type": "soft", "shape": {"sphere": 0.0015}, "position": [0.0057, 0, 0.0006],
             "velocity": [-0.1715517, 0, 0], "material": "soft2", "model": "neohookean", "element": 0.00075}
        ],
        "contact": {"detection": {"self": true}, "law": {"friction": 0.5}},
        "solver": {"type": "uzawa-global"}
    })"),
              "");
}

}  // namespace
}  // namespace limpet::physics_fuzz
