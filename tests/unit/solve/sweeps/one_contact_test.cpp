#include "solve/sweeps/one_contact.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <random>

namespace limpet {
namespace {

Vec3 solved(const Mat3& W, double mu, const Vec3& u) {
    OneContact contact(W.data(), mu);
    Vec3 lambda;
    contact.solve(u[0], u[1], u[2], lambda.data());
    return lambda;
}

/// How far λ is from De Saxcé's law, by its three statements: λ in the cone, u + μ‖u_T‖n in the dual cone,
/// the two at right angles. Free of units.
double law_error(const Mat3& W, double mu, const Vec3& free, const Vec3& lambda) {
    const double s = W.trace() / 3;
    Vec3 u = W * lambda + free;
    const double scale = std::max({free.norm(), s * lambda.norm(), u.norm()});
    if (scale == 0) return 0;
    const Vec3 l = s * lambda / scale;
    u /= scale;
    const double slip = u.tail<2>().norm();
    const double outside = std::max(0.0, l.tail<2>().norm() - mu * l[0]);
    const double penetrates = std::max(0.0, -u[0]);
    const double power = std::abs(l.dot(u) + mu * slip * l[0]);
    return std::max({outside, penetrates, power});
}

/// A block of this rank, as a body with `rank` degrees of freedom gives it.
Mat3 random_block(std::mt19937& random, int rank) {
    std::normal_distribution<double> normal;
    MatX J(3, rank);
    for (double& x : J.reshaped()) x = normal(random);
    return J * J.transpose();
}

TEST(OneContact, OpensSticksAndSlipsByHand) {
    const Mat3 W = 2 * Mat3::Identity();
    EXPECT_EQ(solved(W, 0.5, {1, 5, 5}), Vec3::Zero());
    EXPECT_EQ(solved(W, 0.5, {0, 5, 5}), Vec3::Zero());
    EXPECT_LT((solved(W, 0.5, {-3, 0.6, -0.8}) - Vec3(1.5, -0.3, 0.4)).norm(), 1e-14);
    EXPECT_LT((solved(W, 0.5, {-3, 6, -8}) - Vec3(1.5, -0.45, 0.6)).norm(), 1e-14);
    EXPECT_EQ(solved(W, 0, {-3, 6, -8}), Vec3(1.5, 0, 0));
    EXPECT_EQ(solved(W, 0.5, {-3, 0, 0}), Vec3(1.5, 0, 0));
}

/// The impulse by a search over sliding directions, where the contact does not stick.
Vec3 slip_by_angles(const Mat3& W, double mu, const Vec3& free) {
    const auto at = [&](double angle) -> Vec3 {
        const Vec3 ray(1, mu * std::cos(angle), mu * std::sin(angle));
        return -free[0] / W.row(0).dot(ray) * ray;
    };
    // The sliding velocity's part across λ_T: 0 where they are parallel.
    const auto across = [&](double angle) {
        const Vec3 u = W * at(angle) + free;
        return u[1] * std::sin(angle) - u[2] * std::cos(angle);
    };
    constexpr int steps = 720;
    for (int k = 0; k < steps; ++k) {
        double low = 2 * M_PI * k / steps, high = 2 * M_PI * (k + 1) / steps;
        if ((across(low) > 0) == (across(high) > 0)) continue;
        for (int halving = 0; halving < 60; ++halving) {
            const double middle = (low + high) / 2;
            ((across(middle) > 0) == (across(low) > 0) ? low : high) = middle;
        }
        const Vec3 lambda = at(low), u = W * lambda + free;
        if (u.tail<2>().dot(lambda.tail<2>()) < 0) return lambda;
    }
    return Vec3::Zero();
}

TEST(OneContact, SlipsAsASearchOverAnglesFinds) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    int slips = 0;
    for (int round = 0; round < 500; ++round) {
        // Little coupling and friction: there is one solution.
        const Mat3 W = random_block(random, 3) + 8 * Mat3::Identity();
        const Vec3 free(-std::abs(normal(random)), 4 * normal(random), 4 * normal(random));
        const double mu = 0.3;
        const Vec3 lambda = solved(W, mu, free);
        const Vec3 stick = -W.inverse() * free;
        if (stick.tail<2>().norm() <= mu * stick[0]) {
            EXPECT_LT((lambda - stick).norm(), 1e-12 * stick.norm());
            continue;
        }
        ++slips;
        const Vec3 expected = slip_by_angles(W, mu, free);
        EXPECT_LT((lambda - expected).norm(), 1e-11 * expected.norm());
    }
    EXPECT_GT(slips, 100);
}

TEST(OneContact, SolvesAnyPositiveBlock) {
    std::mt19937 random(2);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> exponent(-12, 12);
    double worst = 0;
    for (int round = 0; round < 100000; ++round) {
        const double mu = std::array{0.0, 1e-6, 0.1, 0.5, 1.0, 10.0}[round % 6];
        Mat3 W = random_block(random, 4) * std::pow(10, exponent(random));
        const double speed = std::pow(10, exponent(random));
        const Vec3 free = Vec3(-std::abs(normal(random)), normal(random), normal(random)) * speed;
        if (round % 7 == 0) {
            // Slightly asymmetric, and positive nevertheless.
            W += W.trace() * Mat3::Identity();
            W(1, 0) *= 1 + 1e-3 * normal(random);
        }
        const Vec3 lambda = solved(W, mu, free);
        ASSERT_TRUE(lambda.allFinite()) << W << "\n" << free.transpose() << "\n" << mu;
        // Without friction, tangential velocities are nobody's business.
        const double error = mu > 0 ? law_error(W, mu, free, lambda)
                                    : std::abs(W(0, 0) * lambda[0] + free[0]) / std::abs(free[0]);
        ASSERT_LT(error, 1e-9) << W << "\n" << free.transpose() << "\n" << mu;
        worst = std::max(worst, error);
    }
    RecordProperty("worst_error", std::to_string(worst));
}

TEST(OneContact, SolvesSingularBlocksWhereThereIsASolution) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> exponent(-12, 12);
    for (int round = 0; round < 20000; ++round) {
        const double mu = std::array{0.1, 0.5, 1.0}[round % 3];
        const Mat3 W = random_block(random, 1 + round % 2) * std::pow(10, exponent(random));
        // ū in W's range: what is asked for can be had.
        const Vec3 free = W * Vec3(normal(random), normal(random), normal(random));
        const Vec3 lambda = solved(W, mu, free);
        ASSERT_TRUE(lambda.allFinite());
        ASSERT_GE(lambda[0], 0);
        ASSERT_LE(lambda.tail<2>().norm(), mu * lambda[0] * (1 + 1e-12));
        if (free[0] < 0) {
            ASSERT_LT(law_error(W, mu, free, lambda), 1e-6) << W << "\n" << free.transpose();
        }
    }
}

