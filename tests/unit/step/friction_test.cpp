/// Friction in whole steps: what holds, what slides and how fast, and that the forces read are those applied.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bodies/make_body.h"
#include "contact/friction_law.h"
#include "core/types.h"
#include "limpet/world.h"

namespace limpet {
namespace {

constexpr double g = 9.81;

/// A cube of 0.1 m on a large plate, gravity tilted by an angle about z and turned by another about y.
Scene tilted_scene(double tilt, double turn, const std::string& body, const std::string& law) {
    Scene scene = parse_scene(R"({"name": "slope", "time": {"step": 0.005, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 2e5, "poisson": 0.3, "damping": {"mass": 5}}},
        "bodies": [{"name": "floor", "type": "static", "shape": {"box": [40, 1, 40]}, "position": [0, -0.5, 0]},
                   {"name": "cube", "position": [0, 0.05, 0], "shape": {"box": [0.1, 0.1, 0.1]}, )" +
                              body + R"(}],
        "contact": {"law": {"friction": )" +
                              law + R"(}, "detection": {"distance": "1 mm"}},
        "solver": {"iterations": 1000, "tolerance": 1e-9},
        "probes": [{"name": "v", "body": "cube", "what": "velocity"}]})");
    scene.gravity = {g * std::sin(tilt) * std::cos(turn), -g * std::cos(tilt),
                     g * std::sin(tilt) * std::sin(turn)};
    return scene;
}

constexpr const char* rigid_fields = R"("type": "rigid", "density": 1000)";
constexpr const char* soft_fields = R"("type": "soft", "material": "rubber", "element": 0.05)";

Vec3 velocity_of_cube(const World& world) {
    const std::vector<double> v = world.probes()[0].values;
    return {v[0], v[1], v[2]};
}

double speed_after(const Scene& scene, int steps) {
    World world(scene);
    for (int i = 0; i < steps; ++i) world.step();
    return velocity_of_cube(world).norm();
}

TEST(Friction, HoldsBelowItsAngleAndSlidesAboveIt) {
    const double mu = 0.4, angle = std::atan(mu), tenth = std::numbers::pi / 1800;
    EXPECT_LT(speed_after(tilted_scene(angle - tenth, 0.3, rigid_fields, "0.4"), 100), 1e-8);
    const double above = angle + tenth;
    EXPECT_NEAR(speed_after(tilted_scene(above, 0.3, rigid_fields, "0.4"), 100) /
                    (g * (std::sin(above) - mu * std::cos(above)) * 0.5),
                1, 1e-4);
}

TEST(Friction, SlidesTheSameInEveryDirection) {
    const double tilt = 0.5, mu = 0.3, expected = g * (std::sin(tilt) - mu * std::cos(tilt)) * 0.1;
    for (int k = 0; k < 12; ++k)
        EXPECT_NEAR(
            speed_after(tilted_scene(tilt, k * std::numbers::pi / 6, rigid_fields, "0.3"), 20) / expected, 1,
            1e-6)
            << k;
}

TEST(Friction, ContactForcesAreThoseThatMoveTheBody) {
    for (const char* body : {rigid_fields, soft_fields}) {
        Scene scene = tilted_scene(0.5, 0.3, body, "0.3");
        World world(scene);
        Vec3 before = Vec3::Zero();
        for (int i = 0; i < 40; ++i) {
            world.step();
            Vec3 force = Vec3::Zero();
            for (const ContactFrame& c : world.contacts())
                force += (world.body(c.first_body).name() == "cube" ? 1 : -1) * to_vec3(c.force);
            const Vec3 velocity = velocity_of_cube(world);
            const double damping = body == soft_fields ? 5 : 0;  // Rayleigh's mass term, implicit [1/s]
            const Vec3 expected =
                before + scene.time.step * (force + to_vec3(scene.gravity) - damping * velocity);
            EXPECT_LT((velocity - expected).norm(), 1e-10) << body << " step " << i;
            before = velocity;
        }
    }
}

TEST(Friction, StaticHoldsWhatKineticLetsSlide) {
    const double between = std::atan(0.4);
    const std::string law = R"({"static": 0.5, "kinetic": 0.3})";
    EXPECT_LT(speed_after(tilted_scene(between, 0, rigid_fields, law), 100), 1e-8);
    Scene pushed = tilted_scene(between, 0, rigid_fields, law);
    pushed.bodies[1].velocity = {0.1, 0, 0};
    // The first step still has the static coefficient.
    const double per_second = g * std::cos(between) * (0.4 - 0.3),
                 first = g * std::cos(between) * (0.4 - 0.5);
    EXPECT_NEAR(speed_after(pushed, 100), 0.1 + 0.005 * first + 99 * 0.005 * per_second, 1e-6);
}

TEST(Friction, OfTwoBodiesIsTheRootOfTheProductUnlessThePairHasItsOwn) {
    Scene scene = tilted_scene(0, 0, rigid_fields, "0.5");
    scene.bodies[0].friction = Friction(0.8, 0.2);
    scene.bodies[1].friction = Friction(0.2, 0.05);
    const std::vector<std::unique_ptr<Body>> bodies = make_bodies(scene);
    const FrictionLaw mixed(scene, bodies);
    EXPECT_DOUBLE_EQ(mixed.coefficient(0, 1, false), 0.4);
    EXPECT_DOUBLE_EQ(mixed.coefficient(0, 1, true), 0.1);
    ContactPair pair;
    pair.bodies = {"cube", "floor"};
    pair.law.friction = Friction(0.9, 0.7);
    scene.contact->pairs.push_back(pair);
    const FrictionLaw own(scene, bodies);
    EXPECT_EQ(own.coefficient(0, 1, false), 0.9);
    EXPECT_EQ(own.coefficient(0, 1, true), 0.7);
    scene.bodies[0].friction = Friction(0);
    scene.contact->pairs.clear();
    scene.bodies[1].friction = Friction(0);
    EXPECT_EQ(FrictionLaw(scene, bodies).coefficient(0, 1, false), 0);
}

TEST(Friction, StatusSaysStickOrSlipAndProbesReadIt) {
    for (const double tilt : {0.2, 0.6}) {
        Scene scene = tilted_scene(tilt, 0, rigid_fields, "0.4");
        ProbeDescription slip, sticking;
        slip.name = "slip";
        sticking.name = "sticking";
        slip.body = sticking.body = "cube";
        slip.what = ProbeQuantity::SlipVelocity;
        sticking.what = ProbeQuantity::Sticking;
        scene.probes.push_back(slip);
        scene.probes.push_back(sticking);
        World world(scene);
        for (int i = 0; i < 10; ++i) world.step();
        const bool holds = tilt < 0.3;
        for (const ContactFrame& c : world.contacts())
            EXPECT_EQ(c.status, holds ? ContactStatus::Stick : ContactStatus::Slip);
        EXPECT_EQ(world.last_step().sticking, holds ? 4 : 0);
        EXPECT_EQ(world.last_step().slipping, holds ? 0 : 4);
        EXPECT_EQ(world.probes()[2].values[0], holds ? 1 : 0);
        const double speed = velocity_of_cube(world).x();
        EXPECT_NEAR(world.probes()[1].values[0], speed, 1e-9);
    }
}

}  // namespace
}  // namespace limpet
