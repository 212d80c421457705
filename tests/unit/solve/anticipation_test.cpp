/// Contact without W, against those who have it.

#include "solve/anticipation.h"

#include <gtest/gtest.h>

#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/node_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

TEST(Anticipation, AgreesWithSolversThatHaveW) {
    for (const double friction : {0.0, 0.3, 0.8})
        for (unsigned seed = 1; seed <= 3; ++seed) {
            NodeProblem problem = on_a_lattice(10, friction, seed);
            const NodeSolution result = solve_anticipation(problem, {20000, 1e-10, false});
            ASSERT_EQ(result.report.status, SolveStatus::Converged) << friction << ' ' << seed;
            const Report twin = solve_nsgs(with_compliance(problem), {20000, 1e-12, false});
            EXPECT_GT(twin.lambda.norm(), 0.01);
            EXPECT_LT((result.report.lambda - twin.lambda).norm(), 1e-6 * twin.lambda.norm());
            EXPECT_LT(natural_map_error(with_compliance(problem), result.report.lambda), 1e-8);
        }
}

TEST(Anticipation, HasBonds) {
    NodeProblem problem = on_a_lattice(8, 0.3, 5);
    for (int i = 0; i < 8; ++i) problem.bonds.push_back({i % 2 ? 0.4 : 0});
    const NodeSolution result = solve_anticipation(problem, {20000, 1e-10, false});
    const Report twin = solve_nsgs(with_compliance(problem), {20000, 1e-12, false});
    ASSERT_EQ(result.report.status, SolveStatus::Converged);
    EXPECT_GT(twin.lambda.norm(), 0.01);
    EXPECT_LT((result.report.lambda - twin.lambda).norm(), 1e-6 * twin.lambda.norm());
}

TEST(Anticipation, ItsCompliancesAreSparse) {
    const NodeSolution result = solve_anticipation(on_a_lattice(12, 0.3, 2), {1, 0, false});
    EXPECT_LT(result.B.pattern().blocks(), 12 * 12);
}

TEST(Anticipation, NeverReturnsWorseThanItsBest) {
    NodeProblem problem = on_a_lattice(10, 0.5, 3);
    double last = std::numeric_limits<double>::infinity();
    for (const int iterations : {1, 3, 10, 30, 100}) {
        const double error = solve_anticipation(problem, {iterations, 0, false}).report.residual;
        EXPECT_LE(error, last);
        last = error;
    }
}

}  // namespace
}  // namespace limpet
