/// The sequence of cone programs and the proximal Newton steps that follow it: against nsgs, against the
/// optimality of the programs, and on odd problems.

#include "solve/cone/de_saxce.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/cone/cone_program.h"
#include "solve/cone/second_order_cone.h"
#include "solve/newton/proximal_newton.h"
#include "solve/newton/proximal_sweeps.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

Vec3 within_the_cone(std::mt19937& random) {
    std::normal_distribution<double> normal;
    Vec3 x(0, normal(random), normal(random));
    x.x() = x.norm() + std::exp(2 * normal(random));
    return x;
}

TEST(SecondOrderCone, QuotientsUndoProductsAndScalingsMeetHalfWay) {
    std::mt19937 random(3);
    for (int i = 0; i < 100; ++i) {
        const Vec3 x = within_the_cone(random), z = within_the_cone(random);
        EXPECT_LT((jordan_quotient(jordan_product(x, z), x) - z).norm(), 1e-9 * z.norm());
        const ConeScaling scaling = nesterov_todd_scaling(x, z);
        EXPECT_LT((scaling.G * scaling.inverse - Mat3::Identity()).norm(), 1e-9);
        EXPECT_LT((scaling.inverse * x - scaling.v).norm(), 1e-9 * scaling.v.norm());
        EXPECT_LT((scaling.G * z - scaling.v).norm(), 1e-9 * scaling.v.norm());
    }
}

TEST(SecondOrderCone, TheBorderIsWhereTheDeterminantIsZero) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (int i = 0; i < 100; ++i) {
        const Vec3 x = within_the_cone(random), d(normal(random), normal(random), normal(random));
        const double step = way_to_the_border(x, d);
        if (std::isinf(step)) {
            EXPECT_GE(cone_determinant(x + 1e6 * d), 0);
            EXPECT_GT((x + 1e6 * d).x(), 0);
            continue;
        }
        const Vec3 there = x + step * d, before = x + 0.999 * step * d;
        EXPECT_NEAR(cone_determinant(there), 0, 1e-9 * there.squaredNorm());
        EXPECT_GT(cone_determinant(before), 0);
        EXPECT_GT(before.x(), 0);
    }
}

TEST(ConeProgram, ItsSolutionIsOptimal) {
    for (const double friction : {0.2, 0.9}) {
        Problem problem = random_problem(12, 20, 7, friction);
        problem.friction[3] = 0;
        Residual residual(problem);
        ConeProgram program(problem, residual.scale());
        // The program's velocities are in units of the root mean square of u⁰.
        const double unit = problem.u0.norm() / std::sqrt(3.0 * problem.contacts());
        VecX dilatancy = VecX::LinSpaced(12, 0, 0.5);
        dilatancy[3] = 0;
        ConeProgram::Point at = program.start();
        for (int i = 0; i < 60 && program.gap(at) > 1e-12; ++i) ASSERT_TRUE(program.step(dilatancy, at));
        EXPECT_LT(program.infeasibility(dilatancy, at), 1e-8);
        const VecX lambda = program.solution(at), u = velocity(problem, lambda),
                   sliding = program.sliding(at);
        const double s = residual.scale();
        for (int i = 0; i < 12; ++i) {
            const double mu = problem.friction[i];
            const Vec3 own = lambda.segment<3>(3 * i);
            Vec3 pushed = u.segment<3>(3 * i) + Vec3(mu * dilatancy[i] * unit, 0, 0);
            if (mu == 0) pushed.tail<2>().setZero();
            EXPECT_LT((s * own - project_on_cone(s * own - pushed, mu)).norm(), 1e-5 * unit) << i;
            EXPECT_NEAR(sliding[i] * unit, mu > 0 ? u.segment<2>(3 * i + 1).norm() : 0, 1e-9 * unit);
        }
    }
}

TEST(DeSaxce, FindsWhatSweepsFind) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        const Problem problem = random_problem(6, 30, seed, 0.1 + 0.05 * seed);
        const Report rounds = solve_de_saxce(problem, {2000, 1e-6, false});
        const Report sweeps = solve_nsgs(problem, {20000, 1e-11, false});
        EXPECT_EQ(rounds.status, SolveStatus::Converged) << seed << " " << rounds.residual;
        EXPECT_EQ(rounds.residual, natural_map_error(problem, rounds.lambda));
        EXPECT_LT((velocity(problem, rounds.lambda) - velocity(problem, sweeps.lambda)).norm(),
                  1e-4 * problem.u0.norm())
            << seed;
    }
}

TEST(ProximalNewton, TakesARoughStartToRounding) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        Problem problem = random_problem(20, 30, seed, 0.4);
        problem.start = solve_nsgs(problem, {20000, 1e-3, false}).lambda;
        const Report report = solve_proximal_newton(problem, {200, 1e-10, false});
        EXPECT_EQ(report.status, SolveStatus::Converged) << seed << " " << report.residual;
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
    }
}

TEST(ProximalSweeps, GetToRoundingWithoutAStart) {
    for (unsigned seed = 0; seed < 10; ++seed) {
        const Problem problem = random_problem(20, 30, seed, 0.4);
        const Report report = solve_proximal_sweeps(problem, {4000, 1e-12, false});
        EXPECT_EQ(report.status, SolveStatus::Converged) << seed << " " << report.residual;
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
    }
}

TEST(NewtonRuns, AnswerOddProblemsAndAreNeverWorseThanTheStart) {
    for (const auto method : {solve_de_saxce, solve_proximal_newton, solve_proximal_sweeps}) {
        EXPECT_EQ(method(Problem{}, {}).status, SolveStatus::Converged);
        Problem bonded = random_problem(3, 9, 1, 0.3);
        bonded.bonds.assign(3, {1, 0, 0});
        EXPECT_EQ(method(bonded, {}).status, SolveStatus::Refused);
        Problem still = random_problem(3, 9, 1, 0.3);
        still.u0.setZero();
        still.start = VecX::Ones(9);
        EXPECT_EQ(method(still, {500, 1e-6, false}).status, SolveStatus::Converged);
        Problem problem = random_problem(30, 40, 4, 0.5);
        problem.start = solve_nsgs(problem, {2000, 1e-9, false}).lambda;
        const double error = natural_map_error(problem, problem.start);
        for (const int iterations : {0, 7, 100}) {
            const Report report = method(problem, {iterations, 1e-14, false});
            EXPECT_LE(report.residual, error);
            EXPECT_LE(report.iterations, iterations);
        }
    }
}

}  // namespace
}  // namespace limpet
