/// Loads give every kind of body the momentum that they say, and bend and squeeze it as closed forms do.

#include "bodies/load.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bodies/make_body.h"
#include "bodies/rigid/rigid_body.h"
#include "limpet/error.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A cube of 4 cm without gravity, loaded so.
Scene loaded_cube(const std::string& type, const std::string& load) {
    const std::string kind = type == "particles" ? R"("density": 1000, "shape_memory": 20, "surface": 0.02)"
                             : type == "soft"    ? R"("material": "gel", "element": 0.02)"
                                                 : R"("density": 1000)";
    return parse_scene(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"step": 0.001, "duration": 1}},
        "materials": {{"gel": {{"density": 1000, "young": 1e6, "poisson": 0.3}}}},
        "bodies": [{{"name": "cube", "type": "{}", "shape": {{"box": [0.04, 0.04, 0.04]}}, {},
                     "position": [1, 2, 3]}}],
        "loads": [{{"body": "cube", {}}}]}})",
                                   type, kind, load));
}

/// The cube after some steps that nothing but its loads act in.
std::unique_ptr<Body> cube_after(const Scene& scene, int steps) {
    std::unique_ptr<Body> cube = std::move(make_bodies(scene).front());
    const double h = scene.time.step;
    for (int i = 0; i < steps; ++i) {
        FreeMotionInput input{i * h, h, Vec3(Vec3::Zero())};
        input.loads = loads_on(scene, "cube", (i + 1) * h);
        cube->free_motion(input);
        cube->advance(h);
    }
    return cube;
}

Vec3 momentum_after(const Scene& scene, int steps) {
    const auto cube = cube_after(scene, steps);
    return cube->mass() * cube->mean_velocity();
}

class Loads : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Bodies, Loads, testing::Values("rigid", "soft", "particles"),
                         [](const auto& type) { return type.param; });

TEST_P(Loads, GiveTheirForceTimesTime) {
    const std::string top = R"("surface": {"box": [[-1, 0.019, -1], [1, 1, 1]]}, )";
    const std::string upper = R"("nodes": {"box": [[-1, 0.001, -1], [1, 1, 1]]}, )";
    for (const std::string& part : {std::string(), top, upper}) {
        if (part == upper && GetParam() == "rigid") continue;
        const Vec3 p = momentum_after(loaded_cube(GetParam(), part + R"("force": [0.1, -0.2, 0.3])"), 10);
        EXPECT_LT((p - 0.01 * Vec3(0.1, -0.2, 0.3)).norm(), 1e-12) << part;
    }
}

TEST_P(Loads, FollowTheirKeyframes) {
    const Scene scene =
        loaded_cube(GetParam(), R"("force": [1, 0, 0], "keyframes": [[0.002, 0], [0.006, 2], [0.008, 0]])");
    // Forces at the end of each step: 0, 0, ½, 1, 1½, 2, 1, 0, 0, …
    EXPECT_NEAR(momentum_after(scene, 12).x(), 6e-3, 1e-12);
}

TEST_P(Loads, PressureAllRoundGivesNoMomentumAndOnOneSideThatOfItsArea) {
    EXPECT_LT(momentum_after(loaded_cube(GetParam(), R"("pressure": 100)"), 10).norm(), 1e-12);
    const Vec3 p = momentum_after(
        loaded_cube(GetParam(), R"("pressure": 100, "surface": {"box": [[-1, 0.019, -1], [1, 1, 1]]})"), 1);
    EXPECT_LT((p - Vec3(0, -1e-3 * 100 * 0.04 * 0.04, 0)).norm(), 1e-12);
}

TEST_P(Loads, ThatHoldNothingAreRefused) {
    for (const char* part : {"nodes", "surface"}) {
        if (part == std::string("nodes") && GetParam() == "rigid") continue;
        const Scene scene = loaded_cube(
            GetParam(),
            fmt::format(R"("force": [1, 0, 0], "{}": {{"sphere": {{"center": [9, 0, 0], "radius": 1}}}})",
                        part));
        try {
            World world(scene);
            FAIL() << part;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(fmt::format("loads[0].{}: no ", part)),
                      std::string::npos)
                << error.what();
        }
    }
}

