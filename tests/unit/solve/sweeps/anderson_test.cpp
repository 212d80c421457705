#include "solve/sweeps/anderson.h"

#include <gtest/gtest.h>

#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

/// x ← M x + b with eigenvalues of M up to 0.999: plain iterations take thousands.
TEST(Anderson, FindsTheEndOfALinearIteration) {
    constexpr int n = 6;
    MatX m = MatX::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        m(i, i) = 0.999 - 0.15 * i;
        if (i > 0) m(i, i - 1) = 0.1;
    }
    const VecX b = VecX::LinSpaced(n, 1, 2);
    const VecX exact = (MatX::Identity(n, n) - m).partialPivLu().solve(b);
    Anderson anderson(n);
    VecX x = VecX::Zero(n);
    int steps = 0;
    for (; steps < 40 && (x - exact).norm() > 1e-6 * exact.norm(); ++steps) {
        const VecX before = x;
        x = m * before + b;
        anderson.accelerate(before, x);
    }
    EXPECT_LT(steps, 20);
}

TEST(Anderson, LeavesAnIterationAloneThatHasEnded) {
    Anderson anderson(4);
    const VecX end = VecX::Constant(3, 2.0);
    for (int i = 0; i < 5; ++i) {
        VecX x = end;
        anderson.accelerate(end, x);
        EXPECT_EQ(x, end) << i;
    }
}

/// Bonds that are stiff against the bodies: the same end, judged from outside, in fewer sweeps.
TEST(Anderson, TakesFewerSweepsWhereBondsAreStiff) {
    int plain_sweeps = 0, sweeps = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        Problem problem = testing_support::random_problem(30, 120, seed, 0.3);
        for (int i = 0; i < problem.contacts(); ++i) problem.bonds.push_back({.k = i % 3 ? 20.0 : 0.0});
        const SolveLimits limits{.iterations = 2000, .tolerance = 1e-8};
        const Report plain = solve_nsgs(problem, limits),
                     accelerated = solve_accelerated_nsgs(problem, limits);
        ASSERT_EQ(plain.status, SolveStatus::Converged) << seed;
        ASSERT_EQ(accelerated.status, SolveStatus::Converged) << seed;
        EXPECT_LE(natural_map_error(problem, accelerated.lambda), 1e-8) << seed;
        plain_sweeps += plain.iterations;
        sweeps += accelerated.iterations;
    }
    EXPECT_LT(sweeps, 0.7 * plain_sweeps);
}

}  // namespace
}  // namespace limpet
