/// interior-point and auto: against nsgs, on degenerate problems, and on the problems of other engines.

#include "solve/auto_solver.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "solve/cone/interior_point.h"
#include "solve/fc3d_file.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/contact_problems.h"
#include "support/paths.h"

namespace limpet {
namespace {

using namespace testing_support;

using Method = Report (*)(const Problem&, const SolveLimits&);
constexpr Method direct_and_auto[] = {solve_interior_point, solve_auto};

const std::filesystem::path auto_problem_folder = LIMPET_ROOT "/../shared/data/fc3d";

TEST(InteriorPoint, FindsWhatSweepsFind) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Problem problem = random_problem(6, 30, seed, 0.1 + 0.05 * seed);
        const Report newton = solve_interior_point(problem, {200, 1e-10, false});
        const Report sweeps = solve_nsgs(problem, {20000, 1e-11, false});
        ASSERT_EQ(sweeps.status, SolveStatus::Converged) << seed;
        EXPECT_EQ(newton.status, SolveStatus::Converged) << seed << " " << newton.residual;
        EXPECT_EQ(newton.residual, natural_map_error(problem, newton.lambda));
        EXPECT_LT((velocity(problem, newton.lambda) - velocity(problem, sweeps.lambda)).norm(),
                  1e-6 * problem.u0.norm())
            << seed;
    }
}

TEST(InteriorPoint, ConvergesWithoutFullRankAndInAnyUnits) {
    for (const double unit : {1e-9, 1.0, 1e9}) {
        Problem problem = random_problem(12, 8, 5, 0.3);
        problem.u0 *= unit;
        for (int k = 0; k < 9 * problem.W.pattern().blocks(); ++k) problem.W.block(0)[k] /= unit * unit;
        for (const Method method : direct_and_auto) {
            const Report report = method(problem, {3000, 1e-9, false});
            EXPECT_EQ(report.status, SolveStatus::Converged) << unit << " " << report.residual;
        }
    }
}

TEST(InteriorPoint, ContactsThatOccurTwiceGiveTheSameVelocities) {
    const Problem once = random_problem(4, 12, 9, 0.5);
    MatX W = MatX::Zero(24, 24);
    VecX u0(24);
    for (int i = 0; i < 8; ++i) {
        u0.segment<3>(3 * i) = once.u0.segment<3>(3 * (i % 4));
        for (int j = 0; j < 8; ++j)
            W.block<3, 3>(3 * i, 3 * j) = Eigen::Map<const Mat3>(once.W.block(4 * (i % 4) + j % 4));
    }
    Problem twice{dense_blocks(W), u0, std::vector<double>(8, 0.5), {}};
    for (const Method method : direct_and_auto) {
        const VecX u = velocity(twice, method(twice, {3000, 1e-11, false}).lambda);
        const VecX wanted = velocity(once, solve_nsgs(once, {20000, 1e-12, false}).lambda);
        EXPECT_LT((u.head(12) - wanted).norm(), 1e-7 * wanted.norm());
        EXPECT_LT((u.tail(12) - wanted).norm(), 1e-7 * wanted.norm());
    }
}

TEST(InteriorPoint, FrictionMayBeZeroAtSomeContactsOrAll) {
    for (const bool all : {false, true}) {
        Problem problem = random_problem(8, 30, 2, 0.4);
        for (int i = 0; i < 8; ++i)
            if (all || i % 2 == 0) problem.friction[i] = 0;
        for (const Method method : direct_and_auto) {
            const Report report = method(problem, {2000, 1e-9, false});
            EXPECT_EQ(report.status, SolveStatus::Converged) << all << " " << report.residual;
            for (int i = 0; i < 8; ++i)
                if (problem.friction[i] == 0) {
                    EXPECT_NEAR(report.lambda.segment<2>(3 * i + 1).norm(), 0, 1e-12);
                }
        }
    }
}

TEST(InteriorPoint, OddProblemsAreAnswered) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const Method method : direct_and_auto) {
        EXPECT_EQ(method(Problem{}, {}).status, SolveStatus::Converged);
        Problem still = random_problem(3, 9, 1, 0.3);
        still.u0.setZero();
        still.start = VecX::Ones(9);
        EXPECT_EQ(method(still, {500, 1e-6, false}).status, SolveStatus::Converged);
        Problem broken = random_problem(3, 9, 1, 0.3);
        broken.W.block(1)[4] = nan;
        EXPECT_EQ(method(broken, {}).status, SolveStatus::Refused);
        Problem stiff = random_problem(3, 9, 1, 0.3);
        std::fill_n(stiff.W.block(0), 9, 0.0);
        EXPECT_EQ(method(stiff, {}).status, SolveStatus::Refused);
        // Not positive definite, though its blocks are: no solution is promised, an end is.
        MatX W = -2 * MatX::Ones(6, 6);
        W.diagonal().setConstant(1);
        W.block<3, 3>(0, 0).setIdentity();
        W.block<3, 3>(3, 3).setIdentity();
        Problem negative{dense_blocks(W), -VecX::Ones(6), {0.3, 0.3}, {}};
        const Report report = method(negative, {3000, 1e-10, false});
        EXPECT_TRUE(report.lambda.allFinite());
        EXPECT_LE(report.residual, natural_map_error(negative, VecX::Zero(6)));
    }
}

