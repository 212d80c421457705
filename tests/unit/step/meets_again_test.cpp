/// What touches at the start of a step, turns, and would be through at its end, is kept from it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/mesh_intersections.h"

namespace limpet {
namespace {

/// A bar across the upper edge of a wall, which it touches at `at` from the bar's middle. In a step of 1 ms
/// it goes 0.2 m along itself and turns by 0.3 rad: touching at the end that rises, it parts from the edge
/// and comes down on it with its other half; in the middle, it does not part at all.
Scene bar_on_a_wall(double at, const char* wall) {
    return parse_scene(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"step": 0.001, "duration": 1}},
        "bodies": [
          {{"name": "wall", "type": "static", {}, "position": [0, -0.5, 0]}},
          {{"name": "bar", "type": "rigid", "density": 1000, "shape": {{"box": [0.5, 0.01, 0.05]}},
            "position": [{}, 0.005, 0.003], "velocity": [-200, 0, 0], "angular_velocity": [0, 0, -300]}}],
        "contact": {{"detection": {{"type": "continuous", "distance": 0.001}}, "law": {{"friction": 0}}}}}})",
                                   wall, at));
}

const char* const edge = R"("shape": {"box": [0.004, 1, 1]})";
const char* const turned_block =
    R"("shape": {"box": [0.2, 1, 1]}, "rotation": {"axis": [0, 1, 0], "degrees": 20})";

constexpr double half_distance = 0.0005;  ///< overlap up to this is stabilisation's [m]

/// Where it is, but for that overlap.
ShownMesh raised(const BodyView& bar) {
    ShownMesh mesh(bar);
    for (Vec3& x : mesh.positions) x.y() += half_distance;
    return mesh;
}

void expect_kept_off(const char* wall, double at) {
    World world(bar_on_a_wall(at, wall));
    for (int i = 0; i < 5; ++i) {
        world.step();
        const ShownMesh bar = raised(world.body("bar")), upright(world.body("wall"));
        EXPECT_EQ(edges_through(bar, upright, false).size() + edges_through(upright, bar, false).size(), 0u)
            << wall << ", touching at " << at << ", after step " << i + 1;
    }
}

TEST(MeetsAgain, ABarOnAWallDoesNotPass) {
    for (const double at : {0.0, 0.05, 0.1, 0.15, 0.2}) expect_kept_off(edge, at);
    for (const double at : {0.05, 0.1, 0.15, 0.2}) expect_kept_off(turned_block, at);
}

}  // namespace
}  // namespace limpet
