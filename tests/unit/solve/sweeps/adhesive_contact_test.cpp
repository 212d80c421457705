/// Bonds in the solvers: the law at one contact, a dense twin, and who refuses.

#include "solve/sweeps/adhesive_contact.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "solve/solvers.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

struct BondedChoice {
    const char* solver;
    Cone cone;
};
constexpr BondedChoice with_bonds[] = {{"auto", Cone::Exact},
                                       {"nsgs", Cone::Exact},
                                       {"block-pgs", Cone::Exact},
                                       {"block-pgs", Cone::Pyramid},
                                       {"block-pgs", Cone::Box}};

Report run_bonded(const BondedChoice& choice, const Problem& problem, double tolerance = 1e-11) {
    return solve(problem, {choice.solver, choice.cone}, {20000, tolerance, false});
}

Problem one_contact(const Mat3& W, const Vec3& u0, double friction, const Bond& bond) {
    Problem problem = random_problem(1, 8, 1, friction);
    Eigen::Map<Mat3>(problem.W.block(0)) = W;
    problem.u0 = u0;
    problem.bonds = {bond};
    return problem;
}

TEST(AdhesiveContact, PullsAsASpringAndPushesAsAWall) {
    const Mat3 W = Vec3(2, 3, 4).asDiagonal();
    for (const BondedChoice& choice : with_bonds) {
        const Report pulled = run_bonded(choice, one_contact(W, {0.5, 0, 0}, 0.3, {1.5}));
        EXPECT_NEAR(pulled.lambda[0], -1.5 * 0.5 / (1 + 1.5 * 2), 1e-14) << choice.solver;
        const double u = 0.5 + 2 * pulled.lambda[0];
        EXPECT_NEAR(pulled.lambda[0], -1.5 * u, 1e-14) << "λ = −k u at the end of the step";
        const Report pushed = run_bonded(choice, one_contact(W, {-0.5, 0, 0}, 0.3, {1.5}));
        EXPECT_NEAR(pushed.lambda[0], 0.25, 1e-14);
    }
}

TEST(AdhesiveContact, ASlackBondPullsFromItsSlackOn) {
    const Mat3 W = Vec3(2, 3, 4).asDiagonal();
    const Bond slack{1.5, 0, 0, 0.2};
    for (const BondedChoice& choice : with_bonds) {
        const Report pulled = run_bonded(choice, one_contact(W, {0.5, 0, 0}, 0.3, slack));
        const double u = 0.5 + 2 * pulled.lambda[0];
        EXPECT_GT(u, 0.2);
        EXPECT_NEAR(pulled.lambda[0], -1.5 * (u - 0.2), 1e-14) << choice.solver;
        EXPECT_NEAR(run_bonded(choice, one_contact(W, {0.15, 0, 0}, 0.3, slack)).lambda[0], 0, 1e-14);
        EXPECT_NEAR(run_bonded(choice, one_contact(W, {-0.5, 0, 0}, 0.3, slack)).lambda[0], 0.25, 1e-14);
    }
}

TEST(AdhesiveContact, WhereABondOnlyPullsNothingPushes) {
    const Mat3 W = Vec3(2, 3, 4).asDiagonal();
    for (const double slack : {0.0, 0.2}) {
        const Bond bond{1.5, 0.1, 0, slack, true};
        for (const BondedChoice& choice : with_bonds) {
            for (const double free : {0.5, 0.15, -0.5}) {
                const Report report = run_bonded(choice, one_contact(W, {free, 0, 0}, 0, bond));
                const double u = free + 2 * report.lambda[0];
                EXPECT_NEAR(report.lambda[0], -1.5 * std::max(u - slack, 0.0), 1e-14) << choice.solver;
                EXPECT_NEAR(report.lambda[1], -1.5 * (3 * report.lambda[1] + 0.1), 1e-11) << choice.solver;
                EXPECT_LT(report.residual, 1e-11);
            }
        }
    }
}

