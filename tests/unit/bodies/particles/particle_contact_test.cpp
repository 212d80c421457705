/// What contacts feel of particles bodies, and what a scene with contacts keeps of them.

#include <gtest/gtest.h>

#include "compliance/group_problem.h"
#include "limpet/world.h"
#include "support/block_matrices.h"
#include "support/body_and_ball.h"
#include "support/particle_bodies.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double contact_h = 2e-3;  ///< [s]
const Vec3 contact_gravity(0, -9.81, 0);

struct Scenario {
    BodyDescription body;
    bool pulled = false;
};

std::vector<Scenario> scenarios() {
    BodyDescription half_held = particle_ball(), filled = particle_ball(), free_volume = particle_ball();
    half_held.fixed = {below_x(-0.03)};
    filled.interior = 0.05;
    filled.substeps = 3;
    free_volume.volume_preservation = false;
    return {{particle_ball()}, {particle_ball(), true}, {half_held, true},
            {filled},          {free_volume},           {particle_sheet(), true}};
}

struct Pair : BodyAndBall {
    std::vector<Pull> pulls;

    Pair(const Scenario& scenario, int count) : BodyAndBall(make_particles(scenario.body, contact_h), count) {
        if (!scenario.pulled) return;
        const Surface& surface = bodies[0]->surface();
        for (const int triangle : {3, 11}) {
            Pull pull;
            pull.at = TrianglePoint{surface.triangles[triangle], Vec3(0.2, 0.3, 0.5)};
            pull.stiffness = triangle * 1e4;
            pull.damping = 3;
            pull.target = pull.at->of(surface.positions) + Vec3(0, 1e-5, 0);
            pulls.push_back(pull);
        }
    }
    ParticlesBody& particles() { return static_cast<ParticlesBody&>(*bodies[0]); }
    void free_motion(double time, const Vec3& gravity = contact_gravity) {
        bodies[0]->free_motion({time, contact_h, gravity, pulls});
        bodies[1]->free_motion({time, contact_h, gravity});
    }
};

TEST(ParticleCompliance, IsSymmetricAndDefinite) {
    for (const Scenario& scenario : scenarios()) {
        Pair pair(scenario, 12);
        pair.free_motion(0);
        const MatX w = dense(build_group(pair.contacts, pair.all, pair.bodies, contact_h).W);
        EXPECT_LT((w - w.transpose()).norm(), 1e-14 * w.norm()) << scenario.body.name;
        const VecX e = VecX::Random(w.rows());
        EXPECT_GT(e.dot(w * e), 0) << scenario.body.name;
    }
}

/// W = J A⁻¹ Jᵀ column by column: by what unit impulses do. The volume is kept exactly, which W knows to
/// first order about the start of the step; small impulses and motions see no more of it.
TEST(ParticleCompliance, ColumnsAreWhatUnitImpulsesDo) {
    for (const Scenario& scenario : scenarios()) {
        Pair pair(scenario, 7);
        pair.free_motion(0, Vec3::Zero());
        const GroupProblem problem = build_group(pair.contacts, pair.all, pair.bodies, contact_h);
        const MatX w = dense(problem.W);
        const int rows = static_cast<int>(w.rows()), count = rows / 3;
        constexpr double impulse = 1e-7;
        for (int column = 0; column < rows; ++column) {
            VecX lambda = VecX::Zero(rows);
            const VecX before = row_velocities(problem.bodies, count);
            lambda[column] = impulse;
            for (const BodyRows& part : problem.bodies) part.body->add_impulses(part.rows, lambda);
            const VecX found = (row_velocities(problem.bodies, count) - before) / impulse;
            EXPECT_LT((found - w.col(column)).norm(), 1e-5 * w.col(column).norm())
                << scenario.body.name << ", column " << column;
            for (const BodyRows& part : problem.bodies) part.body->add_impulses(part.rows, VecX::Zero(rows));
        }
    }
}

