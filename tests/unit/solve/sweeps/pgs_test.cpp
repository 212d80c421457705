#include "solve/sweeps/pgs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solve/residual.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

void expect_signorini(const Problem& problem, const VecX& lambda, double tolerance) {
    const VecX u = velocity(problem, lambda);
    const double scale = problem.u0.norm();
    for (int i = 0; i < problem.contacts(); ++i) {
        EXPECT_GE(lambda[3 * i], 0);
        EXPECT_GE(u[3 * i], -tolerance * scale);
        EXPECT_NEAR(lambda[3 * i] * u[3 * i], 0, tolerance * scale * (1 + lambda.norm()));
        EXPECT_EQ(lambda[3 * i + 1], 0);
        EXPECT_EQ(lambda[3 * i + 2], 0);
    }
}

TEST(Pgs, SolvesComplementarity) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Problem problem = random_problem(20, 60, seed);
        const Report report = solve_pgs(problem, {5000, 1e-12, false});
        EXPECT_EQ(report.status, SolveStatus::Converged);
        expect_signorini(problem, report.lambda, 1e-9);
    }
}

TEST(Pgs, OneContactByHand) {
    Problem problem;
    problem.W = dense_blocks(2 * MatX::Identity(3, 3));
    problem.u0 = Vec3(-3, 1, 1);
    problem.friction = {0};
    EXPECT_NEAR(solve_pgs(problem, {}).lambda[0], 1.5, 1e-12);
    problem.u0[0] = 3;
    EXPECT_EQ(solve_pgs(problem, {}).lambda[0], 0);
}

/// The paper's listing, number by number.
VecX textbook_sweeps(const Problem& problem, int sweeps) {
    const int n = problem.contacts();
    const BlockPattern& pattern = problem.W.pattern();
    VecX lambda = VecX::Zero(problem.u0.size());
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int i = 0; i < n; ++i) {
            double u = problem.u0[3 * i];
            for (int j = 0; j < n; ++j) u += problem.W.block(pattern.find(i, j))[0] * lambda[3 * j];
            lambda[3 * i] = std::max(0.0, lambda[3 * i] - u / problem.diagonal(i)[0]);
        }
    return lambda;
}

TEST(Pgs, SweepsAsTheTextbookDoesForAnyNumberOfContacts) {
    for (const int contacts : {1, 2, 3, 4, 5, 8, 11, 30}) {
        const Problem problem = random_problem(contacts, 4 * contacts, 40 + contacts);
        const Report report = solve_pgs(problem, {8, 0, false});
        const VecX expected = textbook_sweeps(problem, 8);
        EXPECT_LT((report.lambda - expected).norm(), 1e-12 * (1e-3 + expected.norm())) << contacts;
    }
}

/// Wnn that is not symmetric, dense and sparse: rows are rows, and the error is that of its λ.
TEST(Pgs, RowsAreNotTakenForColumns) {
    for (const int reach : {12, 1}) {
        MatX W = MatX::Identity(36, 36);
        for (int i = 0; i < 12; ++i)
            for (int j = std::max(0, i - reach); j <= std::min(11, i + reach); ++j)
                if (i != j) W(3 * i, 3 * j) = i < j ? 0.06 : -0.02;
        Problem problem;
        problem.W = reach == 12 ? dense_blocks(W) : sparse_blocks(W);
        problem.u0 = VecX::Constant(36, -1);
        problem.friction.assign(12, 0);
        const Report report = solve_pgs(problem, {500, 1e-12, false});
        EXPECT_EQ(report.status, SolveStatus::Converged);
        EXPECT_LT(natural_map_error(problem, report.lambda), 1e-11);
    }
}

TEST(Pgs, MoreContactsThanRanksConverge) {
    const Problem problem = random_problem(40, 6, 7);
    const Report report = solve_pgs(problem, {20000, 1e-10, false});
    EXPECT_EQ(report.status, SolveStatus::Converged);
    expect_signorini(problem, report.lambda, 1e-8);
}

