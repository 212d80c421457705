/// What slides on a flat face of triangles goes as on the exact shape: inner edges and vertices, and the rim
/// at the end, neither brake it nor lift it, by whatever detection.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "limpet/world.h"

namespace limpet {
namespace {

const std::string triangle_floor =
    R"({"name": "floor", "type": "static", "shape": {"cylinder": {"radius": 0.5, "height": 0.1}}, "surface": 0.03})";
const std::string box_floor = R"({"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}})";
const std::string table = R"({"name": "floor", "type": "static", "shape": {"box": [0.3, 0.1, 0.3]}})";

const std::string rigid_slider = R"("type": "rigid", "density": 1000, "shape": {"box": [0.1, 0.1, 0.1]})";
const std::string soft_slider =
    R"("type": "soft", "material": "m", "element": 0.025, "shape": {"box": [0.1, 0.1, 0.1]})";
const std::string cloth =
    R"("type": "cloth", "material": "m", "shape": {"plane": [0.1, 0.1]}, "surface": 0.02, "thickness": 0.002)";

World sliding(const std::string& floor, const std::string& slider, const Vector3& from, double speed,
              const char* detection, double friction) {
    return World(
        parse_scene(fmt::format(R"({{"time": {{"step": 0.004, "duration": 1}},
        "materials": {{"m": {{"density": 300, "young": 1e5, "poisson": 0.3, "damping": {{"stiffness": 0.005}}}},
                       "jelly": {{"density": 1050, "young": 250000, "poisson": 0.4, "damping": {{"stiffness": 0.01}}}}}},
        "bodies": [{}, {{"name": "slider", {}, "position": [{}, {}, {}], "velocity": [{}, 0, 0]}}],
        "contact": {{"detection": {{"type": "{}", "distance": 0.001}}, "law": {{"friction": {}}}}}}})",
                                floor, slider, from[0], from[1], from[2], speed, detection, friction)));
}

/// Both detections, step by step to the same bytes; how far it got. [m]
double slid(const std::string& floor, const std::string& slider, const Vector3& from, double speed,
            double friction, int steps) {
    World by_proximity = sliding(floor, slider, from, speed, "proximity", friction),
          continuous = sliding(floor, slider, from, speed, "continuous", friction);
    const double start = by_proximity.body("slider").center_of_mass()[0];
    for (int i = 0; i < steps; ++i) {
        by_proximity.step();
        continuous.step();
    }
    const WorldState one = by_proximity.state(), other = continuous.state();
    for (std::size_t i = 0; i < one.bodies.size(); ++i)
        EXPECT_EQ(one.bodies[i].values, other.bodies[i].values) << slider << " at " << speed;
    return by_proximity.body("slider").center_of_mass()[0] - start;
}

TEST(Slides, BoxesOnTriangles) {
    for (const std::string& slider : {rigid_slider, soft_slider})
        for (const double speed : {1.0, 0.05})
            EXPECT_NEAR(slid(triangle_floor, slider, {-0.25, 0.1, 0.003}, speed, 0, 50), 0.2 * speed,
                        1e-6 * speed)
                << slider;
}

TEST(Slides, BoxesPastARim) {
    for (const std::string& slider : {rigid_slider, soft_slider}) {
        EXPECT_NEAR(slid(table, slider, {0, 0.1, 0}, 0.6, 0, 50), 0.12, 1e-6) << slider;
        EXPECT_GT(slid(table, slider, {0, 0.1, 0}, 0.6, 0, 75), 0.18) << slider;
    }
}

/// The block gives way, so that the box has to climb all the time; but edges of the block do not stop it.
TEST(Slides, ABoxOnASoftBlock) {
    const std::string block =
        R"({"name": "floor", "type": "soft", "material": "jelly", "shape": {"box": [0.26, 0.06, 0.2]},
        "element": 0.0125, "surface": 0.00625, "fixed": [{"box": [[-1, -1, -1], [1, -0.0299, 1]]}]})";
    const std::string box = R"("type": "rigid", "density": 300, "shape": {"box": [0.03, 0.02, 0.03]})";
    EXPECT_GT(slid(block, box, {-0.08, 0.0401, 0.003}, 0.5, 0, 50), 0.08);
}

TEST(Slides, ClothOnTriangles) {
    EXPECT_NEAR(slid(triangle_floor, cloth, {-0.25, 0.051, 0.003}, 0.05, 0, 200), 0.04, 4e-8);
    for (const double friction : {0.0, 0.3}) {
        const double on_triangles = slid(triangle_floor, cloth, {-0.25, 0.051, 0.003}, 2, friction, 50);
        EXPECT_NEAR(on_triangles, slid(box_floor, cloth, {-0.25, 0.051, 0.003}, 2, friction, 50), 1e-6);
        // Every step takes μ g h off the speed.
        EXPECT_NEAR(on_triangles, 0.4 - friction * 9.81 * 0.004 * 0.004 * 50 * 51 / 2, 1e-5);
    }
}

}  // namespace
}  // namespace limpet
