/// What probes read, against closed forms.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

/// A scene of these bodies and probes, without gravity unless `more` gives some.
Scene probed_scene(const std::string& bodies, const std::string& probes, const std::string& more = "") {
    return parse_scene(R"({"name": "probes", "gravity": [0, 0, 0], "time": {"step": "1 ms", "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": "1 MPa", "poisson": 0.3, "damping": {"stiffness": "5 ms"}}},
        "bodies": [)" + bodies +
                       R"(], "probes": [)" + probes + "]" + (more.empty() ? "" : ", " + more) + "}");
}

std::vector<double> read_probe(const World& world, const std::string& name) {
    for (const ProbeReading& reading : world.probes())
        if (reading.name == name) return reading.values;
    ADD_FAILURE() << "no probe " << name;
    return {};
}

Vec3 read_vector(const World& world, const std::string& name) {
    const std::vector<double> values = read_probe(world, name);
    EXPECT_EQ(values.size(), 3U);
    return {values.at(0), values.at(1), values.at(2)};
}

void run_probed(World& world, int steps) {
    for (int i = 0; i < steps; ++i) world.step();
}

constexpr const char* hanging_block =
    R"({"name": "block", "type": "soft", "shape": {"box": [0.02, 0.04, 0.02]},
    "element": "10 mm", "material": "rubber", "fixed": {"box": [[-1, 0.0199, -1], [1, 1, 1]]} %s})";

std::string hanging(const std::string& more) {
    std::string text = hanging_block;
    return text.replace(text.find("%s"), 2, more);
}

/// A clamp holds the whole weight, of the nodes that it holds, too; in equilibrium, and once it has settled.
TEST(ProbeReadings, AClampHoldsTheWeight) {
    const double weight = 1000 * 0.02 * 0.04 * 0.02 * 9.81;
    const std::string probes = R"({"name": "clamp", "body": "block", "what": "reaction_force"},
        {"name": "mass", "body": "block", "what": "mass"})";
    for (const std::string dynamics : {R"(, "dynamics": "quasistatic")", ""}) {
        Scene scene = probed_scene(hanging(dynamics), probes);
        scene.gravity = {0, -9.81, 0};
        World world(scene);
        run_probed(world, dynamics.empty() ? 600 : 3);
        const Vec3 force = read_vector(world, "clamp");
        EXPECT_NEAR(force.y(), weight, 1e-6 * weight) << dynamics;
        EXPECT_LT(Vec3(force.x(), 0, force.z()).norm(), 1e-6 * weight) << dynamics;
        EXPECT_NEAR(read_probe(world, "mass").at(0), weight / 9.81, 1e-12);
    }
}

/// While it is let down and swings, clamp and weight change the momentum of the whole body.
TEST(ProbeReadings, AClampMovesWhatItHolds) {
    Scene scene = probed_scene(hanging(""), R"({"name": "clamp", "body": "block", "what": "reaction_force"},
        {"name": "momentum", "body": "block", "what": "momentum"})");
    scene.gravity = {0, -9.81, 0};
    World world(scene);
    const double weight = 1000 * 0.02 * 0.04 * 0.02 * 9.81;
    double given = 0;
    for (int i = 0; i < 200; ++i) {
        world.step();
        given += scene.time.step * (read_vector(world, "clamp").y() - weight);
        // Forces are those of the deformed shape, momenta those of steps that are linearised once.
        EXPECT_NEAR(given, read_vector(world, "momentum").y(), 2e-3 * weight * 0.03);
    }
}

