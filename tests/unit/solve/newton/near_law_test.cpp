/// One contact's law as a function of velocity.

#include "solve/newton/near_law.h"

#include <gtest/gtest.h>

#include <random>

#include "solve/residual.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

struct NearCase {
    Bond bond;
    double friction = 0, delta = 0.1;
    Vec3 velocity;
};

/// Pressed, pulled, dragged; bonded or not, some slack, some that only pull.
NearCase near_case(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    NearCase c;
    const bool bonded = seed % 4 != 0;
    if (bonded) c.bond = {std::exp(normal(random)), 0.3 * normal(random), 0.3 * normal(random)};
    if (bonded && seed % 3 == 0) c.bond.slack = 0.3;
    c.bond.pulls_only = bonded && seed % 5 == 0;
    c.friction = c.bond.pulls_only || seed % 7 == 0 ? 0 : 0.6;
    c.velocity = Vec3(normal(random), normal(random), normal(random));
    return c;
}

/// A contact whose W is δ and whose u⁰ is ũ: the answer solves it.
TEST(NearLaw, SolvesTheProblemOfItsContactAlone) {
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const NearCase c = near_case(seed);
        Problem problem;
        problem.W = dense_blocks(c.delta * MatX::Identity(3, 3));
        problem.u0 = c.velocity;
        problem.friction = {c.friction};
        problem.bonds = {c.bond};
        const NearAnswer answer = near_law(c.bond, c.friction, c.delta, c.velocity);
        EXPECT_LT(natural_map_error(problem, answer.lambda), 1e-12) << seed;
    }
}

TEST(NearLaw, StiffnessIsTheDerivative) {
    const double d = 1e-7;
    int unsymmetric = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const NearCase c = near_case(seed);
        const auto at = [&](const Vec3& u) { return near_law(c.bond, c.friction, c.delta, u); };
        const NearAnswer answer = at(c.velocity);
        Mat3 differences;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 step = d * Vec3::Unit(axis);
            differences.col(axis) = -(at(c.velocity + step).lambda - at(c.velocity - step).lambda) / (2 * d);
        }
        EXPECT_LT((differences - answer.stiffness).norm(), 1e-5 * (1 + answer.stiffness.norm())) << seed;
        unsymmetric += !answer.is_symmetric;
    }
    EXPECT_GT(unsymmetric, 20);
}

/// With given bounds, its symmetric part, which is never negative.
TEST(NearLaw, StiffnessWithinABoundIsSymmetric) {
    const double d = 1e-7;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const NearCase c = near_case(seed);
        const double bound = 0.4 * (seed % 5);
        const auto at = [&](const Vec3& u) { return near_law_within(c.bond, bound, c.delta, u); };
        const Mat3 own = at(c.velocity).stiffness;
        Mat3 differences;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 step = d * Vec3::Unit(axis);
            differences.col(axis) = -(at(c.velocity + step).lambda - at(c.velocity - step).lambda) / (2 * d);
        }
        EXPECT_LT((differences + differences.transpose() - 2 * own).norm(), 1e-5 * (1 + own.norm())) << seed;
        EXPECT_TRUE(own == own.transpose()) << seed;
        const Eigen::Matrix2d across = own.bottomRightCorner<2, 2>();
        EXPECT_GE(own(0, 0), 0) << seed;
        EXPECT_GE(across.trace(), 0) << seed;
        EXPECT_GE(across.determinant(), -1e-9 * across.squaredNorm()) << seed;
    }
}

}  // namespace
}  // namespace limpet
