/// What rolls on facets says so; what is round as a shape does not.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/types.h"
#include "limpet/world.h"
#include "shapes/meshes/primitive_surfaces.h"

namespace limpet {
namespace {

constexpr int facets_a_turn = 36;
constexpr double facet_roller_radius = 0.05, facet_roller_length = 0.1;

/// A prism of as many sides, its axis along z.
MeshShape prism() {
    const TriMesh cylinder =
        cylinder_surface(facet_roller_radius, facet_roller_length, facet_roller_radius / 6);
    MeshShape mesh;
    for (const Vec3& x : cylinder.vertices) mesh.vertices.push_back({x.x(), x.z(), -x.y()});
    for (const Triangle& t : cylinder.triangles) mesh.triangles.push_back({t[0], t[1], t[2]});
    return mesh;
}

Scene facet_roller(const Shape& shape, double degrees) {
    Scene scene = parse_scene(R"({"name": "facets", "time": {"step": 0.001, "duration": 10}, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [8, 0.1, 4]}, "position": [0, -0.05, 0]},
        {"name": "roller", "type": "rigid", "density": 700, "shape": {"sphere": 1}, "position": [0, 0.05, 0],
         "velocity": [2, 0, 0], "angular_velocity": [0, 0, -40], "rotation": {"axis": [1, 0, 0], "degrees": 0}}],
        "contact": {"law": {"friction": 0.5}}})");
    scene.bodies[1].shape = shape;
    scene.bodies[1].rotation.degrees = degrees;
    return scene;
}

/// Its sentence after as much time, if there is one.
std::string facets_warning(World& world, double time) {
    while (world.time() < time) world.step();
    for (const Warning& warning : world.warnings())
        if (warning.code == "facets") return warning.sentence;
    return "";
}

TEST(FacetRolling, IsWarnedOfAfterATurn) {
    World world(facet_roller(prism(), 0));
    EXPECT_EQ(facets_warning(world, 0.05), "");
    const std::string sentence = facets_warning(world, 1);
    EXPECT_NE(sentence.find("\"roller\""), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("about " + std::to_string(facets_a_turn)), std::string::npos) << sentence;
}

TEST(FacetRolling, TakesWhatTheSentenceBounds) {
    World world(facet_roller(prism(), 0));
    const auto speed = [&] { return std::sqrt(world.last_step().kinetic); };
    world.step();
    const double before = speed();
    double turned = 0;
    while (world.time() < 0.05) {
        world.step();
        turned += 0.001 * 40;
    }
    const double facets = turned * facets_a_turn / (2 * std::numbers::pi),
                 bound = 1 - std::cos(2 * std::numbers::pi / facets_a_turn);
    EXPECT_LT(speed(), before);
    EXPECT_GT(speed(), before * std::pow(1 - bound, facets + 1));
}

TEST(FacetRolling, IsNotWarnedOfWhereAShapeIsRound) {
    World world(facet_roller(CylinderShape{facet_roller_radius, facet_roller_length}, 90));
    EXPECT_EQ(facets_warning(world, 1), "");
    World ball(facet_roller(SphereShape{facet_roller_radius}, 0));
    EXPECT_EQ(facets_warning(ball, 1), "");
}

}  // namespace
}  // namespace limpet
