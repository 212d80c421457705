#include "solve/polish.h"

#include <gtest/gtest.h>

#include "solve/auto_solver.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

/// What nsgs leaves at the tolerance, then polished.
void expect_exact(const Problem& problem, const char* what) {
    const SolveLimits limits{2000, 1e-5};
    Report report = solve_nsgs(problem, limits);
    ASSERT_EQ(report.status, SolveStatus::Converged) << what;
    ASSERT_GT(report.residual, 1e-9) << what;
    polish(problem, limits, report);
    EXPECT_LT(report.residual, 1e-12) << what;
    EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda)) << what;
    EXPECT_EQ(report.law_residual, report.residual) << what;
}

TEST(Polish, ContactsThatStickAreExact) {
    for (unsigned seed = 1; seed <= 4; ++seed) expect_exact(random_problem(5, 24, seed, 20), "sticking");
}

TEST(Polish, ContactsThatSlipOpenAndHaveNoFrictionAreExact) {
    for (unsigned seed = 1; seed <= 8; ++seed) {
        Problem problem = random_problem(8, 40, seed, 0.3);
        problem.friction[2] = problem.friction[5] = 0;
        expect_exact(problem, "slipping");
    }
}

/// Each contact twice: W has half the rank.
TEST(Polish, SingularProblemsAreExactToo) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Problem once = random_problem(5, 24, seed, 20);
        MatX W(30, 30);
        for (int i = 0; i < 10; ++i)
            for (int j = 0; j < 10; ++j)
                W.block<3, 3>(3 * i, 3 * j) = Eigen::Map<const Mat3>(once.W.block(5 * (i % 5) + j % 5));
        VecX u0(30);
        u0 << once.u0, once.u0;
        expect_exact({dense_blocks(W), u0, std::vector<double>(10, 20), {}}, "singular");
    }
}

TEST(Polish, NeverMakesItWorse) {
    for (unsigned seed = 1; seed <= 30; ++seed) {
        const Problem problem = random_problem(6, 5, seed, 0.8);
        Report report;
        report.lambda = VecX::LinSpaced(18, -1, 2);  // far from everything
        report.residual = report.law_residual = natural_map_error(problem, report.lambda);
        report.status = SolveStatus::OutOfSweeps;
        const double before = report.residual;
        polish(problem, {10, 1e-6}, report);
        EXPECT_LE(report.residual, before);
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        EXPECT_EQ(report.status == SolveStatus::Converged, report.residual <= 1e-6);
    }
}

TEST(Polish, LeavesLargeProblemsAlone) {
    const Problem problem = random_problem(160, 600, 1, 0.5);
    SolveLimits limits{200, 1e-3};
    const Report rough = solve_auto(problem, limits);
    limits.refine = true;
    limits.context = SolveContext::Step;
    EXPECT_EQ(solve_auto(problem, limits).lambda, rough.lambda);
}

TEST(Polish, IsWhatAutoDoesWhenAsked) {
    const Problem problem = random_problem(8, 40, 1, 0.3);
    SolveLimits limits{2000, 1e-4};
    const Report rough = solve_auto(problem, limits);
    EXPECT_GT(rough.residual, 1e-9);
    EXPECT_EQ(rough.method, "accelerated-nsgs");
    limits.refine = true;
    limits.context = SolveContext::Step;
    const Report fine = solve_auto(problem, limits);
    EXPECT_LT(fine.residual, 1e-12);
    EXPECT_EQ(fine.method, "polish");
}

}  // namespace
}  // namespace limpet