/// What W promises is what the correction does, with impulses that free motion carried.
TEST(ParticleCompliance, CorrectionMovesContactsAsWSays) {
    for (const Scenario& scenario : scenarios()) {
        Pair pair(scenario, 9);
        VecX lambda = VecX::LinSpaced(27, -1e-5, 3e-5);
        for (int step = 0; step < 4; ++step) {
            pair.free_motion(step * contact_h);
            const GroupProblem problem = build_group(pair.contacts, pair.all, pair.bodies, contact_h);
            for (const BodyRows& part : problem.bodies) part.body->add_impulses(part.rows, lambda);
            const VecX u = row_velocities(problem.bodies, 9);
            const VecX promised = dense(problem.W) * lambda + problem.u0;
            EXPECT_LT((u - promised).norm(), 1e-6 * promised.norm() + 1e-9) << scenario.body.name << step;
            for (const auto& body : pair.bodies) body->advance(contact_h);
            if (pair.particles().keeps_volume()) {
                EXPECT_NEAR(pair.particles().volume(), pair.particles().rest_volume(),
                            1e-12 * pair.particles().rest_volume());
            }
        }
    }
}

/// Detection asks where the surface ends; the body goes there.
TEST(ParticleContact, EndsWhereItSays) {
    for (const Scenario& scenario : scenarios()) {
        Pair pair(scenario, 5);
        pair.free_motion(0);
        const GroupProblem problem = build_group(pair.contacts, pair.all, pair.bodies, contact_h);
        const VecX lambda = VecX::LinSpaced(15, -1e-3, 2e-3);
        for (const BodyRows& part : problem.bodies) part.body->add_impulses(part.rows, lambda);
        const std::vector<Vec3> end = pair.bodies[0]->end_positions(contact_h);
        pair.bodies[0]->advance(contact_h);
        EXPECT_EQ(end, pair.bodies[0]->surface().positions) << scenario.body.name;
    }
}

/// A body that its own surface pushes at in all directions at once, and its rigid modes.
TEST(ParticleContact, RigidModesAreThoseOfItsMass) {
    Pair pair({particle_ball()}, 4);
    const GroupProblem problem = build_group(pair.contacts, pair.all, pair.bodies, contact_h);
    const BodyRows& part = problem.bodies.front();
    const Vec3 before = pair.particles().center_of_mass();
    const VecX lambda = VecX::LinSpaced(12, 1e-4, 2e-4);
    Vec3 given = Vec3::Zero();
    for (int i = 0; i < part.rows.size(); ++i)
        for (const RowTerm& term : part.rows.terms(i))
            given += term.weight.transpose() * lambda.segment<3>(3 * part.rows.contact(i));
    part.body->move_rigidly(part.rows, lambda);
    EXPECT_LT((pair.particles().center_of_mass() - before - given / pair.particles().mass()).norm(), 1e-15);
    EXPECT_NEAR(pair.particles().volume(), pair.particles().rest_volume(),
                1e-13 * pair.particles().rest_volume());
    EXPECT_LT(pair.particles().memory().energy(pair.particles().positions(), Mat3::Identity()), 1e-20);
}

Scene scene_of(const char* bodies, const char* contact, double step, double duration) {
    return parse_scene(std::string("{ \"time\": { \"step\": ") + std::to_string(step) +
                       ", \"duration\": " + std::to_string(duration) + " }, \"bodies\": [" + bodies +
                       "], \"contact\": " + contact + " }");
}

const char* const ball_above_floor = R"(
    { "name": "ball", "type": "particles", "shape": { "sphere": 0.1 }, "surface": 0.06, "mass": 1,
      "shape_memory": 400, "strain_memory": 200, "damping": 300, "position": [0, 0.11, 0] },
    { "name": "floor", "type": "static", "shape": { "box": [1, 0.2, 1] }, "position": [0, -0.1, 0] })";

class ParticlesUnder : public testing::TestWithParam<const char*> {};

