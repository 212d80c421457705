/// Cloth that drapes, crumples and folds on itself passes through nothing: judged by edges that pierce
/// triangles (support/mesh_intersections.h), not by detection.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/mesh_intersections.h"

namespace limpet {
namespace {

/// Of the body named "cloth" through itself and everything else.
std::size_t piercings_of_cloth(const World& world) {
    std::size_t count = piercings(world.body("cloth")).size();
    for (std::size_t i = 0; i < world.body_count(); ++i)
        if (world.body(i).name() != "cloth") count += piercings(world.body("cloth"), world.body(i)).size();
    return count;
}

std::string sheets(const char* turn) {
    return fmt::format(R"({{ "materials": {{ "m": {{ "young": 1e5 }} }}, "bodies": [
        {{ "name": "cloth", "type": "cloth", "material": "m", "shape": {{ "plane": [1, 1] }}, "surface": 0.25 }},
        {{ "name": "other", "type": "cloth", "material": "m", "shape": {{ "plane": [1, 1] }}, "surface": 1,
           "rotation": {{ "axis": [1, 0.2, 0.1], "degrees": {} }}, "position": [0.013, 0.01, 0.017] }} ] }})",
                       turn);
}

TEST(MeshIntersections, TreesFindWhatAllPairsFind) {
    const World world(parse_scene(sheets("37")));
    const ShownMesh a(world.body("cloth")), b(world.body("other"));
    std::size_t all = 0;
    for (const auto& [p, q] : a.edges)
        for (const auto& [u, v, w] : b.triangles)
            all += pierces(a.positions[p], a.positions[q], b.positions[u], b.positions[v], b.positions[w]);
    EXPECT_GT(all, 3u);
    EXPECT_EQ(edges_through(a, b, false).size(), all);
}

TEST(MeshIntersections, NoneOfWhatIsApartOrJoined) {
    const World apart(parse_scene(sheets("0")));
    EXPECT_EQ(piercings_of_cloth(apart), 0u);
}

/// A square that falls on its edge and folds up.
std::string crumpling(const char* detection, double step, double speed) {
    return fmt::format(R"({{ "time": {{ "step": {}, "duration": 1 }},
      "materials": {{ "cotton": {{ "density": 300, "young": 1e5, "poisson": 0.2,
                                  "damping": {{ "mass": 0.5, "stiffness": 0.001 }} }} }},
      "bodies": [
        {{ "name": "floor", "type": "static", "shape": {{ "box": [1.6, 0.02, 1.6] }}, "position": [0, -0.01, 0] }},
        {{ "name": "cloth", "type": "cloth", "material": "cotton", "shape": {{ "plane": [0.16, 0.16] }},
          "surface": 0.02, "thickness": 0.002, "stretch": 200, "shear": 8, "bend": 2e-6, "position": [0, 0.103, 0],
          "velocity": [0, {}, 0], "rotation": {{ "axis": [1, 0.05, 0.3], "degrees": 83 }} }} ],
      "contact": {{ "detection": {{ "type": "{}", "distance": 0.001, "self": true }}, "law": {{ "friction": 0.3 }} }},
      "solver": {{ "type": "nsgs", "iterations": 60, "tolerance": 1e-4 }} }})",
                       step, -speed, detection);
}

/// The largest number after any step.
std::size_t most_piercings(Scene scene, double duration) {
    World world(std::move(scene));
    std::size_t most = 0;
    while (world.time() < duration) {
        world.step();
        most = std::max(most, piercings_of_cloth(world));
    }
    return most;
}

TEST(Drape, ACrumplingClothDoesNotPassThroughItself) {
    EXPECT_EQ(most_piercings(parse_scene(crumpling("continuous", 0.004, 10)), 0.3), 0u);
    EXPECT_EQ(most_piercings(parse_scene(crumpling("continuous", 0.004, 6)), 0.3), 0u);
    EXPECT_EQ(most_piercings(parse_scene(crumpling("continuous", 0.008, 0)), 0.3), 0u);
}

/// Without continuous detection it does, so the test above can fail.
TEST(Drape, ByProximityAloneItDoes) {
    EXPECT_GT(most_piercings(parse_scene(crumpling("proximity", 0.004, 10)), 0.3), 0u);
}

/// A ball is one vertex for detection, but cloth meets it at many places at once.
TEST(Drape, ClothOnABallIsNotHeldBack) {
    World world(load_scene("drape_sphere", {"time.step=0.008", "bodies.cloth.surface=0.05"}));
    while (world.time() < 0.34) {
        world.step();
        EXPECT_EQ(piercings_of_cloth(world), 0u) << world.time();
    }
    for (const Warning& warning : world.warnings()) EXPECT_NE(warning.code, "held-back") << warning.sentence;
}

void expect_thirty_seconds(const std::string& scene) {
    for (const std::string step : {"0.008", "0.004"}) {
        World world(load_scene(scene, {"time.step=" + step, "bodies.cloth.surface=0.04"}));
        while (world.time() < 30) {
            world.step();
            if (world.steps() % 10 == 0) {
                ASSERT_EQ(piercings_of_cloth(world), 0u) << scene << ", " << world.time();
            }
        }
        EXPECT_LT(world.last_step().kinetic, 1e-6);
        for (const Warning& warning : world.warnings())
            EXPECT_NE(warning.code, "held-back") << warning.sentence;
    }
}

TEST(DrapeLong, ThirtySecondsOverASphere) {
    expect_thirty_seconds("drape_sphere");
}

TEST(DrapeLong, ThirtySecondsOverATable) {
    expect_thirty_seconds("drape_table");
}

/// Prints what docs/cloth.md says of drapes by proximity.
TEST(DrapeLong, ByProximityATablesEdgesPierceAndABallDoesNot) {
    for (const std::string scene : {"drape_sphere", "drape_table"})
        for (const std::string step : {"0.004", "0.008"}) {
            World world(load_scene(scene, {"time.step=" + step, "contact.detection.type=proximity"}));
            std::size_t most = 0, most_in_itself = 0;
            while (world.time() < 2.4) {
                world.step();
                if (world.steps() % 5 != 0) continue;
                most = std::max(most, piercings_of_cloth(world));
                most_in_itself = std::max(most_in_itself, piercings(world.body("cloth")).size());
            }
            fmt::print("{}, {} s: up to {} piercings, {} in itself\n", scene, step, most, most_in_itself);
            EXPECT_EQ(most > 0, scene == "drape_table") << step;
            EXPECT_EQ(most_in_itself, 0u) << scene << ", " << step;
        }
}

}  // namespace
}  // namespace limpet
