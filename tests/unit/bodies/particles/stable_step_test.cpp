#include "bodies/particles/stable_step.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "bodies/make_body.h"
#include "bodies/particles/relative_damping.h"
#include "limpet/error.h"
#include "support/particle_bodies.h"

namespace limpet {
namespace {

std::vector<double> inverses(const ParticlesBody& body) {
    std::vector<double> inverse;
    for (const double m : body.masses()) inverse.push_back(1 / m);
    return inverse;
}

/// M^(−½) K M^(−½) as a dense matrix, column by column.
template <class AddForces>
MatX dense(const ParticlesBody& body, AddForces&& add_forces) {
    const int n = 3 * body.particles();
    MatX matrix(n, n);
    for (int column = 0; column < n; ++column) {
        std::vector<Vec3> x(body.particles(), Vec3::Zero()), f = x;
        x[column / 3][column % 3] = 1 / std::sqrt(body.masses()[column / 3]);
        add_forces(x, f);
        for (int i = 0; i < body.particles(); ++i) f[i] /= -std::sqrt(body.masses()[i]);
        matrix.col(column) = flat(f);
    }
    return matrix;
}

TEST(StableStep, HighestFrequencyIsTheLargestEigenvalue) {
    BodyDescription filled = particle_ball();
    filled.interior = 0.05;
    for (const BodyDescription& kind : {particle_ball(), particle_sheet(), filled}) {
        const auto body = make_particles(kind);
        const MatX k = dense(*body, [&](const std::vector<Vec3>& x, std::vector<Vec3>& f) {
            body->memory().add_forces_at_rest(x, f);
        });
        EXPECT_LT((k - k.transpose()).norm(), 1e-10 * k.norm());
        const VecX squares = Eigen::SelfAdjointEigenSolver<MatX>(k, Eigen::EigenvaluesOnly).eigenvalues();
        EXPECT_GT(squares.minCoeff(), -1e-8 * squares.maxCoeff());
        const double exact = std::sqrt(squares.maxCoeff());
        const double found = highest_frequency(body->memory(), inverses(*body));
        EXPECT_GE(found, exact) << kind.name;
        EXPECT_LT(found, 1.02 * exact) << kind.name;
        // k alone underestimates it.
        EXPECT_GT(exact, std::sqrt(kind.shape_memory.value() / body->masses().front()));
    }
}

TEST(StableStep, HighestDampingRateIsTheLargestEigenvalue) {
    const auto body = make_particles(particle_ball());
    const Neighbourhoods& around = body->memory().neighbourhoods();
    const MatX c = dense(*body, [&](const std::vector<Vec3>& v, std::vector<Vec3>& f) {
        add_damping_forces(around, 3, body->masses(), body->positions(), v, f);
    });
    EXPECT_LT((c - c.transpose()).norm(), 1e-10 * c.norm());
    const double exact =
        Eigen::SelfAdjointEigenSolver<MatX>(c, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
    const double found = highest_damping_rate(around, 3, body->positions(), body->masses(), inverses(*body));
    EXPECT_GE(found, exact);
    EXPECT_LT(found, 1.02 * exact);
}

/// One mode of symplectic Euler, damped explicitly, at the bound and beyond it.
TEST(StableStep, BoundIsWhereAModeGrows) {
    for (const double c : {0.0, 10.0, 300.0}) {
        const double w = 100, k = longest_stable_step(w, c);
        const auto grows = [&](double step) {
            double x = 1, v = 0;
            for (int i = 0; i < 20000; ++i) {
                v += step * (-w * w * x - c * v);
                x += step * v;
                if (std::abs(x) > 1e6) return true;
            }
            return false;
        };
        EXPECT_FALSE(grows(0.999 * k)) << c;
        EXPECT_TRUE(grows(1.01 * k)) << c;
    }
    EXPECT_DOUBLE_EQ(longest_stable_step(100, 0), 0.02);
    EXPECT_DOUBLE_EQ(longest_stable_step(0, 4), 0.5);
}

TEST(StableStep, TooLongStepsAreRefusedWithTheStepThatWorks) {
    BodyDescription ball = particle_ball();
    ball.shape_memory = 1e5;
    try {
        make_particles(ball, 0.01);
        FAIL() << "was not refused";
    } catch (const InputError& error) {
        const Complaint& complaint = error.complaints().front();
        EXPECT_EQ(complaint.field, "substeps");
        int enough = 0;
        const std::string text = complaint.message;
        ASSERT_EQ(std::sscanf(text.substr(text.find("that is")).c_str(), "that is %d", &enough), 1) << text;
        ball.substeps = enough;
        EXPECT_NO_THROW(make_particles(ball, 0.01)) << text;
        ball.substeps = enough - 1;
        EXPECT_THROW(make_particles(ball, 0.01), InputError) << text;
    }
}

TEST(StableStep, BodiesSwingAlikeIfTheirParticlesAreTheSame) {
    const BodyDescription ball = particle_ball();
    BodyDescription moved = ball, damped = ball, finer = ball, stiffer = ball;
    moved.position = {1, 2, 3};
    damped.damping += 1;
    finer.substeps += 1;
    stiffer.shape_memory = 2 * ball.shape_memory.value();
    const auto made = make_particles(ball, 1e-4);
    EXPECT_TRUE(made->swings_as(*make_particles(moved, 1e-4)));
    EXPECT_FALSE(made->swings_as(*make_particles(damped, 1e-4)));
    EXPECT_FALSE(made->swings_as(*make_particles(finer, 1e-4)));
    EXPECT_FALSE(made->swings_as(*make_particles(stiffer, 1e-4)));
}

TEST(StableStep, AWorseBodyAfterAGoodOneIsRefused) {
    Scene scene;
    scene.time.step = 0.01;
    scene.bodies = {particle_ball(), particle_ball(), particle_ball()};
    scene.bodies[2].shape_memory = 1e5;
    EXPECT_THROW(make_bodies(scene), InputError);
    scene.bodies.pop_back();
    EXPECT_NO_THROW(make_bodies(scene));
}

}  // namespace
}  // namespace limpet
