/// Volume contacts with every solver: one contact, bonds, a body that touches itself; and as many equations
/// as cells, however many triangles.

#include <gtest/gtest.h>

#include "limpet/world.h"

namespace limpet {
namespace {

/// A block of 0.4 kg, one millimetre deep in a floor.
Scene scene_with_solver(const std::string& friction, const std::string& solver) {
    return parse_scene(R"({"time": {"step": 0.005, "duration": 1},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [2, 0.1, 1]}},
                   {"name": "block", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.04, 0.1]},
                    "position": [0, 0.069, 0]}],
        "contact": {"detection": {"type": "ldi", "pixel": 0.004}, "law": {"friction": )" +
                       friction + R"(}}, "solver": {"tolerance": 1e-9, "iterations": 3000, )" + solver +
                       R"(},
        "probes": [{"name": "force", "body": "block", "what": "contact_force"}]})");
}

TEST(VolumeSolvers, OneContactCarriesAWeightWithEverySolver) {
    for (const char* solver :
         {R"("type": "auto")", R"("type": "nsgs")", R"("type": "block-pgs")", R"("type": "uzawa-local")",
          R"("type": "uzawa-global")", R"("type": "lemke", "cone": "pyramid")", R"("type": "interior-point")",
          R"("type": "anticipation")", R"("type": "pgs")"}) {
        World world(scene_with_solver(std::string(solver) == R"("type": "pgs")" ? "0" : "0.5", solver));
        double mean = 0;  // one contact holds no moment: the block rocks a little
        for (int i = 0; i < 120; ++i) {
            world.step();
            ASSERT_EQ(world.last_step().contacts, 1) << solver << ", step " << i;
            if (i >= 20) mean += world.probes()[0].values[1] / 100;
        }
        EXPECT_NEAR(mean, 0.4 * 9.81, 0.005 * 0.4 * 9.81) << solver;
        EXPECT_LT(world.last_step().penetration, 0.75 * 0.004) << solver;
    }
}

TEST(VolumeSolvers, FrictionlessCellsSlideAsGravitySays) {
    for (const char* solver : {"auto", "pgs"}) {
        Scene scene = scene_with_solver("0", std::string(R"("type": ")") + solver + "\"");
        scene.contact->detection.cell = 0.03;
        scene.gravity = {1, -9.81, 0};
        World world(scene);
        for (int i = 0; i < 40; ++i) world.step();
        EXPECT_NEAR(world.body("block").center_of_mass()[0], 0.2 * 0.205 / 2, 1e-5) << solver;
        EXPECT_NEAR(world.probes()[0].values[1], 0.4 * 9.81, 1e-3) << solver;
    }
}

/// A cube bounces on its bonds under a ceiling; its way is the solvers' in common.
TEST(VolumeSolvers, BondsHoldAsFarWithEverySolverThatHasThem) {
    const auto way = [](const std::string& solver) {
        World world(parse_scene(R"({"time": {"step": 0.004, "duration": 1},
            "bodies": [{"name": "ceiling", "type": "static", "shape": {"box": [1, 0.1, 1]}},
                       {"name": "cube", "type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]},
                        "position": [0, -0.0995, 0]}],
            "contact": {"detection": {"type": "ldi", "pixel": 0.001, "cell": 0.05},
                        "law": {"friction": 0.3, "adhesion": {"stiffness": 1e6, "energy": 5, "initial": 1,
                                                              "reference_gap": 0.002}}},
            "solver": {"tolerance": 1e-10, "iterations": 5000, "type": ")" +
                                solver + "\"}}"));
        std::vector<double> heights;
        for (int i = 0; i < 100; ++i) {
            world.step();
            heights.push_back(world.body("cube").center_of_mass()[1]);
        }
        EXPECT_EQ(world.last_step().bonds, 4) << solver;
        return heights;
    };
    const std::vector<double> expected = way("auto");
    EXPECT_LT(expected.back(), -0.1005);
    EXPECT_GT(expected.back(), -0.1025);
    for (const char* solver : {"nsgs", "block-pgs", "anticipation"}) {
        const std::vector<double> found = way(solver);
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_NEAR(found[i], expected[i], 1e-7) << solver << ", step " << i;
    }
}

TEST(VolumeSolvers, EquationsDoNotDependOnTriangles) {
    const std::pair<const char*, std::size_t> meshes[] = {
        {"0.1", 20}, {"0.01", 720}, {"0.004", 3920}, {"0.002", 16'820}};
    for (const auto& [surface, triangles] : meshes) {
        World world(parse_scene(R"({"time": {"step": 0.005, "duration": 1},
            "bodies": [{"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}},
                       {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05},
                        "surface": )" +
                                std::string(surface) + R"(, "position": [0, 0.1, 0]}],
            "contact": {"detection": {"type": "ldi", "pixel": "1 mm", "cell": "10 mm"}}})"));
        for (int i = 0; i < 30; ++i) world.step();
        EXPECT_EQ(world.body("ball").triangles().size() / 3, triangles);
        EXPECT_EQ(3 * world.last_step().contacts, 12) << triangles << " triangles";
    }
}

/// A block that was cut through lies on its own lower part.
TEST(VolumeSolvers, ABodyLiesOnItself) {
    const auto top_of_block = [](const std::string& self) {
        World world(parse_scene(R"({"time": {"step": 0.005, "duration": 1},
            "materials": {"jelly": {"density": 1000, "young": 5e4, "poisson": 0.35,
                                    "damping": {"stiffness": 0.005}}},
            "bodies": [{"name": "floor", "type": "static", "shape": {"box": [2, 0.1, 2]}, "position": [0, -0.05, 0]},
                       {"name": "block", "type": "soft", "shape": {"box": [0.1, 0.1, 0.1]}, "material": "jelly",
                        "element": 0.03, "position": [0, 0.05, 0]}],
            "contact": {"law": {"friction": 0.8},
                        "detection": {"type": "ldi", "pixel": "2 mm", "cell": "20 mm", "self": )" +
                                self + R"(}},
            "blades": [{"bodies": ["block"], "plane": {"point": [0, 0.06, 0], "normal": [0.1, 1, 0]},
                        "time": 0.01}],
            "probes": [{"name": "top", "body": "block", "what": "position", "nearest": [0.05, 0.05, 0.05]}]})"));
        for (int i = 0; i < 50; ++i) world.step();
        int with_itself = 0;
        for (const ContactFrame& c : world.contacts()) with_itself += c.first_body == c.second_body;
        EXPECT_EQ(with_itself > 10, self == "true");
        return world.probes()[0].values[1];
    };
    EXPECT_GT(top_of_block("true"), 0.095);
    EXPECT_LT(top_of_block("false"), 0.07);
}

}  // namespace
}  // namespace limpet
