/// Bodies that touch, through the public API: rest, impact, momentum, duplicates of contacts, identity.

#include <gtest/gtest.h>

#include <cmath>

#include "limpet/world.h"

namespace limpet {
namespace {

Scene frictionless(const std::string& text) {
    Scene scene = parse_scene(text);
    scene.contact.emplace();
    scene.contact->law.friction = 0;
    scene.solver.tolerance = 1e-12;
    return scene;
}

Scene box_on_floor(const std::string& type_fields) {
    return frictionless(R"({"name": "rest", "time": {"step": 0.01, "duration": 1},
        "materials": {"rubber": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": {"stiffness": 0.01}}},
        "bodies": [
          {"name": "floor", "type": "static", "shape": {"box": [1, 0.1, 1]}, "position": [0, -0.05, 0]},
          {"name": "box", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.0505, 0], )" +
                        type_fields + R"(}]})");
}

double sum_of_forces_y(const World& world) {
    double sum = 0;
    for (const ContactFrame& c : world.contacts())
        sum += (world.body(c.first_body).name() == "box" ? 1 : -1) * c.force[1];
    return sum;
}

TEST(Contact, RigidBoxComesToRestOnTheFloor) {
    World world(box_on_floor(R"("type": "rigid", "density": 1000)"));
    for (int i = 0; i < 100; ++i) world.step();
    EXPECT_NEAR(world.body("box").center_of_mass()[1], 0.05, 1e-8);
    EXPECT_NEAR(sum_of_forces_y(world), 9.81, 1e-6);
    EXPECT_LT(world.last_step().kinetic, 1e-12);
    EXPECT_TRUE(world.warnings().empty());
}

TEST(Contact, SoftBoxComesToRestOnTheFloor) {
    World world(box_on_floor(R"("type": "soft", "material": "rubber", "element": 0.025)"));
    for (int i = 0; i < 200; ++i) world.step();
    EXPECT_NEAR(sum_of_forces_y(world), 9.81, 1e-4);
    EXPECT_LT(world.last_step().kinetic, 1e-10);
    EXPECT_LT(world.last_step().penetration, 1e-5);
    double lowest = 1;
    for (std::size_t i = 1; i < world.body("box").positions().size(); i += 3)
        lowest = std::min(lowest, world.body("box").positions()[i]);
    EXPECT_NEAR(lowest, 0, 1e-6);
}

TEST(Contact, TwoBallsExchangeMomentumAndLoseNoMoreThanTheyMust) {
    Scene scene =
        frictionless(R"({"name": "impact", "gravity": [0, 0, 0], "time": {"step": 0.001, "duration": 1},
        "bodies": [
          {"name": "a", "type": "rigid", "shape": {"sphere": 0.05}, "density": 1000, "velocity": [1, 0, 0]},
          {"name": "b", "type": "rigid", "shape": {"sphere": 0.05}, "density": 2000, "position": [0.12, 0.02, 0]}]})");
    World world(std::move(scene));
    const double ma = world.body("a").mass(), mb = world.body("b").mass();
    double energy = world.last_step().kinetic;
    double px = 0, py = 0;
    for (int i = 0; i < 100; ++i) {
        world.step();
        EXPECT_LE(world.last_step().kinetic, energy * (1 + 1e-12));
        energy = world.last_step().kinetic;
        // The surface's mean velocity is not the body's; read it from the probe-free state: vertices of a
        // sphere that does not spin all have the body's velocity.
        const auto va = world.body("a").velocities(), vb = world.body("b").velocities();
        px = ma * va[0] + mb * vb[0];
        py = ma * va[1] + mb * vb[1];
    }
    EXPECT_NEAR(px, ma, 1e-12);
    EXPECT_NEAR(py, 0, 1e-12);
    EXPECT_GT(world.body("b").velocities()[0], 0.1);
    EXPECT_LT(energy, 0.9 * 0.5 * ma);
}

TEST(Contact, IdsPersistWhileTheSameFeaturesTouch) {
    World world(box_on_floor(R"("type": "rigid", "density": 1000)"));
    for (int i = 0; i < 20; ++i) world.step();
    const std::vector<ContactFrame> before = world.contacts();
    for (int i = 0; i < 20; ++i) world.step();
    const std::vector<ContactFrame> after = world.contacts();
    ASSERT_EQ(before.size(), 4u);
    ASSERT_EQ(after.size(), 4u);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(before[i].id, after[i].id);
    double area = 0;
    for (const ContactFrame& c : after) area += c.area;
    EXPECT_NEAR(area, 0.01, 1e-12);
}

TEST(Contact, GoesOnFromAStateAsIfNeverStopped) {
    for (const char* type :
         {R"("type": "rigid", "density": 1000, "angular_velocity": [1, 2, 3])",
          R"("type": "soft", "material": "rubber", "element": 0.025, "velocity": [0.3, -1, 0])"}) {
        World straight(box_on_floor(type)), first(box_on_floor(type)), second(box_on_floor(type));
        for (int i = 0; i < 40; ++i) straight.step();
        for (int i = 0; i < 23; ++i) first.step();
        second.restore(first.state());
        for (int i = 23; i < 40; ++i) second.step();
        const WorldState a = straight.state(), b = second.state();
        ASSERT_EQ(a.bodies.size(), b.bodies.size());
        for (std::size_t i = 0; i < a.bodies.size(); ++i) EXPECT_EQ(a.bodies[i].values, b.bodies[i].values);
        EXPECT_EQ(a.contacts, b.contacts);
    }
}

}  // namespace
}  // namespace limpet
