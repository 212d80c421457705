/// Soft bodies and cloth that start in others are moved apart without energy.

#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/mesh_intersections.h"
#include "support/warnings.h"

namespace limpet {
namespace {

class StartOverlap : public testing::TestWithParam<const char*> {};

World two_bodies(const std::string& detection, const std::string& shape, const std::string& at) {
    const std::string body = R"("type": "soft", "material": "gel", "element": 0.025, "shape": )" + shape;
    return World(
        parse_scene(R"({"name": "start", "gravity": [0, 0, 0], "time": {"step": 0.005, "duration": 1},
        "materials": {"gel": {"density": 1000, "young": 5e4, "poisson": 0.35}},
        "contact": {"detection": {"type": ")" +
                    detection + R"(", "distance": 0.001}},
        "bodies": [{"name": "a", )" +
                    body + R"(}, {"name": "b", "position": )" + at + ", " + body + "}]}"));
}

TEST_P(StartOverlap, OfSoftBodiesPartsWithoutEnergy) {
    for (const char* shape : {R"({"sphere": 0.05})", R"({"box": [0.1, 0.1, 0.1]})"}) {
        World world = two_bodies(GetParam(), shape, "[0.004, 0.092, 0.003]");
        double most = 0;
        for (int i = 0; i < 20; ++i) {
            world.step();
            most = std::max(most, world.last_step().kinetic + world.last_step().elastic);
        }
        EXPECT_LT(most, 1e-6) << shape;
        EXPECT_LT(world.last_step().penetration, 1e-4) << shape;
        ASSERT_EQ(warnings_of(world, "start-overlap").size(), 1u) << shape;
        EXPECT_EQ(warnings_of(world, "start-overlap")[0].bodies, (std::vector<std::string>{"a", "b"}));
    }
}

/// Large triangles, tilted over the rim of a box: `more` is about the cloth.
World cloth_in_a_box(const std::string& detection, const std::string& more) {
    return World(parse_scene(R"({"name": "start", "time": {"step": 0.005, "duration": 1},
        "materials": {"cotton": {"density": 300, "young": 1e6, "damping": {"stiffness": 0.0025}}},
        "contact": {"detection": {"type": ")" +
                             detection + R"("}, "law": {"friction": 0}},
        "bodies": [
            {"name": "box", "type": "static", "shape": {"box": [0.08, 0.08, 0.08]}, "position": [0, 0.04, 0]},
            {"name": "cloth", "type": "cloth", "material": "cotton", "shape": {"plane": [0.2, 0.2]},
             "surface": 0.025, "thickness": 0.002, )" +
                             more + "}]}"));
}

/// Along edges of the cloth, less than 0 outside. [m]
double depth_in_box(const World& world) {
    const ShownMesh cloth(world.body("cloth"));
    double deepest = -1;
    for (const auto& [a, b] : cloth.edges)
        for (int k = 0; k <= 20; ++k) {
            const Vec3 x = cloth.positions[a] + k / 20.0 * (cloth.positions[b] - cloth.positions[a]);
            deepest = std::max(deepest, 0.04 - (x - Vec3(0, 0.04, 0)).cwiseAbs().maxCoeff());
        }
    return deepest;
}

TEST_P(StartOverlap, OfClothWithCornersLeavesNothingInside) {
    for (const char* place : {R"("position": [0, 0.085, 0], "rotation": {"axis": [1, 0, 0], "degrees": 20})",
                              R"("position": [0, 0.084, -0.028],
                                 "rotation": {"axis": [1, 0, 0.94], "degrees": 40})"}) {
        World world = cloth_in_a_box(GetParam(), place);
        EXPECT_GT(depth_in_box(world), 0.005) << place;
        for (int i = 0; i < 10; ++i) {
            world.step();
            EXPECT_LT(depth_in_box(world), 0) << place;
        }
        EXPECT_EQ(warnings_of(world, "start-overlap").size(), 1u) << place;
        EXPECT_TRUE(warnings_of(world, "overlap").empty()) << place;
    }
}

TEST_P(StartOverlap, OfClothThatIsHeldIsNamed) {
    World world = cloth_in_a_box(GetParam(), R"("position": [0, 0.085, 0],
        "rotation": {"axis": [1, 0, 0], "degrees": 20}, "fixed": {"box": [[-1, -1, -1], [-0.09, 1, 1]]})");
    world.step();
    ASSERT_EQ(warnings_of(world, "overlap").size(), 1u);
    EXPECT_EQ(warnings_of(world, "overlap")[0].bodies, (std::vector<std::string>{"box", "cloth"}));
}

INSTANTIATE_TEST_SUITE_P(Detections, StartOverlap, testing::Values("proximity", "continuous"));

/// Less overlap than `distance` is left to stabilisation, as before.
TEST(StartOverlapOfLittle, MovesNothing) {
    World world = two_bodies("proximity", R"({"box": [0.1, 0.1, 0.1]})", "[0.02, 0.0995, 0.01]");
    world.step();
    EXPECT_TRUE(warnings_of(world, "start-overlap").empty());
}

}  // namespace
}  // namespace limpet
