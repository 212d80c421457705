/// What the error of a bonded problem says of the work that its bonds do.

#include "solve/residual.h"

#include <gtest/gtest.h>

#include <random>

#include "support/block_matrices.h"
#include "support/contact_problems.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Bonds that only pull, each opened and dragged: λ = −k (u + d) is one linear system.
Problem pulled_bonds(int contacts, double k, unsigned seed) {
    Problem problem = random_problem(contacts, 3 * contacts, seed);
    for (int i = 0; i < contacts; ++i) {
        problem.u0[3 * i] = 100;
        problem.bonds.push_back({k * (1 + i % 3), 0.3, -0.2, 0, true});
    }
    return problem;
}

VecX exact_pull(const Problem& problem) {
    MatX A = dense(problem.W);
    VecX b = problem.u0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const Bond bond = problem.bonds[i];
        A.diagonal().segment<3>(3 * i).array() += 1 / bond.k;
        b.segment<3>(3 * i) += Vec3(0, bond.drag_t, bond.drag_b);
    }
    return -solve_dense(A, b);
}

TEST(Residual, MissedWorkBoundsTheErrorOfTheMotion) {
    for (const double k : {1e-6, 1e-3, 1e-2, 1e-1})
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const Problem problem = pulled_bonds(12, k, seed);
            const VecX exact = exact_pull(problem);
            // All of them are stretched, so that they are springs.
            for (int i = 0; i < problem.contacts(); ++i) ASSERT_LT(exact[3 * i], 0) << k;
            Residual residual(problem);
            EXPECT_LT(residual.error(exact), 1e-10) << k;
            std::mt19937 random(seed);
            std::normal_distribution<double> normal;
            VecX off = exact;
            for (double& x : off) x *= 1 + 0.05 * normal(random);
            residual.error(off);
            const VecX difference = off - exact;
            // ½ ‖v − v*‖² in the norm of A, and what the bonds store of the difference of their stretches.
            const VecX change = dense(problem.W) * difference;
            double stretch = 0;
            for (int i = 0; i < problem.contacts(); ++i)
                stretch += problem.bonds[i].k * change.segment<3>(3 * i).squaredNorm() / 2;
            EXPECT_GE(residual.missed_work() * (1 + 1e-9), difference.dot(change) / 2 + stretch) << k;
        }
}

/// Velocities hardly feel soft bonds, so that a pull that is half of what it should be does not show in them.
TEST(Residual, SeesPullsOfSoftBondsThatVelocitiesHardlyFeel) {
    const Problem problem = pulled_bonds(12, 1e-9, 3);
    const VecX exact = exact_pull(problem);
    Residual residual(problem);
    EXPECT_GT(residual.error(exact / 2), 0.3);
    EXPECT_LT(residual.map_error(), 1e-7);
    EXPECT_LT(residual.error(exact), 1e-10);
}

TEST(Residual, HasNoWorkErrorWithoutBonds) {
    const Problem problem = random_problem(10, 30, 1, 0.3);
    Residual residual(problem);
    EXPECT_GT(residual.error(VecX::Zero(30)), 0.1);
    EXPECT_EQ(residual.work_error(), 0);
}

/// The same error in other units of mass, length and time.
TEST(Residual, WorkErrorHasNoUnits) {
    const Problem problem = pulled_bonds(8, 0.1, 2);
    VecX lambda = 1.1 * exact_pull(problem);
    const double error = Residual(problem).error(lambda);
    Problem other = problem;
    const double mass = 3e-4, speed = 50;
    other.W = dense_blocks(dense(problem.W) / mass);
    other.u0 *= speed;
    for (Bond& bond : other.bonds) {
        bond.k *= mass;
        bond.drag_t *= speed;
        bond.drag_b *= speed;
    }
    EXPECT_NEAR(Residual(other).error(mass * speed * lambda), error, 1e-12 * error);
}

}  // namespace
}  // namespace limpet
