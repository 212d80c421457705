#include "step/passive_impulses.h"

#include <gtest/gtest.h>

#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

VecX velocities_of(const Problem& problem, const VecX& lambda) {
    VecX u(lambda.size());
    problem.W.multiply_rows(0, problem.contacts(), lambda.data(), u.data());
    return u + problem.u0;
}

double gain(const Problem& problem, const VecX& lambda) {
    return lambda.dot(problem.u0 + velocities_of(problem, lambda)) / 2;
}

TEST(PassiveImpulses, ASolutionIsLeftAsItIs) {
    const Problem problem = testing_support::random_problem(12, 40, 3, 0.5);
    const VecX solved = solve_nsgs(problem, {1000, 1e-12}).lambda;
    VecX lambda = solved, u = velocities_of(problem, lambda);
    EXPECT_EQ(make_passive(problem, lambda, u), 1);
    EXPECT_EQ(lambda, solved);
}

TEST(PassiveImpulses, WhatWouldAddEnergyIsScaledUntilItTakesAsMuchAsItCan) {
    const Problem problem = testing_support::random_problem(12, 40, 3, 0.5);
    const VecX solved = solve_nsgs(problem, {1000, 1e-12}).lambda;
    VecX lambda = 3 * solved, u = velocities_of(problem, lambda);
    ASSERT_GT(gain(problem, lambda), 0) << "the set-up";
    const double part = make_passive(problem, lambda, u);
    EXPECT_GT(part, 0);
    EXPECT_LT(part, 1);
    EXPECT_LT(gain(problem, lambda), 0);
    EXPECT_LT((u - velocities_of(problem, lambda)).norm(), 1e-12);
    for (const double other : {0.99, 1.01}) EXPECT_LT(gain(problem, lambda), gain(problem, other * lambda));
}

TEST(PassiveImpulses, WhatOnlyAddsEnergyIsLeftOut) {
    Problem problem = testing_support::random_problem(12, 40, 3, 0.5);
    VecX lambda = solve_nsgs(problem, {1000, 1e-12}).lambda;
    problem.u0 *= -1;
    VecX u = velocities_of(problem, lambda);
    EXPECT_EQ(make_passive(problem, lambda, u), 0);
    EXPECT_EQ(lambda.norm(), 0);
    EXPECT_EQ(u, problem.u0);
}

}  // namespace
}  // namespace limpet