TEST(Pgs, SparseAndDenseRowsAgree) {
    // Two bodies' contacts that do not couple: sparse below the share that is swept densely.
    constexpr int groups = 6, each = 3;
    BlockPattern pattern;
    pattern.rows = pattern.columns = groups * each;
    pattern.row_start = {0};
    for (int i = 0; i < groups * each; ++i) {
        for (int j = 0; j < each; ++j) pattern.column.push_back(i / each * each + j);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    Problem sparse;
    sparse.W = BlockMatrix(pattern);
    MatX dense = MatX::Zero(3 * groups * each, 3 * groups * each);
    sparse.u0.resize(dense.rows());
    for (int g = 0; g < groups; ++g) {
        const Problem part = random_problem(each, 12, 30 + g);
        sparse.u0.segment(9 * g, 9) = part.u0;
        for (int i = 0; i < each; ++i)
            for (int j = 0; j < each; ++j) {
                const Mat3 block = Eigen::Map<const Mat3>(part.W.block(i * each + j));
                dense.block<3, 3>(3 * (g * each + i), 3 * (g * each + j)) = block;
                Eigen::Map<Mat3>(sparse.W.block(pattern.find(g * each + i, g * each + j))) = block;
            }
    }
    sparse.friction.assign(groups * each, 0.0);
    Problem full = sparse;
    full.W = dense_blocks(dense);
    const Report a = solve_pgs(sparse, {1000, 1e-13, false}), b = solve_pgs(full, {1000, 1e-13, false});
    EXPECT_LT((a.lambda - b.lambda).norm(), 1e-10 * b.lambda.norm());
}

TEST(Pgs, StartsFromTheGivenImpulses) {
    Problem problem = random_problem(30, 60, 3);
    const Report cold = solve_pgs(problem, {5000, 1e-10, false});
    ASSERT_GT(cold.iterations, 0);
    problem.start = cold.lambda;
    const Report warm = solve_pgs(problem, {5000, 1e-10, false});
    EXPECT_EQ(warm.iterations, 0);
    EXPECT_EQ(warm.lambda, cold.lambda);
}

TEST(Pgs, ReportsWhatItDidNotReach) {
    const Problem problem = random_problem(40, 6, 9);
    const Report report = solve_pgs(problem, {3, 1e-14, true});
    EXPECT_EQ(report.status, SolveStatus::OutOfSweeps);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_FALSE(report.history.empty());
    EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
    EXPECT_GT(report.residual, 1e-14);
}

TEST(Pgs, RefusesWhatCannotBeSolved) {
    Problem problem = random_problem(2, 6, 1);
    problem.W.block(0)[0] = std::nan("");
    EXPECT_EQ(solve_pgs(problem, {}).status, SolveStatus::Refused);
    problem = random_problem(2, 6, 1);
    problem.u0[3] = std::numeric_limits<double>::infinity();
    EXPECT_EQ(solve_pgs(problem, {}).status, SolveStatus::Refused);
    problem = random_problem(2, 6, 1);
    problem.W.block(0)[0] = 0;
    const Report report = solve_pgs(problem, {});
    EXPECT_EQ(report.status, SolveStatus::Refused);
    EXPECT_NE(report.reason.find("compliance"), std::string_view::npos);
    EXPECT_EQ(report.lambda.norm(), 0);
}

TEST(Pgs, NoContactsAreSolved) {
    EXPECT_EQ(solve_pgs({}, {}).status, SolveStatus::Converged);
}

TEST(NaturalMap, IsZeroForSolutionsAndFreeOfUnits) {
    const Problem problem = random_problem(10, 60, 4);
    const VecX lambda = solve_pgs(problem, {5000, 1e-13, false}).lambda;
    EXPECT_LT(natural_map_error(problem, lambda), 1e-12);
    const VecX wrong = lambda + VecX::Constant(lambda.size(), 0.1 * lambda.norm());
    Problem scaled = problem;
    MatX W(30, 30);
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j)
            W.block<3, 3>(3 * i, 3 * j) = 1e-3 * Eigen::Map<const Mat3>(problem.W.block(10 * i + j));
    scaled.W = dense_blocks(W);
    scaled.u0 *= 1e6;
    EXPECT_NEAR(natural_map_error(scaled, 1e9 * wrong), natural_map_error(problem, wrong), 1e-12);
    EXPECT_GT(natural_map_error(problem, wrong), 1e-2);
}

TEST(NaturalMap, WhatIsNoNumberHasNoError) {
    Problem problem = random_problem(3, 9, 1, 0.5);
    problem.u0.setZero();
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_TRUE(std::isnan(natural_map_error(problem, VecX::Constant(9, bad))));
}

TEST(NaturalMap, ProjectsOnTheCone) {
    const double mu = 0.5;
    EXPECT_EQ(project_on_cone({2, 0.6, 0.8}, mu), Vec3(2, 0.6, 0.8));
    EXPECT_EQ(project_on_cone({-3, 0.6, 0.8}, mu), Vec3::Zero());
    EXPECT_EQ(project_on_cone({-3, 4, 0}, 0), Vec3::Zero());
    // The nearest point: the difference is orthogonal to the cone's generator.
    const Vec3 r(0.5, 3, 4), p = project_on_cone(r, mu);
    EXPECT_NEAR(std::hypot(p.y(), p.z()), mu * p.x(), 1e-14);
    EXPECT_NEAR((r - p).dot(p), 0, 1e-13);
}

}  // namespace
}  // namespace limpet
