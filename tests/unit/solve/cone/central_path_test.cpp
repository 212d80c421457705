#include "solve/cone/central_path.h"

#include <gtest/gtest.h>

#include "solve/residual.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

constexpr double pi = 3.14159265358979323846;

/// Points with slopes in all directions, some near the cone's surface; contacts without friction too.
struct Case {
    Problem problem;
    CentralPath path;
    PathPoint at;

    explicit Case(CentralPath::Steps steps)
        : problem(make()), path(problem, Residual(problem).scale()), at(path.start()) {
        path.steps = steps;
        for (int i = 0; i < problem.contacts(); ++i) {
            at.normal[i] = 0.5 + 0.2 * i;
            at.gap[i] = 1.5 / (i + 1);
            at.speed[i] = 0.3 + 0.1 * i;
            if (problem.friction[i] == 0) continue;
            const double length = problem.friction[i] * (i % 2 == 0 ? 0.999 : 0.1);
            at.slope.segment<2>(2 * i) = length * Eigen::Vector2d(std::cos(i * pi / 3), std::sin(i * pi / 3));
            at.inside[i] = problem.friction[i] - length;
        }
    }
    static Problem make() {
        Problem problem = random_problem(6, 10, 3, 0.4);
        problem.friction[3] = 0;
        // Not symmetric, as problems with gyroscopic terms are.
        problem.W.block(2)[1] += 0.05;
        return problem;
    }
};

VecX stacked(const PathResidual& r) {
    VecX all(r.velocity.size() + r.open.size() + r.slip.size());
    all << r.velocity, r.open, r.slip;
    return all;
}

TEST(CentralPath, DirectionsLeadToTheLinearForecast) {
    for (const auto steps : {CentralPath::Steps::Straight, CentralPath::Steps::Curved}) {
        Case c(steps);
        const PathResidual here = c.path.residual(c.at);
        ASSERT_TRUE(c.path.linearise(c.at));
        const double tau = 0.2;
        const PathDirection d = c.path.direction(c.at, here, tau, nullptr);
        PathResidual aim = here;
        aim.velocity.setZero();
        aim.open.setConstant(tau);
        for (int i = 0; i < aim.slip.size(); ++i) aim.slip[i] = here.slides[i] ? tau : 0;
        const VecX slope = stacked(aim) - stacked(here);
        for (const double h : {1e-4, 1e-5, 1e-6}) {
            const VecX change = (stacked(c.path.residual(c.path.step(c.at, d, h))) - stacked(here)) / h;
            EXPECT_LT((change - slope).norm(), 1e3 * h * slope.norm()) << h;
        }
    }
}

TEST(CentralPath, TheTangentChangesProductsAlone) {
    Case c(CentralPath::Steps::Curved);
    const PathResidual here = c.path.residual(c.at);
    ASSERT_TRUE(c.path.linearise(c.at));
    const PathDirection along = c.path.tangent(c.at, 0.7);
    const double h = 1e-6;
    const PathResidual there = c.path.residual(c.path.step(c.at, along, h));
    EXPECT_LT((there.velocity - here.velocity).norm() / h, 1e-2);
    for (int i = 0; i < here.open.size(); ++i) {
        EXPECT_NEAR((there.open[i] - here.open[i]) / h, 0.7, 1e-3);
        if (here.slides[i]) {
            EXPECT_NEAR((there.slip[i] - here.slip[i]) / h, 0.7, 1e-3);
        }
    }
}

TEST(CentralPath, SecondOrderTermsAreTheNextOnes) {
    Case c(CentralPath::Steps::Straight);
    const PathResidual here = c.path.residual(c.at);
    ASSERT_TRUE(c.path.linearise(c.at));
    const PathDirection d = c.path.direction(c.at, here, 0, nullptr);
    for (const double h : {1e-3, 1e-4}) {
        const VecX beyond = stacked(c.path.residual(c.path.step(c.at, d, h))) - (1 - h) * stacked(here);
        const VecX second = stacked(c.path.second_order(c.at, d, h));
        EXPECT_LT((beyond - second).norm(), 300 * h * second.norm()) << h;
    }
}

TEST(CentralPath, LongestStepsStayInside) {
    for (const auto steps : {CentralPath::Steps::Straight, CentralPath::Steps::Curved}) {
        Case c(steps);
        ASSERT_TRUE(c.path.linearise(c.at));
        const PathDirection d = c.path.direction(c.at, c.path.residual(c.at), 0, nullptr);
        const double longest = c.path.longest_step(c.at, d);
        for (int k = 1; k < 100; ++k) {
            const PathPoint next = c.path.step(c.at, d, 0.01 * k * longest);
            EXPECT_GT(next.normal.minCoeff(), 0);
            EXPECT_GT(next.gap.minCoeff(), 0);
            EXPECT_GT(next.speed.minCoeff(), 0);
            EXPECT_GT(next.inside.minCoeff(), 0);
            for (int i = 0; i < c.path.contacts(); ++i)
                if (c.problem.friction[i] > 0) {
                    EXPECT_NEAR(next.inside[i] + next.slope.segment<2>(2 * i).norm(), c.problem.friction[i],
                                1e-12);
                }
        }
    }
}

}  // namespace
}  // namespace limpet