TEST(ProbeReadings, ReadNothingWhereThereIsNothing) {
    const World world(
        probed_scene(R"({"name": "ball", "type": "rigid", "density": 1, "shape": {"sphere": 0.1}},
        {"name": "floor", "type": "static", "shape": {"box": [1, 1, 1]}, "position": [0, -5, 0]})",
                     R"({"name": "r", "body": "ball", "what": "reaction_force"},
        {"name": "s", "body": "ball", "what": "stress"}, {"name": "l", "body": "floor", "what": "angular_momentum"})"));
    EXPECT_EQ(read_probe(world, "r").size(), 3U);
    EXPECT_TRUE(std::isnan(read_probe(world, "r")[0]));
    EXPECT_EQ(read_probe(world, "s").size(), 6U);
    EXPECT_TRUE(std::isnan(read_probe(world, "s")[5]));
    EXPECT_TRUE(std::isnan(read_probe(world, "l")[0]));
}

/// σ = F/A, and F² L/(2 E A) of energy; across the bar there is no stress, since ν = 0.
TEST(ProbeReadings, ABarUnderTensionHasOneStress) {
    Scene scene = probed_scene(
        R"({"name": "bar", "type": "soft", "shape": {"box": [0.08, 0.02, 0.02]}, "element": "10 mm",
        "material": "rubber", "model": "linear", "dynamics": "quasistatic",
        "fixed": {"box": [[-1, -1, -1], [-0.0399, 1, 1]]},
        "motion": {"nodes": {"box": [[0.0399, -1, -1], [1, 1, 1]]}, "keyframes": [[0, [0, 0, 0]], [0.001, [0.0008, 0, 0]]]}})",
        R"({"name": "middle", "body": "bar", "what": "stress", "nearest": [0, 0, 0]},
        {"name": "mean", "body": "bar", "what": "stress"},
        {"name": "energy", "body": "bar", "what": "strain_energy"})");
    scene.materials.at("rubber").poisson = 0;
    World world(scene);
    run_probed(world, 2);
    const double stress = 1e6 * 0.01;
    for (const char* where : {"middle", "mean"}) {
        const std::vector<double> s = read_probe(world, where);
        ASSERT_EQ(s.size(), 6U);
        EXPECT_NEAR(s[0], stress, 1e-6 * stress) << where;
        for (int k = 1; k < 6; ++k) EXPECT_NEAR(s[k], 0, 1e-6 * stress) << where << ' ' << k;
    }
    EXPECT_NEAR(read_probe(world, "energy").at(0), stress * stress / 2e6 * 0.08 * 4e-4, 1e-9);
}

TEST(ProbeReadings, ATurningBodyHasSpin) {
    const std::string probes = R"({"name": "w", "body": "cube", "what": "angular_velocity"},
        {"name": "l", "body": "cube", "what": "angular_momentum"},
        {"name": "p", "body": "cube", "what": "momentum"})";
    const double side = 0.1, mass = 1000 * side * side * side, inertia = mass * side * side / 6;
    for (const std::string kind : {R"("type": "rigid", "density": 1000)",
                                    R"("type": "soft", "element": "25 mm", "material": "rubber")"}) {
        const World world(
            probed_scene(R"({"name": "cube", "shape": {"box": [0.1, 0.1, 0.1]}, "velocity": [1, 2, 3],
            "angular_velocity": [0, 4, 0], )" +
                             kind + "}",
                         probes));
        // Lumped masses are further from the middle than what they stand for.
        const double inexact = kind.find("soft") == std::string::npos ? 1e-12 : 0.2;
        EXPECT_LT((read_vector(world, "w") - Vec3(0, 4, 0)).norm(), 1e-12) << kind;
        EXPECT_LT((read_vector(world, "l") - Vec3(0, 4 * inertia, 0)).norm(), inexact * 4 * inertia) << kind;
        EXPECT_LT((read_vector(world, "p") - mass * Vec3(1, 2, 3)).norm(), 1e-12) << kind;
    }
}

constexpr const char* rough_floor =
    R"({"name": "floor", "type": "static", "shape": {"box": [8, 0.2, 8]}, "position": [0, -0.1, 0]})";

