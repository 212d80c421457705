#include "bodies/rigid/rigid_body.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "bodies/rigid/torque_free.h"
#include "shapes/meshes/primitive_mass.h"
#include "shapes/shape_surface.h"

namespace limpet {
namespace {

RigidBody box(const Vec3& velocity, const Vec3& angular_velocity) {
    const Shape shape = BoxShape{{0.3, 0.2, 0.1}};
    RigidBodyParts parts;
    parts.name = "box";
    parts.surface = shape_surface(shape, 0.1);
    parts.mass = *primitive_mass(shape);
    parts.density = 500;
    parts.position = Vec3(1, 2, 3);
    parts.rotation = rotation_exp(Vec3(0.1, 0.2, 0.3));
    parts.velocity = velocity;
    parts.angular_velocity = angular_velocity;
    return RigidBody(std::move(parts));
}

void step(RigidBody& body, double h, const Vec3& gravity = Vec3::Zero()) {
    body.free_motion({0, h, gravity});
    body.advance(h);
}

TEST(RigidBody, FallsFreely) {
    RigidBody body = box(Vec3(1, 0, 0), Vec3::Zero());
    const double h = 1e-3;
    const Vec3 gravity(0, -9.81, 0);
    for (int i = 0; i < 1000; ++i) step(body, h, gravity);
    EXPECT_NEAR(body.mean_velocity().y(), -9.81, 1e-11);
    // x = g t²/2 and the scheme's own g h t/2.
    EXPECT_NEAR(body.center_of_mass().y(), 2 - 9.81 / 2 * (1 + h), 1e-10);
    EXPECT_NEAR(body.center_of_mass().x(), 2, 1e-12);
}

TEST(RigidBody, SpinningBoxKeepsEnergyAndMomentum) {
    RigidBody body = box(Vec3::Zero(), Vec3(0.1, 8, 0.1));
    const double energy = body.energies(Vec3::Zero()).kinetic;
    const Vec3 momentum = body.angular_momentum();
    for (int i = 0; i < 10'000; ++i) step(body, 0.005);
    EXPECT_EQ((body.angular_momentum() - momentum).norm(), 0);
    EXPECT_NEAR(body.energies(Vec3::Zero()).kinetic / energy, 1, 1e-11);
    EXPECT_NEAR((body.rotation().transpose() * body.rotation() - Mat3::Identity()).norm(), 0, 1e-14);
}

TEST(RigidBody, SurfaceMovesWithItsVelocities) {
    RigidBody body = box(Vec3(0.3, -0.1, 0.2), Vec3(1, 2, -0.5));
    const double h = 1e-6;
    const std::vector<Vec3> before = body.surface().positions;
    const std::vector<Vec3> velocities = body.surface().velocities;
    step(body, h);
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_NEAR(((body.surface().positions[i] - before[i]) / h - velocities[i]).norm(), 0, 1e-5);
}

TEST(RigidBody, StateGoesOnWithTheSameBytes) {
    RigidBody a = box(Vec3(0.3, -0.1, 0.2), Vec3(1, 7, -0.5)), b = box(Vec3::Zero(), Vec3::Zero());
    for (int i = 0; i < 7; ++i) step(a, 0.01, Vec3(0, -9.81, 0));
    ASSERT_TRUE(b.set_state(a.state()));
    EXPECT_EQ(a.surface().positions, b.surface().positions);
    for (int i = 0; i < 9; ++i) {
        step(a, 0.01, Vec3(0, -9.81, 0));
        step(b, 0.01, Vec3(0, -9.81, 0));
    }
    EXPECT_EQ(a.state(), b.state());
    EXPECT_FALSE(b.set_state(std::vector<double>(17, 0.0)));
}

/// One contact at a vertex, which gives an impulse.
struct OneContact {
    OneContact() {
        rows.begin(0);
        rows.add_term(0, Mat3::Identity());
    }
    void give(RigidBody& body, const Vec3& impulse) const { body.add_impulses(rows, VecX(impulse)); }
    ContactRows rows;
};

TEST(RigidBody, CarriesAnImpulseThatIsGivenAgainAndAgain) {
    const double h = 0.01;
    const Vec3 gravity(0, -9.81, 0);
    const OneContact contact;
    RigidBody body = box(Vec3::Zero(), Vec3::Zero());
    for (int i = 0; i < 5; ++i) {
        const Vec3 before = body.mean_velocity();
        body.free_motion({0, h, gravity});
        const bool carries = i >= 2;
        EXPECT_LT((body.mean_velocity() - before - (carries ? 0.0 : h) * gravity).norm(), 1e-15) << i;
        contact.give(body, -h * body.mass() * gravity);
        EXPECT_LT((body.mean_velocity() - before).norm(), 1e-15) << i;
        body.advance(h);
    }
}

TEST(RigidBody, DoesNotCarryAnImpact) {
    const double h = 0.01;
    const OneContact contact;
    RigidBody body = box(Vec3::Zero(), Vec3::Zero());
    for (const double size : {0.1, 0.1, 3.0}) {
        body.free_motion({0, h, Vec3::Zero()});
        contact.give(body, Vec3(0, size, 0));
        body.advance(h);
    }
    const Vec3 after = body.mean_velocity();
    body.free_motion({0, h, Vec3::Zero()});
    EXPECT_EQ(body.mean_velocity(), after);
}

/// What was carried is taken back: contacts that give nothing leave the body as if there had been none.
TEST(RigidBody, GivesBackWhatItCarriedForNothing) {
    const double h = 0.01;
    const OneContact contact;
    RigidBody body = box(Vec3::Zero(), Vec3(0.3, 0.1, 0.2));
    for (int i = 0; i < 4; ++i) {
        body.free_motion({0, h, Vec3::Zero()});
        contact.give(body, Vec3(0.02, 0.1, 0.01));
        body.advance(h);
    }
    const Vec3 velocity = body.mean_velocity(), momentum = body.angular_momentum();
    body.free_motion({0, h, Vec3::Zero()});
    EXPECT_GT((body.mean_velocity() - velocity).norm(), 1e-3);
    contact.give(body, Vec3::Zero());
    body.advance(h);
    EXPECT_LT((body.mean_velocity() - velocity).norm(), 1e-15);
    EXPECT_LT((body.angular_momentum() - momentum).norm(), 1e-15);
}

}  // namespace
}  // namespace limpet