TEST(InteriorPoint, EndsSoonWhereTheStartIsBetterThanAllThatIsFound) {
    Problem problem = random_problem(4, 30, 4, 0.5);
    problem.start = solve_nsgs(problem, {20000, 1e-17, false}).lambda;
    const Report report = solve_interior_point(problem, {3000, 0, false});
    EXPECT_LE(report.residual, natural_map_error(problem, problem.start));
    EXPECT_LE(report.iterations, 200);
}

TEST(Auto, IsNeverWorseThanItsStartAndIsAcceleratedNsgsInASimulation) {
    Problem problem = random_problem(30, 40, 4, 0.5);
    problem.start = solve_nsgs(problem, {2000, 1e-9, false}).lambda;
    const double error = natural_map_error(problem, problem.start);
    EXPECT_LE(solve_auto(problem, {0, 0, false}).residual, error);
    EXPECT_LE(solve_auto(problem, {1000, 1e-14, false}).residual, error);
    problem.start.resize(0);
    const Report sweeps = solve_accelerated_nsgs(problem, {100, 1e-6, false}),
                 chosen = solve_auto(problem, {100, 1e-6, false});
    EXPECT_EQ(sweeps.lambda, chosen.lambda);
    EXPECT_EQ(sweeps.iterations, chosen.iterations);
    EXPECT_LT(sweeps.iterations, solve_nsgs(problem, {100, 1e-6, false}).iterations / 2);
}

TEST(Auto, GivesTheSameBytesTwice) {
    const Problem problem = random_problem(40, 50, 8, 0.8);
    EXPECT_EQ(solve_auto(problem, {3000, 1e-9, false}).lambda,
              solve_auto(problem, {3000, 1e-9, false}).lambda);
}

void expect_solved(const char* name, int iterations, double gate) {
    const Problem problem = read_fc3d((auto_problem_folder / name).string());
    const Report report = solve_auto(problem, {iterations, gate, false});
    EXPECT_LE(natural_map_error(problem, report.lambda), gate) << name << ", " << report.iterations;
}

TEST(Auto, SolvesProblemsOfOtherEngines) {
    if (!std::filesystem::exists(auto_problem_folder))
        GTEST_SKIP() << "the fc3d problems are not beside the repository";
    for (const char* name : {"CubeH8.fc3d",
                             "Rover11035.fc3d",
                             "Rover4396.fc3d",
                             "GFC3D_TwoRods1-condensed.fc3d",
                             "Confeti-ex13-4contact-Fc3D-SBM.fc3d",
                             "Rover1039.fc3d",
                             "Rover1040.fc3d",
                             "NESpheres_10_1.fc3d",
                             "OneObject-i1028-138.fc3d.gz",
                             "OneObject-i100000-316.fc3d.gz",
                             "NESpheres_30_1.fc3d.gz",
                             "FCLIB_BoxesStack48.fc3d.gz",
                             "Confeti-ex03-Fc3D-SBM.fc3d.gz",
                             "LMGC_100_PR_PerioBox-i00361-60-03000.fc3d.gz",
                             "PrimSoup64-s000750-c00088.fc3d.gz",
                             "MasonryVault-s000080-c00141.fc3d.gz",
                             "Capsules-i101-404.fc3d.gz",
                             "spheres-in-a-box-98-i10000-256-10.fc3d.gz",
                             "Capsules-i122-1617.fc3d.gz",
                             "BoxStacks85-s000020-c00404.fc3d.gz"})
        expect_solved(name, 10000, 1e-8);
}

TEST(AutoLong, SolvesTheHardProblemsOfOtherEngines) {
    if (!std::filesystem::exists(auto_problem_folder))
        GTEST_SKIP() << "the fc3d problems are not beside the repository";
    expect_solved("ChuteRocas-s004050-c00642.fc3d.gz", 10000, 1e-8);
    expect_solved("RockPile_tob1.fc3d.gz", 10000, 1e-8);
    expect_solved("MasonryArches-s000040-c00542.fc3d.gz", 10000, 1e-8);
}

}  // namespace
}  // namespace limpet
