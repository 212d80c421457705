#include "bodies/particles/particles_body.h"

#include <gtest/gtest.h>

#include "limpet/error.h"
#include "support/particle_bodies.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

constexpr double particles_step = 1e-3;  ///< [s]

BodyDescription thrown_ball() {
    BodyDescription ball = particle_ball();
    ball.stretch_at_start = {1.25, 0.8, 1};
    ball.velocity = {1, 2, -0.5};
    ball.angular_velocity = {3, -1, 2};
    ball.position = {0.4, -0.3, 0.2};
    return ball;
}

TEST(ParticlesBody, KeepsBothMomentaAndTheVolume) {
    for (const int substeps : {1, 4}) {
        BodyDescription description = thrown_ball();
        description.substeps = substeps;
        description.damping = 2;
        const auto body = make_particles(description, particles_step);
        const Vec3 p = momentum(*body), l = angular_momentum(*body);
        for (int i = 0; i < 1000; ++i) {
            run(*body, 1, particles_step, Vec3::Zero(), i * particles_step);
            ASSERT_NEAR(body->volume(), body->rest_volume(), 1e-13 * body->rest_volume()) << i;
        }
        EXPECT_LT((momentum(*body) - p).norm(), 1e-12 * p.norm());
        EXPECT_LT((angular_momentum(*body) - l).norm(), 1e-12 * l.norm());
    }
}

TEST(ParticlesBody, FallsAsGravitySays) {
    for (BodyDescription description : {particle_ball(), particle_sheet()}) {
        description.velocity = {1, 0, 0};
        const auto body = make_particles(description, particles_step);
        const Vec3 start = body->center_of_mass();
        run(*body, 100, particles_step, Vec3(0, -10, 0));
        // Symplectic Euler's own fall: h² g Σ i.
        const double fall = 10 * particles_step * particles_step * 100 * 101 / 2;
        EXPECT_LT((body->center_of_mass() - start - Vec3(0.1, -fall, 0)).norm(), 1e-13);
        EXPECT_LT(body->energies(Vec3(0, -10, 0)).elastic, 1e-20);
    }
}

TEST(ParticlesBody, DampingOnlyTakesEnergy) {
    BodyDescription description = thrown_ball();
    description.damping = 20;
    description.substeps = 4;
    const auto body = make_particles(description, particles_step);
    // What a rigid body with these momenta has can never be damped.
    const double start = energy(*body);
    run(*body, 3000, particles_step, Vec3::Zero());
    EXPECT_LT(energy(*body), start);
    EXPECT_LT(body->energies(Vec3::Zero()).elastic, 1e-3 * start);
    EXPECT_GE(body->energies(Vec3::Zero()).kinetic, 0.5 * body->mass() * body->mean_velocity().squaredNorm());
}

TEST(ParticlesBody, ResumesToTheSameBytes) {
    BodyDescription description = thrown_ball();
    description.substeps = 3;
    description.damping = 1;
    description.muscle = MuscleDescription{{1, 0, 0}, {{0, 0}, {0.1, 0.3}}};
    const auto whole = make_particles(description, particles_step),
               second = make_particles(description, particles_step);
    double time = run(*whole, 30, particles_step, Vec3(0, -9.81, 0));
    ASSERT_TRUE(second->set_state(whole->state()));
    EXPECT_EQ(second->energies(Vec3::Zero()).elastic, whole->energies(Vec3::Zero()).elastic);
    run(*whole, 30, particles_step, Vec3(0, -9.81, 0), time);
    run(*second, 30, particles_step, Vec3(0, -9.81, 0), time);
    EXPECT_EQ(whole->state(), second->state());
    std::vector<double> cut = whole->state();
    cut.pop_back();
    EXPECT_FALSE(second->set_state(cut));
}

TEST(ParticlesBody, HeldParticlesFollowTheirMotion) {
    BodyDescription description = particle_sheet();
    description.fixed = {below_x(-0.09)};
    description.motion = {{above_x(0.09), {{0, {0, 0, 0}}, {0.1, {0.02, 0.01, 0}}}, "edge"}};
    const auto body = make_particles(description, particles_step);
    const std::vector<Vec3> start = body->positions();
    run(*body, 100, particles_step, Vec3(0, -9.81, 0));
    for (int i = 0; i < body->particles(); ++i) {
        if (start[i].x() < -0.09) {
            EXPECT_LT((body->positions()[i] - start[i]).norm(), 1e-15);
        }
        if (start[i].x() > 0.09) {
            EXPECT_LT((body->positions()[i] - start[i] - Vec3(0.02, 0.01, 0)).norm(), 1e-14);
        }
    }
    EXPECT_EQ(body->groups(), std::vector<std::string>{"edge"});
    ASSERT_TRUE(body->move_to("edge", {Mat3::Identity(), Vec3(0, 0.03, 0)}, 0.1, 0.05));
    run(*body, 60, particles_step, Vec3(0, -9.81, 0), 0.1);
    for (int i = 0; i < body->particles(); ++i)
        if (start[i].x() > 0.09) {
            EXPECT_LT((body->positions()[i] - start[i] - Vec3(0, 0.03, 0)).norm(), 1e-14);
        }
    EXPECT_TRUE(body->can_move());
}