TEST(RigidLoads, OnAFaceTurnTheBody) {
    const auto cube = cube_after(
        loaded_cube("rigid", R"("force": [0, 0.3, 0], "surface": {"box": [[0.019, -1, -1], [1, 1, 1]]})"), 1);
    const Vec3 given = dynamic_cast<const RigidBody&>(*cube).angular_momentum();
    EXPECT_LT((given - 1e-3 * Vec3(0, 0, 0.02 * 0.3)).norm(), 1e-12);
}

/// Bernoulli and Timoshenko: w = F L³/(3 E I) + F L/(κ G A), κ = 10 (1 + ν)/(12 + 11 ν).
TEST(LoadedShapes, ABeamThatIsLoadedAtItsEndBendsAsTimoshenkoSays) {
    constexpr double young = 1e6, poisson = 0, length = 0.2, height = 0.04, force = 0.01;
    World world(parse_scene(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"step": 0.1, "duration": 1}},
        "materials": {{"gel": {{"density": 1000, "young": {}, "poisson": {}}}}},
        "bodies": [{{"name": "beam", "type": "soft", "shape": {{"box": [{}, {}, {}]}}, "material": "gel",
                     "element": 0.0033, "model": "linear", "dynamics": "quasistatic",
                     "fixed": {{"box": [[-1, -1, -1], [-0.0999, 1, 1]]}}}}],
        "loads": [{{"body": "beam", "force": [0, -{}, 0],
                    "surface": {{"box": [[0.0999, -1, -1], [1, 1, 1]]}}}}]}})",
                                        young, poisson, length, height, height, force)));
    world.step();
    double tip = 0, count = 0;
    const Frame frame = world.frame();
    const auto& nodes = frame.bodies.front().nodes;
    for (const Vector3& x : nodes)
        if (x[0] > 0.0999) {
            tip += frame.bodies.front().displacements[&x - nodes.data()][1];
            ++count;
        }
    const double inertia = std::pow(height, 4) / 12, shear = young / (2 * (1 + poisson));
    const double kappa = 10 * (1 + poisson) / (12 + 11 * poisson);
    const double expected = force * std::pow(length, 3) / (3 * young * inertia) +
                            force * length / (kappa * shear * height * height);
    EXPECT_NEAR(-tip / count, expected, 0.03 * expected);
}

/// Uniform pressure p on a ball: u = −r p (1 − 2ν)/E.
TEST(LoadedShapes, ABallUnderPressureShrinksAsItsBulkModulusSays) {
    constexpr double young = 1e5, poisson = 0.3, pressure = 1000;
    World world(parse_scene(fmt::format(R"({{"gravity": [0, 0, 0], "time": {{"step": 0.01, "duration": 1}},
        "materials": {{"gel": {{"density": 1000, "young": {}, "poisson": {}, "damping": {{"stiffness": 0.02}}}}}},
        "bodies": [{{"name": "ball", "type": "soft", "shape": {{"sphere": 0.05}}, "material": "gel",
                     "element": 0.015, "model": "linear"}}],
        "loads": [{{"body": "ball", "pressure": {}}}]}})",
                                        young, poisson, pressure)));
    for (int i = 0; i < 200; ++i) world.step();
    const double shrinks = pressure * (1 - 2 * poisson) / young;
    double mean = 0, moved = 0;
    const Frame frame = world.frame();
    const auto& body = frame.bodies.front();
    for (std::size_t i = 0; i < body.nodes.size(); ++i) {
        const Vec3 rest = to_vec3(body.nodes[i]) - to_vec3(body.displacements[i]);
        mean -= to_vec3(body.displacements[i]).dot(rest);
        moved += rest.squaredNorm();
    }
    EXPECT_NEAR(mean / moved, shrinks, 0.03 * shrinks);
}

}  // namespace
}  // namespace limpet
