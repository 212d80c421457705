/// Newton's method on bodies' equations, against solvers that have W.

#include "solve/newton/node_newton.h"

#include <gtest/gtest.h>

#include "core/product_blocking.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/node_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

NodeSolution solved(const NodeProblem& problem, const SolveLimits& limits = {200, 1e-11}) {
    NodeFactor factor;
    return solve_node_newton(problem, limits, factor);
}

void expect_same_as_with_compliance(const NodeProblem& problem, const std::string& what) {
    const NodeSolution result = solved(problem);
    ASSERT_EQ(result.report.status, SolveStatus::Converged) << what;
    const Problem full = with_compliance(problem);
    const Report twin = solve_nsgs(full, {20000, 1e-13});
    EXPECT_GT(twin.lambda.norm(), 0.01) << what;
    EXPECT_LT((result.report.lambda - twin.lambda).norm(), 1e-8 * twin.lambda.norm()) << what;
    EXPECT_LT(natural_map_error(full, result.report.lambda), 1e-9) << what;
    VecX left(problem.b.size());
    problem.A.multiply(result.v.data(), left.data());
    left -= problem.b + problem.transposed_rows_times(result.report.lambda);
    EXPECT_LT(left.norm(), 1e-9 * problem.b.norm()) << what;
    EXPECT_LT((result.p - problem.transposed_rows_times(result.report.lambda)).norm(),
              1e-9 * problem.b.norm())
        << what;
}

TEST(NodeNewton, AgreesWithSolversThatHaveW) {
    for (const double friction : {0.0, 0.3, 0.8})
        for (unsigned seed = 1; seed <= 3; ++seed)
            expect_same_as_with_compliance(on_a_lattice(10, friction, seed),
                                           std::to_string(friction) + ' ' + std::to_string(seed));
}

TEST(NodeNewton, HasBonds) {
    for (const double k : {1e-3, 0.4, 1e3})
        for (unsigned seed = 1; seed <= 3; ++seed) {
            NodeProblem problem = on_a_lattice(12, 0.3, seed);
            for (int i = 0; i < problem.contacts(); ++i) {
                problem.bonds.push_back({i % 2 ? k : 0, 0.1 * i, -0.2, i % 3 ? 0.0 : 0.1});
                if (i % 5 != 1) continue;
                problem.bonds.back().pulls_only = true;
                problem.friction[i] = 0;
            }
            expect_same_as_with_compliance(problem, std::to_string(k) + ' ' + std::to_string(seed));
        }
}

/// W is singular: the same contact three times. u is unique, λ is not.
TEST(NodeNewton, TakesContactsThatComeTwice) {
    NodeProblem problem = on_a_lattice(8, 0.4, 2);
    for (int twice = 0; twice < 2; ++twice)
        for (int i = 0; i < 4; ++i) {
            for (int k = problem.row_start[i]; k < problem.row_start[i + 1]; ++k)
                problem.rows.push_back(NodeRow(problem.rows[k]));
            problem.row_start.push_back(static_cast<int>(problem.rows.size()));
            problem.friction.push_back(problem.friction[i]);
        }
    VecX c(3 * problem.contacts());
    c << problem.c, problem.c.head<12>(), problem.c.head<12>();
    problem.c = c;
    const NodeSolution result = solved(problem, {100, 1e-10});
    EXPECT_EQ(result.report.status, SolveStatus::Converged);
    const Problem full = with_compliance(problem);
    EXPECT_LT(natural_map_error(full, result.report.lambda), 1e-8);
}

/// What was kept of another problem changes nothing.
TEST(NodeNewton, GivesTheSameBytesWithAKeptOrder) {
    NodeFactor factor;
    const NodeProblem first = on_a_lattice(10, 0.3, 1), second = on_a_lattice(10, 0.3, 2);
    const NodeSolution one = solve_node_newton(second, {50, 1e-12}, factor);
    static_cast<void>(solve_node_newton(first, {50, 1e-12}, factor));
    const NodeSolution two = solve_node_newton(second, {50, 1e-12}, factor);
    EXPECT_EQ(one.v, two.v);
    EXPECT_EQ(one.report.lambda, two.report.lambda);
}

TEST(NodeNewton, NeverReturnsWorseThanItsBest) {
    double last = std::numeric_limits<double>::infinity();
    for (const int iterations : {1, 2, 5, 10, 30, 200}) {
        const double error = solved(on_a_lattice(10, 0.5, 3), {iterations, 0}).report.residual;
        EXPECT_LE(error, last);
        last = error;
    }
    EXPECT_LT(last, 1e-9);
}

}  // namespace
}  // namespace limpet
