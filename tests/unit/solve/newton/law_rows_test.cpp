/// Newton steps on the laws: derivatives by differences, dense twins of bonded groups.

#include "solve/newton/law_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/auto_solver.h"
#include "solve/newton/newton_sweeps.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Some bonded, some slack, some that only pull, some not, pulled, pressed and dragged.
Problem mixed_law_problem(int contacts, unsigned seed, double stiffness) {
    Problem problem = random_problem(contacts, 6 * contacts, seed, 0.4);
    problem.bonds.resize(contacts);
    for (int i = 0; i < contacts; ++i) {
        if (i % 2) problem.u0[3 * i] = std::abs(problem.u0[3 * i]);
        problem.bonds[i] = {i % 3 == 0 ? 0 : stiffness * i, 0.1 * i, -0.05 * i, i % 4 == 1 ? 0.2 : 0};
        if (i % 3 != 0 && i > 4) {
            problem.bonds[i].pulls_only = true;
            problem.friction[i] = 0;
        }
    }
    return problem;
}

LawRows rows_at(const Problem& problem, int i, double s, const VecX& lambda) {
    const VecX u = velocity(problem, lambda);
    return law_rows(problem, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s);
}

TEST(LawRows, DerivativesAreThoseOfTheRows) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const Problem problem = mixed_law_problem(9, seed, 0.3);
        const double s = Residual(problem).scale(), d = 1e-7;
        const VecX lambda = solve_nsgs(problem, {3, 0}).lambda, along = VecX::Random(lambda.size());
        VecX change(lambda.size());
        problem.W.multiply(along.data(), change.data());
        for (int i = 0; i < problem.contacts(); ++i) {
            const LawRows at = rows_at(problem, i, s, lambda);
            const Vec3 expected = (rows_at(problem, i, s, lambda + d * along).F -
                                   rows_at(problem, i, s, lambda - d * along).F) /
                                  (2 * d);
            const Vec3 by_rows =
                at.by_impulse * along.segment<3>(3 * i) + at.by_velocity * change.segment<3>(3 * i);
            EXPECT_LT((by_rows - expected).norm(), 1e-6 * (1 + expected.norm())) << seed << " contact " << i;
        }
    }
}

/// Contacts that are all pulled and not dragged are one linear system: (W + 1/k) λ = −u⁰ along the normals.
TEST(LawRows, PulledBondsTakeOneStep) {
    const int n = 60;
    Problem problem = random_problem(n, 400, 5, 0);
    problem.bonds.resize(n);
    MatX A(n, n);
    VecX b(n);
    for (int i = 0; i < n; ++i) {
        problem.u0.segment<3>(3 * i) << 2 + 0.01 * i, 0, 0;
        problem.bonds[i].k = 1e-2 * (1 + i % 4);
        b[i] = -problem.u0[3 * i];
    }
    // Bonds that do not hold sideways: their tangential rows then ask for λ_T = 0 only if nothing moves
    // there.
    MatX W = dense(problem.W);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            W.block<3, 3>(3 * i, 3 * j).row(0).tail<2>().setZero();
            W.block<3, 3>(3 * i, 3 * j).col(0).tail<2>().setZero();
            A(i, j) = W(3 * i, 3 * j);
        }
    problem.W = dense_blocks(W);
    for (int i = 0; i < n; ++i) A(i, i) += 1 / problem.bonds[i].k;
    const VecX expected = A.partialPivLu().solve(b);
    const double s = Residual(problem).scale();
    const VecX found = after_newton_step(problem, s, VecX::Zero(3 * n), {n, 0});
    for (int i = 0; i < n; ++i) {
        EXPECT_NEAR(found[3 * i], expected[i], 1e-11 * expected.norm());
        EXPECT_NEAR(found[3 * i + 1], 0, 1e-11 * expected.norm());
    }
    EXPECT_LT(natural_map_error(problem, found), 1e-12);
}

TEST(LawRows, ZeroWhereTheResidualIs) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        const Problem problem = mixed_law_problem(12, seed, 0.5);
        const Report report = solve_nsgs(problem, {20000, 1e-12});
        ASSERT_EQ(report.status, SolveStatus::Converged);
        const double s = Residual(problem).scale();
        EXPECT_LT(law_norm(problem, report.lambda, s), 1e-10 * problem.u0.norm());
        EXPECT_GT(law_norm(problem, 1.01 * report.lambda, s), 1e-5 * problem.u0.norm());
    }
}

/// A chain of nodes, bonded one by one and lifted at one end: W = A⁻¹, A = 1 + κ (second differences).
Problem lifted_chain(int n, double kappa, double stiffness, double friction) {
    MatX A = MatX::Identity(3 * n, 3 * n);
    for (int i = 0; i + 1 < n; ++i)
        for (int k = 0; k < 3; ++k) {
            const int a = 3 * i + k, b = a + 3;
            A(a, a) += kappa;
            A(b, b) += kappa;
            A(a, b) -= kappa;
            A(b, a) -= kappa;
        }
    const MatX W = inverse_dense(A);
    Problem problem;
    problem.W = dense_blocks(W);
    problem.u0 = VecX::Zero(3 * n);
    for (int i = 0; i < n; ++i) problem.u0.segment<3>(3 * i) << -0.05, 0, 0;
    VecX pull = VecX::Zero(3 * n);
    pull.head<3>() << 40, 10, 3;
    problem.u0 += W * pull;
    problem.friction.assign(n, friction);
    problem.bonds.assign(n, {stiffness, 0.01, 0});
    return problem;
}

/// Bonds that are stiff against the body that they hold make it crawl under sweeps.
TEST(NewtonSweeps, StiffBondsTakeFewSteps) {
    for (const double friction : {0.0, 0.3}) {
        Problem problem = lifted_chain(80, 2000, 500, friction);
        const Report crawled = solve_nsgs(problem, {300, 1e-10});
        EXPECT_EQ(crawled.status, SolveStatus::OutOfSweeps) << "the set-up: sweeps do not do";
        problem.start = solve_nsgs(problem, {30, 1e-10}).lambda;
        const Report report = solve_newton_sweeps(problem, {20, 1e-10}, 100);
        EXPECT_EQ(report.status, SolveStatus::Converged) << report.residual;
        EXPECT_LE(report.iterations, 12);
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        EXPECT_LE(solve_auto(problem, {300, 1e-10}).residual, 1e-10);
        const Report twin = solve_nsgs(problem, {200000, 1e-11});
        ASSERT_EQ(twin.status, SolveStatus::Converged);
        EXPECT_LT((twin.lambda - report.lambda).norm(), 1e-6 * twin.lambda.norm());
    }
}

TEST(NewtonSweeps, NeverWorseThanTheStart) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Problem problem = mixed_law_problem(10, seed, 50);
        problem.start = VecX::LinSpaced(30, -1, 2);
        const double before = natural_map_error(problem, problem.start);
        for (const int most : {2, 100}) {
            const Report report = solve_newton_sweeps(problem, {3, 1e-14}, most);
            EXPECT_LE(report.residual, before);
            EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        }
    }
}

}  // namespace
}  // namespace limpet