/// The volume is kept with held particles, too, and where all are held nothing can keep it.
TEST(ParticlesBody, VolumeIsKeptWithHeldParticles) {
    BodyDescription description = particle_ball();
    description.fixed = {below_x(-0.05)};
    description.motion = {{above_x(0.05), {{0, {0, 0, 0}}, {0.2, {-0.04, 0, 0}}}, ""}};
    description.damping = 5;
    const auto body = make_particles(description, particles_step);
    for (int i = 0; i < 200; ++i) {
        run(*body, 1, particles_step, Vec3::Zero(), i * particles_step);
        ASSERT_NEAR(body->volume(), body->rest_volume(), 1e-13 * body->rest_volume()) << i;
    }
    description.fixed = {SphereSelection{{0, 0, 0}, 1}};
    description.motion.clear();
    const auto held = make_particles(description, particles_step);
    run(*held, 3, particles_step, Vec3(0, -9.81, 0));
    EXPECT_FALSE(held->can_move());
    EXPECT_EQ(held->mean_velocity(), Vec3::Zero());
}

/// Springs of any stiffness are stable at any step, and pull as hard as they say: what they and the weight
/// give in a step of one substep is what the momentum changes by.
TEST(ParticlesBody, SpringsOfAnyStiffnessHold) {
    for (const double h : {1e-3, 1e-2})
        for (const double stiffness : {1.0, 1e3, 1e6})
            for (const int substeps : {1, 5}) {
                BodyDescription description = particle_ball();
                description.shape_memory = 20;
                description.damping = 2;
                description.substeps = substeps;
                const auto body = make_particles(description, h);
                Pull pull;
                pull.at = TrianglePoint{body->surface().triangles.front(), Vec3(0.5, 0.3, 0.2)};
                pull.stiffness = stiffness;
                pull.damping = 2 * std::sqrt(stiffness * body->mass());
                pull.target = pull.at->of(body->surface().positions) + Vec3(0, 0.05, 0);
                const Vec3 gravity(0, -9.81, 0);
                const std::string what = std::to_string(stiffness) + " N/m, " + std::to_string(h) + " s, " +
                                         std::to_string(substeps) + " substeps";
                double worst = 0, strongest = 0;
                for (int i = 0; i < 4 / h; ++i) {
                    const Vec3 before = momentum(*body);
                    body->free_motion({i * h, h, gravity, std::span(&pull, 1)});
                    const Vec3 force = pull.force_on(body->pulled_points().front(), h);
                    body->advance(h);
                    const Vec3 gained = (momentum(*body) - before) / h - body->mass() * gravity;
                    worst = std::max(worst, (gained - force).norm());
                    strongest = std::max(strongest, force.norm());
                    ASSERT_LT(body->center_of_mass().norm(), 1 + 2 * 9.81 / stiffness) << what;
                }
                if (substeps == 1) {
                    EXPECT_LT(worst, 1e-2 * strongest) << what;
                }
                if (stiffness < 1e3) continue;
                const Vec3 place = pull.at->of(body->surface().positions);
                EXPECT_LT((place - pull.target).norm(), 3 * 9.81 / stiffness + 1e-3) << what;
            }
}

TEST(ParticlesBody, ForcesActOnTheWholeOrOnAPoint) {
    const auto body = make_particles(particle_ball(), particles_step);
    Pull whole, point;
    whole.force = {2, 0, 0};
    point.force = {0, 3, 0};
    point.at = TrianglePoint{body->surface().triangles[5], Vec3(0.2, 0.3, 0.5)};
    const Vec3 place = point.at->of(body->surface().positions);
    const std::vector<Pull> pulls = {whole, point};
    body->free_motion({0, particles_step, Vec3::Zero(), pulls});
    body->advance(particles_step);
    EXPECT_LT((momentum(*body) - particles_step * Vec3(2, 3, 0)).norm(), 1e-15);
    EXPECT_LT((angular_momentum(*body) - particles_step * place.cross(point.force)).norm(), 1e-15);
}

/// Who takes the step again and lets all particles go where they would gets the same step.
TEST(ParticlesBody, AStepTakenAgainIsTheSame) {
    BodyDescription description = thrown_ball();
    description.substeps = 3;
    const auto body = make_particles(description, particles_step),
               again = make_particles(description, particles_step);
    run(*body, 1, particles_step, Vec3(0, -9.81, 0));
    again->free_motion({0, particles_step, Vec3(0, -9.81, 0)});
    again->begin_step_again(again->substeps());
    const double k = particles_step / again->substeps();
    for (int i = 0; i < again->substeps(); ++i) {
        const ParticleSubstep sub = again->begin_substep();
        std::vector<Vec3> x, v;
        // The pressure by Newton's method, as others would find it.
        double s = 0;
        for (int round = 0; round < 20; ++round) {
            x.clear();
            v.clear();
            for (std::size_t p = 0; p < sub.x.size(); ++p) {
                v.push_back(sub.v[p] + (sub.impulse[p] + s * sub.volume_gradient[p]) / sub.mass[p]);
                x.push_back(sub.x[p] + k * v.back());
            }
            std::vector<Vec3> gradient;
            const double excess = again->volume_excess(x, &gradient);
            double slope = 0;
            for (std::size_t p = 0; p < x.size(); ++p)
                slope += k * gradient[p].dot(sub.volume_gradient[p]) / sub.mass[p];
            s -= excess / slope;
        }
        again->end_substep(x, v);
    }
    again->advance(particles_step);
    for (int i = 0; i < body->particles(); ++i) {
        EXPECT_LT((body->positions()[i] - again->positions()[i]).norm(), 1e-15);
        EXPECT_LT((body->velocities()[i] - again->velocities()[i]).norm(), 1e-12);
    }
}

}  // namespace
}  // namespace limpet