TEST(AdhesiveContact, OfFrictionAndBondTheOneThatHoldsMoreCounts) {
    const Mat3 W = Vec3(1, 1, 1).asDiagonal();
    for (const BondedChoice& choice : with_bonds) {
        // Pressed with 1, sliding at 5: friction can hold 0.4, the bond k u/(1 + k) of the speed.
        const Report by_friction = run_bonded(choice, one_contact(W, {-1, 5, 0}, 0.4, {0.01}));
        EXPECT_NEAR(std::hypot(by_friction.lambda[1], by_friction.lambda[2]), 0.4, 1e-12) << choice.solver;
        const Report by_bond = run_bonded(choice, one_contact(W, {-1, 5, 0}, 0.4, {1}));
        EXPECT_NEAR(by_bond.lambda[1], -2.5, 1e-12) << choice.solver;
        // Under traction friction holds nothing.
        const Report pulled = run_bonded(choice, one_contact(W, {1, 5, 0}, 0.4, {1}));
        EXPECT_NEAR(pulled.lambda[1], -2.5, 1e-12);
        EXPECT_NEAR(pulled.lambda[0], -0.5, 1e-12);
    }
}

TEST(AdhesiveContact, ABondThatIsStretchedPullsBack) {
    const Mat3 W = Vec3(1, 1, 1).asDiagonal();
    const Bond stretched{0.5, 4, 0};
    for (const BondedChoice& choice : with_bonds)
        for (const double slip : {0.0, 1.0, -3.0}) {
            const Report report = run_bonded(choice, one_contact(W, {1, slip, 0}, 0, stretched));
            EXPECT_NEAR(report.lambda[1], -0.5 * (slip + 4) / 1.5, 1e-12) << choice.solver;
            const double u = slip + report.lambda[1];
            EXPECT_NEAR(report.lambda[1], -0.5 * (u + 4), 1e-12) << "λ = −k (u + d/h) at the end of the step";
        }
}

/// Pressed with 10, friction 0.4 holds 4; the bond pulls with 0.5 · 4 = 2, which leaves friction 2.
TEST(AdhesiveContact, FrictionOpposesTheBondThatPullsBack) {
    const Mat3 W = Vec3(1, 1, 1).asDiagonal();
    const Bond stretched{0.5, 4, 0};
    for (const BondedChoice& choice : with_bonds) {
        if (choice.cone == Cone::Pyramid) continue;  // its box is turned by 45°
        const Report stays = run_bonded(choice, one_contact(W, {-10, 0, 0}, 0.4, stretched));
        EXPECT_NEAR(stays.lambda[1], 0, 1e-12) << choice.solver;
        const Report away = run_bonded(choice, one_contact(W, {-10, 9, 0}, 0.4, stretched));
        EXPECT_NEAR(away.lambda[1], -0.5 * (9 + 4) / 1.5, 1e-11) << "more than friction would hold";
        // On the way back at u < 0: λ = p − (4 − |p|) n̂, against the motion what friction has left.
        const Report back = run_bonded(choice, one_contact(W, {-10, -5, 0}, 0.4, stretched));
        const double u = -5 + back.lambda[1], p = -0.5 * (u + 4);
        ASSERT_LT(u, 0);
        EXPECT_NEAR(back.lambda[1], p + (4 - std::abs(p)), 1e-11) << choice.solver;
    }
}

/// The slow twin of one contact: a fine search for the slip that the law's impulse brings about.
TEST(AdhesiveContact, OneContactIsWhatASearchFinds) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        const double push = seed % 7, friction = 0.1 * (seed % 9), k = 0.2 * (seed % 5) + 0.1;
        const double drag = -3 + 0.37 * (seed % 17), free = -4 + 0.53 * (seed % 13),
                     w = 0.5 + 0.2 * (seed % 3);
        const auto range = [&](double u, double side) {
            const double p = -k * (u + drag);
            return p + side * friction_beside(friction, push, std::abs(p));
        };
        // u = free + w λ(u), λ between its two sides where u = 0: the left side less the right rises with u.
        double low = -100, high = 100;
        for (int i = 0; i < 200; ++i) {
            const double u = (low + high) / 2;
            (u - free - w * range(u, u < 0 ? 1 : -1) < 0 ? low : high) = u;
        }
        const double slip = std::abs(low) < 1e-12 ? 0 : low;
        const double found = BoxedBond{k, drag, w}.impulse(free, friction * push);
        EXPECT_NEAR(free + w * found, slip, 1e-9) << seed;
        // The same in the disc, where nothing moves across.
        const Mat3 W = Vec3(1, w, w).asDiagonal();
        const Problem problem = one_contact(W, {-push, free, 0}, friction, {k, drag, 0});
        const Report disc = run_bonded({"nsgs", Cone::Exact}, problem);
        EXPECT_NEAR(disc.lambda[1], found, 1e-9) << seed;
    }
}

