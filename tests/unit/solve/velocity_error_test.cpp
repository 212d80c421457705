#include "solve/velocity_error.h"

#include <gtest/gtest.h>

#include "solve/auto_solver.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

/// A heavy body on a light one on a floor, a point contact each, falling by gh = 0.05 m/s and dragged
/// sideways.
Problem heavy_on_light(double ratio, double friction) {
    constexpr double fall = 0.05, drag = 0.001;
    const double light = 1, heavy = ratio;
    MatX W = MatX::Zero(6, 6);
    W.topLeftCorner<3, 3>() = Mat3::Identity() / light;
    W.topRightCorner<3, 3>() = W.bottomLeftCorner<3, 3>() = -Mat3::Identity() / light;
    W.bottomRightCorner<3, 3>() = Mat3::Identity() * (1 / light + 1 / heavy);
    Problem problem;
    problem.W = testing_support::dense_blocks(W);
    problem.u0 = VecX::Zero(6);
    problem.u0[0] = -fall;
    problem.u0[1] = drag;
    problem.friction = {friction, friction};
    return problem;
}

TEST(VelocityError, HeavyOnLightComesToRest) {
    for (const double friction : {0.0, 0.5})
        for (const double ratio : {1e3, 1e6, 1e9}) {
            const Problem problem = heavy_on_light(ratio, friction);
            const Report report = solve_auto(problem, {.refine = true, .context = SolveContext::Step});
            VecX u(6);
            problem.W.multiply_rows(0, 2, report.lambda.data(), u.data());
            u += problem.u0;
            const double rounding = 1e-15 * ratio;
            EXPECT_NEAR(u[0], 0, 1e-9 + rounding) << ratio << ' ' << friction;
            EXPECT_NEAR(u[3], 0, 1e-9 + rounding) << ratio << ' ' << friction;
            EXPECT_NEAR(report.lambda[3] / (0.05 * ratio), 1, 1e-6) << ratio << ' ' << friction;
            EXPECT_LT(report.velocity_error, 1e-4) << ratio << ' ' << friction;
        }
}

TEST(VelocityError, OrdinaryProblemsAreLeftAlone) {
    const Problem problem = testing_support::random_problem(8, 30, 1, 0.5);
    Report report = solve_auto(problem, {});
    const VecX before = report.lambda;
    refine_velocities(problem, {}, report);
    EXPECT_EQ(report.lambda, before);
    EXPECT_EQ(report.velocity_error, 0);
}

}  // namespace
}  // namespace limpet