TEST_P(ParticlesUnder, ABallComesToRestAndWeighsWhatItWeighs) {
    for (const int substeps : {1, 4}) {
        Scene scene = scene_of(ball_above_floor, GetParam(), 2e-3, 10);
        scene.bodies[0].substeps = substeps;
        scene.probes = {{"push", "ball", ProbeQuantity::ContactForce, {}, {}}};
        World world(std::move(scene));
        const auto volume = [&] {
            const auto frame = world.frame().bodies[0];
            TriMesh mesh;
            for (const Vector3& x : frame.vertices) mesh.vertices.push_back(to_vec3(x));
            mesh.triangles = frame.triangles;
            return limpet::volume(mesh);
        };
        const double rest = volume();
        for (int i = 0; i < 5000; ++i) {
            world.step();
            ASSERT_NEAR(volume(), rest, 1e-12 * rest) << "step " << i;
        }
        EXPECT_NEAR(world.probes()[0].values[1], 9.81, 1e-4 * 9.81) << substeps;
        EXPECT_LT(world.last_step().kinetic, 1e-8) << substeps;
        EXPECT_GT(world.body("ball").center_of_mass()[1], 0.07);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Detection, ParticlesUnder,
    testing::Values(
        R"({ "law": { "friction": 0.4 } })",
        R"({ "detection": { "type": "continuous" }, "law": { "friction": 0.4 } })",
        R"({ "detection": { "type": "ldi", "pixel": 0.01, "cell": 0.03 }, "law": { "friction": 0.4 } })"));

/// Two balls of particles and a rigid one hit each other without friction.
TEST(ParticleContact, MomentumIsExchangedExactly) {
    for (const int substeps : {1, 3}) {
        Scene scene = scene_of(R"(
            { "name": "a", "type": "particles", "shape": { "sphere": 0.1 }, "surface": 0.06, "mass": 1,
              "shape_memory": 400, "velocity": [1, 0, 0], "position": [-0.15, 0, 0] },
            { "name": "b", "type": "particles", "shape": { "sphere": 0.1 }, "surface": 0.06, "mass": 2,
              "shape_memory": 800, "velocity": [-1, 0.1, 0], "position": [0.1, 0.02, 0] },
            { "name": "c", "type": "rigid", "shape": { "box": [0.1, 0.1, 0.1] }, "density": 900,
              "velocity": [-1.5, 0, 0], "position": [0.35, 0.01, 0] })",
                               R"({ "law": { "friction": 0 } })", 1e-3, 1);
        scene.gravity = {0, 0, 0};
        for (BodyDescription& body : scene.bodies)
            if (body.type == BodyType::Particles) body.substeps = substeps;
        for (const char* name : {"a", "b", "c"})
            scene.probes.push_back({name, name, ProbeQuantity::Velocity, {}, {}});
        World world(std::move(scene));
        const auto momentum = [&] {
            Vec3 sum = Vec3::Zero();
            const auto probes = world.probes();
            for (std::size_t i = 0; i < 3; ++i)
                sum += world.body(i).mass() *
                       Vec3(probes[i].values[0], probes[i].values[1], probes[i].values[2]);
            return sum;
        };
        const Vec3 start = momentum();
        double contacts = 0, energy = world.last_step().kinetic;
        const double first = energy;
        for (int i = 0; i < 500; ++i) {
            world.step();
            contacts = std::max<double>(contacts, world.last_step().contacts);
            ASSERT_LT((momentum() - start).norm(), 1e-12 * 4) << i;
            energy = std::max(energy, world.last_step().kinetic + world.last_step().elastic);
        }
        EXPECT_GT(contacts, 0);
        EXPECT_LT(energy, 1.02 * first);
    }
}

/// A sheet of particles holds a ball by its rim; cloth-like, with two sides.
TEST(ParticleContact, ASheetCarriesABall) {
    World world(scene_of(R"(
        { "name": "sheet", "type": "particles", "shape": { "plane": [0.4, 0.4] }, "surface": 0.02, "mass": 0.2,
          "shape_memory": 1000, "strain_memory": 1000, "damping": 30, "substeps": 6, "thickness": 0.005,
          "fixed": [{ "box": [[-1, -1, -1], [-0.19, 1, 1]] }, { "box": [[0.19, -1, -1], [1, 1, 1]] }] },
        { "name": "ball", "type": "rigid", "shape": { "sphere": 0.05 }, "density": 500, "position": [0, 0.06, 0] },
        { "name": "below", "type": "rigid", "shape": { "sphere": 0.04 }, "density": 500, "position": [0, -0.2, 0] })",
                         R"({ "law": { "friction": 0.5 } })", 2e-3, 3));
    for (int i = 0; i < 1000; ++i) world.step();
    EXPECT_GT(world.body("ball").center_of_mass()[1], -0.1);
    EXPECT_LT(world.last_step().penetration, 1e-3);
}

}  // namespace
}  // namespace limpet