TEST(AdhesiveContact, ManyUnderTractionAreALinearSystem) {
    Problem problem = random_problem(12, 60, 7, 0);
    problem.bonds.resize(12);
    for (int i = 0; i < 12; ++i) {
        problem.u0.segment<3>(3 * i) << 2 + 0.1 * i, 0, 0;
        problem.bonds[i].k = 0.05 * (1 + i % 4);
    }
    const Report report = run_bonded({"nsgs", Cone::Exact}, problem);
    ASSERT_EQ(report.status, SolveStatus::Converged);
    for (int i = 0; i < 12; ++i) {
        const double un = (dense(problem.W).row(3 * i) * report.lambda)(0) + problem.u0[3 * i];
        ASSERT_GT(un, 0) << "the set-up: all are pulled";
        EXPECT_NEAR(report.lambda[3 * i], -problem.bonds[i].k * un, 1e-10);
    }
}

TEST(AdhesiveContact, SolversOfOneConeAgree) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
        Problem problem = random_problem(8, 40, seed, 0.4);
        problem.bonds.resize(8);
        for (int i = 0; i < 8; ++i) {
            if (i % 2) problem.u0[3 * i] = std::abs(problem.u0[3 * i]);
            problem.bonds[i] = {i % 3 == 0 ? 0 : 0.3 * i, 0.1 * i, -0.05 * i, i % 4 == 1 ? 0.2 : 0};
        }
        const Report a = run_bonded({"nsgs", Cone::Exact}, problem),
                     b = run_bonded({"block-pgs", Cone::Exact}, problem),
                     c = run_bonded({"auto", Cone::Exact}, problem);
        for (const Report* report : {&a, &b, &c}) EXPECT_LE(report->residual, 1e-11) << seed;
        EXPECT_LT((a.lambda - b.lambda).norm(), 1e-7 * a.lambda.norm()) << seed;
        EXPECT_LT((a.lambda - c.lambda).norm(), 1e-7 * a.lambda.norm()) << seed;
        for (const Cone cone : {Cone::Pyramid, Cone::Box})
            EXPECT_LE(run_bonded({"block-pgs", cone}, problem).law_residual, 1e-11) << seed;
    }
}

TEST(AdhesiveContact, ResidualSeesAWrongImpulse) {
    const Mat3 W = Vec3(1, 1, 1).asDiagonal();
    const Problem problem = one_contact(W, {1, 5, 0}, 0.4, {1});
    const VecX right = run_bonded({"nsgs", Cone::Exact}, problem).lambda;
    EXPECT_LT(natural_map_error(problem, right), 1e-12);
    for (int k = 0; k < 3; ++k) {
        VecX wrong = right;
        wrong[k] += 0.01;
        EXPECT_GT(natural_map_error(problem, wrong), 1e-4) << k;
    }
}

TEST(AdhesiveContact, SolversThatKnowNoBondsRefuse) {
    const Problem problem = one_contact(Mat3::Identity(), {1, 0, 0}, 0.4, {1});
    for (const Solver& solver : solvers()) {
        if (solver.bonds) continue;
        const Report report = solver.solve(problem, {}, Cone::Exact);
        EXPECT_EQ(report.status, SolveStatus::Refused) << solver.name;
        EXPECT_NE(std::string(report.reason).find("bonds"), std::string::npos) << solver.name;
    }
}

}  // namespace
}  // namespace limpet
