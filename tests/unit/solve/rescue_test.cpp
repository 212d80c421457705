/// Small problems with singular W, with the limits that simulations have.

#include "solve/rescue.h"

#include <gtest/gtest.h>

#include "solve/auto_solver.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Those of a scene that says nothing about its solver.
SolveLimits as_in_a_simulation() {
    SolveLimits limits;
    limits.refine = true;
    limits.context = SolveContext::Step;
    return limits;
}

TEST(Rescue, GripsAreSolvedToRounding) {
    const SolveLimits limits = as_in_a_simulation();
    for (unsigned seed = 1; seed <= 4; ++seed)
        for (const int side : {3, 5})
            for (const bool bonds : {false, true}) {
                const Problem problem =
                    bonds ? bonded_grip(side, seed, 0.7, 0.03) : gripped_body(side, seed, 0.7);
                EXPECT_GT(solve_nsgs(problem, limits).residual, 10 * limits.tolerance) << "the set-up";
                const Report report = solve_auto(problem, limits);
                EXPECT_EQ(report.status, SolveStatus::Converged) << seed << " " << report.residual;
                EXPECT_LT(report.residual, 1e-11) << seed << " side " << side << " bonds " << bonds;
                EXPECT_LE(report.iterations, limits.iterations);
                EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
            }
}

/// What was found is in the middle of all solutions, so that the next step finds its own next to it.
TEST(Rescue, TheNextStepStartsFromItsSolution) {
    const SolveLimits limits = as_in_a_simulation();
    Problem problem = gripped_body(4, 2, 0.7);
    problem.start = solve_auto(problem, limits).lambda;
    problem.u0 *= 1 + 1e-7;
    const Report report = solve_auto(problem, limits);
    EXPECT_LT(report.residual, 1e-13);
    EXPECT_LE(report.iterations, 2);
}

/// 162 contacts of which two thirds are far: the part that acts is small enough.
TEST(Rescue, ContactsThatStayOpenDoNotCount) {
    Problem problem = gripped_body(9, 1, 0.7);
    for (int i = 0; i < problem.contacts(); ++i)
        if (i % 3) problem.u0[3 * i] += 100;
    const Report report = solve_auto(problem, as_in_a_simulation());
    EXPECT_EQ(report.status, SolveStatus::Converged) << report.residual;
    EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
}

TEST(Rescue, LeavesWhatIsSolvedAsItIs) {
    const Problem problem = random_problem(8, 40, 1, 0.3);
    const SolveLimits limits{200, 1e-4};
    const Report solved = solve_nsgs(problem, limits);
    ASSERT_EQ(solved.status, SolveStatus::Converged);
    Report report = solved;
    rescue(problem, limits, solve_nsgs, report);
    EXPECT_EQ(report.lambda, solved.lambda);
    EXPECT_EQ(report.iterations, solved.iterations);
}

TEST(Rescue, KeepsToItsLimitsAndIsNeverWorse) {
    for (const int iterations : {0, 1, 2, 5, 20, 60}) {
        const SolveLimits limits{iterations, 1e-12};
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const Problem problem = bonded_grip(3, seed, 0.7, 1);
            const int before_it = before_rescue(problem, iterations);
            EXPECT_LE(before_it, iterations);
            Report report = solve_nsgs(problem, {before_it, limits.tolerance});
            const double before = report.residual;
            rescue(problem, limits, solve_nsgs, report);
            EXPECT_LE(report.iterations, iterations);
            EXPECT_LE(report.residual, before);
            EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        }
    }
}

}  // namespace
}  // namespace limpet
