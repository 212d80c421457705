/// Smoothed laws: derivatives by differences, the laws themselves without smoothing, the path without bonds.

#include "solve/newton/smooth_laws.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Some bonded, some slack, some that only pull, some not, one without friction, pulled, pressed and dragged.
Problem mixed_smooth_problem(unsigned seed) {
    Problem problem = random_problem(9, 54, seed, 0.4);
    problem.bonds.resize(9);
    problem.friction[1] = 0;
    problem.friction[3] = 0;
    for (int i = 0; i < 9; ++i) {
        if (i % 2) problem.u0[3 * i] = std::abs(problem.u0[3 * i]);
        problem.bonds[i] = {i % 3 == 1 ? 0 : 0.3 * (i + 1), 0.1 * i, -0.05 * i, i % 4 == 3 ? 0.2 : 0};
        if (i % 3 != 1 && i > 4) {
            problem.bonds[i].pulls_only = true;
            problem.friction[i] = 0;
        }
    }
    return problem;
}

VecX laws(const Problem& problem, const VecX& lambda, double s, double theta) {
    const VecX u = velocity(problem, lambda);
    VecX F(lambda.size());
    for (int i = 0; i < problem.contacts(); ++i) {
        const Vec3 l = lambda.segment<3>(3 * i), v = u.segment<3>(3 * i);
        F.segment<3>(3 * i) =
            theta > 0 ? smooth_law_rows(problem, i, l, v, s, theta).F : law_rows(problem, i, l, v, s).F;
    }
    return F;
}

TEST(SmoothLaws, DerivativesAreThoseOfTheRows) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const Problem problem = mixed_smooth_problem(seed);
        const double s = Residual(problem).scale();
        const VecX lambda = solve_nsgs(problem, {3, 0}).lambda, along = VecX::Random(lambda.size());
        const VecX change = velocity(problem, along) - problem.u0, u = velocity(problem, lambda);
        for (const double theta : {1.0, 0.1, 1e-3}) {
            const double d = 1e-4 * theta;
            const VecX expected =
                (laws(problem, lambda + d * along, s, theta) - laws(problem, lambda - d * along, s, theta)) /
                (2 * d);
            for (int i = 0; i < problem.contacts(); ++i) {
                const LawRows at =
                    smooth_law_rows(problem, i, lambda.segment<3>(3 * i), u.segment<3>(3 * i), s, theta);
                const Vec3 by_rows =
                    at.by_impulse * along.segment<3>(3 * i) + at.by_velocity * change.segment<3>(3 * i);
                EXPECT_LT((by_rows - expected.segment<3>(3 * i)).norm(), 1e-5 * (1 + by_rows.norm()))
                    << seed << " contact " << i << " smoothing " << theta;
            }
        }
    }
}

TEST(SmoothLaws, AreTheLawsWithoutSmoothing) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        const Problem problem = mixed_smooth_problem(seed);
        const double s = Residual(problem).scale();
        const VecX lambda = solve_nsgs(problem, {3, 0}).lambda + 0.1 * VecX::Random(27);
        const VecX exact = laws(problem, lambda, s, 0);
        double before = (laws(problem, lambda, s, 1) - exact).norm();
        for (const double theta : {1e-2, 1e-4, 1e-6}) {
            const double now = (laws(problem, lambda, s, theta) - exact).norm();
            EXPECT_LT(now, 0.1 * before) << seed << " " << theta;
            EXPECT_LT(now, 30 * theta);
            before = now;
        }
    }
}

/// s λn un = θ² and ν (R² − s² ‖λ_T‖²) = s θ², u_T = −ν λ_T solve the rows without a bond.
TEST(SmoothLaws, VanishOnTheCentralPath) {
    const Problem problem = random_problem(1, 6, 3, 0.6);
    const double s = 2, theta = 0.3, normal = 0.7, un = theta * theta / (s * normal);
    const double R = 0.6 * s * normal;
    for (const double part : {0.1, 0.5, 0.99}) {
        const Eigen::Vector2d tangential = part * R / s * Eigen::Vector2d(0.6, -0.8);
        const double nu = s * theta * theta / (R * R - s * s * tangential.squaredNorm());
        const Vec3 lambda(normal, tangential.x(), tangential.y());
        const Vec3 u(un, -nu * tangential.x(), -nu * tangential.y());
        EXPECT_LT(smooth_law_rows(problem, 0, lambda, u, s, theta).F.norm(), 1e-13) << part;
    }
}

TEST(SmoothLaws, StandNumbersFarFromEachOther) {
    const Problem problem = mixed_smooth_problem(1);
    for (const double size : {1e-12, 1.0, 1e12})
        for (const double theta : {1e-12, 1.0})
            for (int i = 0; i < problem.contacts(); ++i) {
                const LawRows rows =
                    smooth_law_rows(problem, i, {-size, size, 0}, {size, 0, -size}, 1, theta);
                EXPECT_TRUE(rows.F.allFinite() && rows.by_impulse.allFinite() && rows.by_velocity.allFinite())
                    << i << " " << size << " " << theta;
            }
}

}  // namespace
}  // namespace limpet
