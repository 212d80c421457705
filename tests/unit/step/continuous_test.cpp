/// Continuous detection in the step: what moves by many times its own size in a step does not pass through
/// what is thinner than itself.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limpet/threads.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double step = 0.01;
/// Of bullets, along their longest side. [m]
constexpr double size = 0.02;

Scene scene_of(const std::string& bodies, const std::string& detection = "continuous") {
    return parse_scene(fmt::format(
        R"({{"name": "bullets", "gravity": [0, 0, 0], "time": {{"step": {}, "duration": 1}},
        "materials": {{"rubber": {{"density": 1000, "young": 1e5, "poisson": 0.3}}}},
        "contact": {{"detection": {{"type": "{}", "distance": 0.0002}}, "law": {{"friction": 0.3}}}},
        "solver": {{"type": "nsgs", "iterations": 1000, "tolerance": 1e-9}},
        "bodies": [{}]}})",
        step, detection, bodies));
}

/// A bullet `height` above the origin that flies down by `sizes` of its own size in a step.
std::string bullet(const std::string& fields, double sizes, double height = 0.05) {
    return fmt::format(
        R"({{"name": "bullet", {}, "position": [0.003, {}, -0.002], "velocity": [{}, {}, 0]}})", fields,
        height, 0.05 * sizes * size / step, -sizes * size / step);
}

const std::string thin_plate =
    R"({"name": "plate", "type": "static", "shape": {"box": [4, 0.001, 4]}, "position": [0, -0.0005, 0]})";

const char* const bullets[] = {
    R"("type": "rigid", "density": 1000, "shape": {"sphere": 0.01})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.02, 0.02]})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.02, 0.02]}, "rotation": {"axis": [1, 0, 0], "degrees": 45})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.01, 0.005]}, "rotation": {"axis": [1, 2, 0.5], "degrees": 50})",
    R"("type": "rigid", "density": 1000, "shape": {"capsule": {"radius": 0.005, "height": 0.01}}, "rotation": {"axis": [1, 0, 1], "degrees": 30})",
    R"("type": "rigid", "density": 1000, "shape": {"torus": {"radius": 0.007, "tube": 0.003}}, "surface": 0.003, "rotation": {"axis": [1, 0, 1], "degrees": 40})",
    R"("type": "rigid", "density": 1000, "shape": {"box": [0.02, 0.004, 0.002]}, "angular_velocity": [20, 30, 10])",
    R"("type": "soft", "material": "rubber", "shape": {"box": [0.02, 0.02, 0.02]}, "element": 0.01)",
    R"("type": "soft", "material": "rubber", "shape": {"sphere": 0.01}, "element": 0.006, "surface": 0.004)",
};

double lowest(const World& world, const std::string& body) {
    const std::span<const double> x = world.body(body).positions();
    double y = x[1];
    for (std::size_t i = 1; i < x.size(); i += 3) y = std::min(y, x[i]);
    return y;
}

double energy(const World& world) {
    return world.last_step().kinetic + world.last_step().elastic;
}

/// Runs a few steps; nothing of `body` may get below the plate's top, and energy may only go.
void expect_stays_above(Scene scene, const std::string& body, const std::string& what, int steps = 4) {
    World world(std::move(scene));
    double before = energy(world);
    for (int i = 0; i < steps; ++i) {
        world.step();
        ASSERT_GT(lowest(world, body), -2e-5) << what << ", step " << i;
        ASSERT_LE(energy(world), before * (1 + 1e-6)) << what << ", step " << i;
        before = energy(world);
    }
    for (const std::string& warning : world.warnings()) ADD_FAILURE() << what << ": " << warning;
}

TEST(Continuous, BulletsDoNotPassAThinPlate) {
    for (const char* const one : bullets)
        for (const double sizes : {1.0, 3.7, 30.0, 1000.0})
            expect_stays_above(scene_of(thin_plate + "," + bullet(one, sizes)), "bullet",
                               fmt::format("{} at {} sizes a step", one, sizes));
}

TEST(Continuous, ByProximityAloneTheyPass) {
    World world(scene_of(thin_plate + "," + bullet(bullets[1], 30), "proximity"));
    for (int i = 0; i < 4; ++i) world.step();
    EXPECT_LT(lowest(world, "bullet"), -1);
}

}  // namespace
}  // namespace limpet