/// m g cos θ and m g sin θ, here with the slope level and gravity aslant.
TEST(ProbeReadings, ABlockOnASlopeIsHeldByItsNormalAndTangentialForces) {
    const double degrees = 20 * std::numbers::pi / 180, mass = 1000 * 0.2 * 0.05 * 0.2;
    Scene scene = probed_scene(
        std::string(rough_floor) +
            R"(, {"name": "block", "type": "rigid", "density": 1000, "shape": {"box": [0.2, 0.05, 0.2]}, "position": [0, 0.025, 0]})",
        R"({"name": "n", "body": "block", "what": "normal_force"}, {"name": "t", "body": "block", "what": "tangential_force"},
        {"name": "m", "body": "block", "what": "contact_torque"}, {"name": "s", "body": "block", "what": "slip"})",
        R"("contact": {"law": {"friction": 0.6}, "detection": {"distance": "2 mm"}})");
    scene.gravity = {9.81 * std::sin(degrees), -9.81 * std::cos(degrees), 0};
    World world(scene);
    run_probed(world, 50);
    const Vec3 n(0, mass * 9.81 * std::cos(degrees), 0), t(-mass * 9.81 * std::sin(degrees), 0, 0);
    EXPECT_LT((read_vector(world, "n") - n).norm(), 1e-6 * n.norm());
    EXPECT_LT((read_vector(world, "t") - t).norm(), 1e-6 * t.norm());
    // At rest nothing turns it.
    EXPECT_LT(read_vector(world, "m").norm(), 1e-6 * n.norm() * 0.1);
    EXPECT_LT(read_probe(world, "s").at(0), 1e-6);
}

/// v²/(2 μ g), but for the scheme's own h v/2; and saved and restored it goes on from where it was.
TEST(ProbeReadings, SlipIsTheWayThatABlockSlides) {
    const double speed = 1, friction = 0.4, way = speed * speed / (2 * friction * 9.81);
    Scene scene = probed_scene(
        std::string(rough_floor) +
            R"(, {"name": "block", "type": "rigid", "density": 1000, "shape": {"box": [0.2, 0.05, 0.2]},
        "position": [0, 0.025, 0], "velocity": [0.6, 0, 0.8]})",
        R"({"name": "s", "body": "block", "what": "slip", "with": "floor"})",
        R"("contact": {"law": {"friction": 0.4}, "detection": {"distance": "2 mm"}})");
    scene.gravity = {0, -9.81, 0};
    World world(scene);
    run_probed(world, 100);
    const WorldState middle = world.state();
    run_probed(world, 250);
    EXPECT_NEAR(read_probe(world, "s").at(0), way, scene.time.step * speed);
    World again(scene);
    again.restore(middle);
    run_probed(again, 250);
    EXPECT_EQ(read_probe(again, "s"), read_probe(world, "s"));
}

/// μ m g R: what friction turns a sliding ball with.
TEST(ProbeReadings, FrictionTurnsASlidingBall) {
    Scene scene = probed_scene(
        std::string(rough_floor) +
            R"(, {"name": "ball", "type": "rigid", "density": 1000, "shape": {"sphere": 0.05}, "position": [0, 0.05, 0], "velocity": [5, 0, 0]})",
        R"({"name": "m", "body": "ball", "what": "contact_torque"}, {"name": "w", "body": "ball", "what": "angular_velocity"})",
        R"("contact": {"law": {"friction": 0.3}, "detection": {"distance": "2 mm"}})");
    scene.gravity = {0, -9.81, 0};
    World world(scene);
    run_probed(world, 100);
    const double mass = 1000 * 4 * std::numbers::pi / 3 * std::pow(0.05, 3),
                 torque = 0.3 * mass * 9.81 * 0.05;
    EXPECT_LT((read_vector(world, "m") - Vec3(0, 0, -torque)).norm(), 1e-3 * torque);
    EXPECT_NEAR(read_vector(world, "w").z(), -torque / (0.4 * mass * 0.05 * 0.05) * 0.1, 0.05);
}

}  // namespace
}  // namespace limpet
