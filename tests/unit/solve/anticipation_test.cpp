/// Contact without W, against those who have it.

#include "solve/anticipation.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Contacts on a lattice of nodes; each hangs on three of them.
AnticipationProblem on_a_lattice(int contacts, double friction, unsigned seed) {
    AnticipationProblem problem;
    problem.A = random_matrix(grid_pattern(4, 4, 3), static_cast<int>(seed));
    const int nodes = problem.A.rows();
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    problem.b = VecX(3 * nodes);
    for (double& x : problem.b) x = normal(random);
    for (int i = 0; i < contacts; ++i) {
        for (int k = 0; k < 3; ++k) {
            Mat3 weight;
            for (double& x : weight.reshaped()) x = normal(random) / 3;
            problem.rows.push_back({(7 * i + 5 * k) % nodes, weight});
        }
        problem.row_start.push_back(static_cast<int>(problem.rows.size()));
    }
    problem.c = VecX::Zero(3 * contacts);
    for (int i = 0; i < contacts; ++i) problem.c[3 * i] = 0.3 * (i % 3 - 1);
    problem.friction.assign(contacts, friction);
    problem.v = solve_dense(dense(problem.A), problem.b);
    return problem;
}

Problem with_W(const AnticipationProblem& problem) {
    const MatX A = dense(problem.A);
    MatX J = MatX::Zero(3 * problem.contacts(), A.rows());
    for (int i = 0; i < problem.contacts(); ++i)
        for (int k = problem.row_start[i]; k < problem.row_start[i + 1]; ++k)
            J.block<3, 3>(3 * i, 3 * problem.rows[k].node) += problem.rows[k].weight;
    Problem full;
    full.W = dense_blocks(J * solve_dense(A, J.transpose()));
    full.u0 = J * solve_dense(A, problem.b) + problem.c;
    full.friction = problem.friction;
    full.bonds = problem.bonds;
    return full;
}

TEST(Anticipation, AgreesWithSolversThatHaveW) {
    for (const double friction : {0.0, 0.3, 0.8})
        for (unsigned seed = 1; seed <= 3; ++seed) {
            AnticipationProblem problem = on_a_lattice(10, friction, seed);
            const AnticipationResult result = solve_anticipation(problem, {20000, 1e-10, false});
            ASSERT_EQ(result.report.status, SolveStatus::Converged) << friction << ' ' << seed;
            const Report twin = solve_nsgs(with_W(problem), {20000, 1e-12, false});
            EXPECT_GT(twin.lambda.norm(), 0.01);
            EXPECT_LT((result.report.lambda - twin.lambda).norm(), 1e-6 * twin.lambda.norm());
            EXPECT_LT(natural_map_error(with_W(problem), result.report.lambda), 1e-8);
        }
}

TEST(Anticipation, HasBonds) {
    AnticipationProblem problem = on_a_lattice(8, 0.3, 5);
    for (int i = 0; i < 8; ++i) problem.bonds.push_back({i % 2 ? 0.4 : 0});
    const AnticipationResult result = solve_anticipation(problem, {20000, 1e-10, false});
    const Report twin = solve_nsgs(with_W(problem), {20000, 1e-12, false});
    ASSERT_EQ(result.report.status, SolveStatus::Converged);
    EXPECT_GT(twin.lambda.norm(), 0.01);
    EXPECT_LT((result.report.lambda - twin.lambda).norm(), 1e-6 * twin.lambda.norm());
}

TEST(Anticipation, ItsCompliancesAreSparse) {
    const AnticipationResult result = solve_anticipation(on_a_lattice(12, 0.3, 2), {1, 0, false});
    EXPECT_LT(result.B.pattern().blocks(), 12 * 12);
}

TEST(Anticipation, NeverReturnsWorseThanItsBest) {
    AnticipationProblem problem = on_a_lattice(10, 0.5, 3);
    double last = std::numeric_limits<double>::infinity();
    for (const int iterations : {1, 3, 10, 30, 100}) {
        const double error = solve_anticipation(problem, {iterations, 0, false}).report.residual;
        EXPECT_LE(error, last);
        last = error;
    }
}

}  // namespace
}  // namespace limpet