TEST(OneContact, AnswersWhereThereIsNoSolutionToo) {
    std::mt19937 random(4);
    std::normal_distribution<double> normal;
    for (int round = 0; round < 20000; ++round) {
        const double mu = std::array{0.1, 1.0, 10.0}[round % 3];
        Mat3 W = random_block(random, 1 + round % 2);
        if (round % 5 == 0) W.block<2, 2>(1, 1).setZero();
        if (round % 5 == 1) W -= 1e-6 * Mat3::Identity();
        if (!(W(0, 0) > 0)) continue;
        const Vec3 lambda = solved(W, mu, {-1, normal(random), normal(random)});
        ASSERT_TRUE(lambda.allFinite());
        ASSERT_GE(lambda[0], 0);
        ASSERT_LE(lambda.tail<2>().norm(), mu * lambda[0] * (1 + 1e-12));
    }
}

TEST(OneContact, DoesNotDependOnWhatItSolvedBefore) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> exponent(-8, 8);
    const Mat3 W = random_block(random, 5) + Mat3::Identity();
    OneContact contact(W.data(), 0.4);
    for (int round = 0; round < 10000; ++round) {
        const Vec3 free =
            Vec3(-std::abs(normal(random)), normal(random), normal(random)) * std::pow(10, exponent(random));
        Vec3 lambda;
        contact.solve(free[0], free[1], free[2], lambda.data());
        const Vec3 fresh = solved(W, 0.4, free);
        ASSERT_LT((lambda - fresh).norm(), 1e-12 * fresh.norm());
    }
}

}  // namespace
}  // namespace limpet
