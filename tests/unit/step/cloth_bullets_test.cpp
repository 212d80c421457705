/// What is bullet-fast does not pass through cloth: 100 m/s is many times its own size in a step.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "limpet/world.h"
#include "support/mesh_intersections.h"

namespace limpet {
namespace {

const char* const candies[] = {
    R"("type": "rigid", "density": 1000, "shape": {"sphere": 0.01})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.015, 0.01]}, "rotation": {"axis": [1, 2, 0.5], "degrees": 50})",
    R"("type": "soft", "material": "jelly", "shape": {"sphere": 0.01}, "element": 0.006, "surface": 0.004)",
};

/// A candy above a cloth that is held along its four sides.
Scene shot(const char* candy, double speed, double step, const char* detection) {
    return parse_scene(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}},
        "materials": {{"jelly": {{"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {{"stiffness": 0.01}}}},
                       "cotton": {{"density": 300, "young": 1e5, "damping": {{"mass": 0.5, "stiffness": 0.001}}}}}},
        "bodies": [
          {{"name": "cloth", "type": "cloth", "material": "cotton", "shape": {{"plane": [0.2, 0.2]}}, "surface": 0.025,
            "thickness": 0.002, "stretch": 2000, "shear": 200, "bend": 1e-5,
            "fixed": [{{"box": [[-1, -1, -1], [-0.09, 1, 1]]}}, {{"box": [[0.09, -1, -1], [1, 1, 1]]}},
                      {{"box": [[-1, -1, -1], [1, 1, -0.09]]}}, {{"box": [[-1, -1, 0.09], [1, 1, 1]]}}]}},
          {{"name": "candy", {}, "position": [0.003, 0.05, -0.004], "velocity": [{}, {}, 0]}}],
        "contact": {{"detection": {{"type": "{}", "distance": 0.0005, "self": true}}, "law": {{"friction": 0.3}}}},
        "solver": {{"type": "nsgs", "iterations": 200, "tolerance": 1e-6}}}})",
                                   step, candy, 0.02 * speed, -speed, detection));
}

/// The cloth hangs on a frame in the plane y = 0, and the candy stays within it: it is above the cloth if a
/// line from it upwards passes the cloth an even number of times, and one downwards an odd number.
bool is_above_cloth(const World& world) {
    const ShownMesh cloth(world.body("cloth"));
    const Vector3 c = world.body("candy").center_of_mass();
    const Vec3 center(c[0], c[1], c[2]);
    int up = 0, down = 0;
    for (const auto& [a, b, d] : cloth.triangles) {
        const Vec3 &x = cloth.positions[a], &y = cloth.positions[b], &z = cloth.positions[d];
        up += pierces(center, center + 100 * Vec3::UnitY(), x, y, z);
        down += pierces(center, center - 100 * Vec3::UnitY(), x, y, z);
    }
    return up % 2 == 0 && down % 2 == 1;
}

TEST(ClothBullets, FastCandyDoesNotPass) {
    for (const char* const candy : candies)
        for (const double step : {0.001, 0.004}) {
            World world(shot(candy, 100, step, "continuous"));
            for (int i = 0; i < 12; ++i) {
                world.step();
                ASSERT_TRUE(is_above_cloth(world)) << candy << ", step " << step << ", after " << i + 1;
                ASSERT_EQ(piercings(world.body("candy"), world.body("cloth")).size(), 0u)
                    << candy << ", step " << step << ", after " << i + 1;
            }
        }
}

/// Nothing drives the scene: what a step adds to the energy is the step's own doing.
void expect_no_gain(World world, double tolerated, const std::string& what) {
    const auto energy = [&] { return world.last_step().kinetic + world.last_step().elastic; };
    const double start = energy();
    for (int i = 0; i < 30; ++i) {
        const double before = energy();
        world.step();
        EXPECT_LT(energy() - before, tolerated * start) << what << ", step " << i + 1;
    }
    for (const Warning& warning : world.warnings())
        EXPECT_NE(warning.code, "gain") << what << ": " << warning.sentence;
}

/// A cloth that is driven out of its plane does not feel it before it is stretched: what is linear in the
/// motion of a step has it stretched by many times the energy of the bullet.
TEST(ClothBullets, HitsGainNoEnergy) {
    for (const char* const candy : candies)
        for (const double step : {0.001, 0.005})
            expect_no_gain(World(shot(candy, 100, step, "continuous")), 0.01,
                           fmt::format("{}, step {}", candy, step));
}

/// A soft bar that hits a table with one end: the other flies on, and the bar turns by a radian in a step.
TEST(ClothBullets, SoftBarsOnTablesGainNoEnergy) {
    for (const double step : {0.001, 0.005}) {
        const Scene scene = parse_scene(fmt::format(
            R"({{"gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}},
            "materials": {{"jelly": {{"density": 1000, "young": 1e6, "poisson": 0.3}}}},
            "bodies": [
              {{"name": "table", "type": "static", "shape": {{"box": [0.2, 0.1, 1]}}, "position": [-0.1, -0.05, 0]}},
              {{"name": "bar", "type": "soft", "material": "jelly", "shape": {{"box": [0.3, 0.03, 0.03]}},
                "element": 0.015, "position": [0.12, 0.03, 0], "velocity": [0, -60, 0]}}],
            "contact": {{"detection": {{"type": "continuous", "distance": 0.001}}, "law": {{"friction": 0.5}}}}}})",
            step));
        expect_no_gain(World(scene), 0.01, fmt::format("step {}", step));
    }
}

TEST(ClothBullets, ByProximityItDoes) {
    World world(shot(candies[0], 100, 0.004, "proximity"));
    for (int i = 0; i < 12; ++i) world.step();
    EXPECT_FALSE(is_above_cloth(world));
}

}  // namespace
}  // namespace limpet
