/// Newton's method on smoothed laws, where W is singular and sweeps crawl.

#include "solve/newton/smoothed_newton.h"

#include <gtest/gtest.h>

#include "solve/cone/interior_point.h"
#include "solve/newton/law_system.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

TEST(SmoothedNewton, SolvesGripsWithMoreContactsThanFreedom) {
    for (unsigned seed = 1; seed <= 4; ++seed)
        for (const double friction : {0.3, 0.7}) {
            const Problem problem = gripped_body(5, seed, friction);
            EXPECT_GT(solve_nsgs(problem, {500, 1e-10}).residual, 1e-7) << "the set-up: sweeps do not do";
            const Report report = solve_smoothed_newton(problem, {60, 1e-10});
            EXPECT_EQ(report.status, SolveStatus::Converged) << seed << " " << report.residual;
            EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
            const Report twin = solve_interior_point(problem, {200, 1e-11});
            ASSERT_EQ(twin.status, SolveStatus::Converged);
            EXPECT_LT((velocity(problem, report.lambda) - velocity(problem, twin.lambda)).norm(),
                      1e-6 * problem.u0.norm())
                << seed;
        }
}

TEST(SmoothedNewton, SolvesThemWithBonds) {
    for (unsigned seed = 1; seed <= 4; ++seed)
        for (const int side : {3, 5}) {
            const Problem problem = bonded_grip(side, seed, 0.3, 0.03);
            EXPECT_GT(solve_nsgs(problem, {200, 1e-10}).residual, 1e-7) << "the set-up: sweeps crawl";
            const Report report = solve_smoothed_newton(problem, {60, 1e-10});
            EXPECT_EQ(report.status, SolveStatus::Converged) << seed << " " << report.residual;
            EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        }
}

TEST(SmoothedNewton, UnitsDoNotMatter) {
    const Problem once = bonded_grip(4, 1, 0.5, 0.03);
    const Report as_is = solve_smoothed_newton(once, {60, 1e-10});
    for (const double unit : {1.0 / 1024, 1024.0}) {
        Problem problem = once;
        problem.u0 *= unit;
        for (Bond& bond : problem.bonds)
            bond = {bond.k * unit, unit * bond.drag_t, unit * bond.drag_b, unit * bond.slack,
                    bond.pulls_only};
        for (int k = 0; k < 9 * problem.W.pattern().blocks(); ++k) problem.W.block(0)[k] /= unit;
        const Report report = solve_smoothed_newton(problem, {60, 1e-10});
        EXPECT_EQ(report.status, SolveStatus::Converged);
        EXPECT_EQ(report.iterations, as_is.iterations);
        EXPECT_LT((report.lambda - unit * unit * as_is.lambda).norm(), 1e-12 * report.lambda.norm());
    }
}

TEST(SmoothedNewton, NeverWorseThanTheStartAndWithinItsLimits) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Problem problem = bonded_grip(3, seed, 0.7, 10);
        problem.start = VecX::LinSpaced(3 * problem.contacts(), -1, 2);
        const double before = natural_map_error(problem, problem.start);
        for (const int iterations : {0, 1, 7, 40}) {
            const Report report = solve_smoothed_newton(problem, {iterations, 1e-14});
            EXPECT_LE(report.iterations, iterations);
            EXPECT_LE(report.residual, before);
            EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
            EXPECT_EQ(report.status == SolveStatus::Converged, report.residual <= 1e-14);
        }
    }
}

/// (A + B (W + δ)) Δλ = −F over all contacts, those that are open with rows of their own.
TEST(LawSystem, IsTheDenseSystem) {
    const Problem problem = random_problem(8, 40, 3, 0.3);
    const VecX lambda = solve_nsgs(problem, {2, 0}).lambda, u = velocity(problem, lambda);
    const double s = Residual(problem).scale(), added = 0.01 * s;
    const MatX W = dense(problem.W) + added * MatX::Identity(24, 24);
    std::vector<LawRows> rows;
    MatX M(24, 24);
    VecX F(24), opening = VecX::Zero(24);
    for (int i = 0; i < 8; ++i) {
        rows.push_back(law_rows(problem, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s));
        F.segment<3>(3 * i) = rows[i].F;
        M.middleRows<3>(3 * i) = rows[i].by_velocity * W.middleRows<3>(3 * i);
        M.block<3, 3>(3 * i, 3 * i) += rows[i].by_impulse;
        if (rows[i].open) opening.segment<3>(3 * i) = -lambda.segment<3>(3 * i);
    }
    const int acting = LawSystem::acting(rows);
    ASSERT_GT(acting, 2);
    ASSERT_LT(acting, 8);
    const LawSystem system(problem, rows, added);
    EXPECT_EQ(system.acting(), acting);
    EXPECT_LT((system.step(F, opening) + M.partialPivLu().solve(F)).norm(), 1e-11 * lambda.norm());
}

}  // namespace
}  // namespace limpet
