/// Every solver of the table against slow twins, and what all of them promise.

#include "solve/solvers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <limits>

#include "limpet/error.h"
#include "solve/sweeps/one_contact.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

struct TriedSolver {
    std::string solver;
    Cone cone;
};
const std::vector<TriedSolver> with_friction = {
    {"auto", Cone::Exact},        {"interior-point", Cone::Exact}, {"nsgs", Cone::Exact},
    {"block-pgs", Cone::Exact},   {"block-pgs", Cone::Pyramid},    {"block-pgs", Cone::Box},
    {"uzawa-local", Cone::Exact}, {"uzawa-global", Cone::Exact},   {"lemke", Cone::Pyramid},
};

Report run_solver(const TriedSolver& choice, const Problem& problem, const SolveLimits& limits) {
    return solve(problem, {choice.solver, choice.cone}, limits);
}

std::string name(const TriedSolver& choice) {
    return choice.solver + ", " + std::string(cone_name(choice.cone));
}

Problem all_kinds(int contacts, unsigned seed, double friction) {
    Problem problem = random_problem(contacts, 4 * contacts, seed, friction);
    // Some press hard, some slide fast, some open.
    for (int i = 0; i < contacts; ++i) problem.u0.segment<2>(3 * i + 1) *= i % 3;
    return problem;
}

Vec3 nearest_of_section(Cone cone, const Vec3& l, double mu, double t, double b) {
    const double bound = mu * l[0];
    const double length = std::hypot(t, b);
    const double c = length > 0 ? t / length : 1, s = length > 0 ? b / length : 0;
    double x = c * l[1] + s * l[2], y = c * l[2] - s * l[1];
    if (cone == Cone::Box) {
        x = std::clamp(x, -bound, bound);
        y = std::clamp(y, -bound, bound);
    } else if (std::abs(x) + std::abs(y) > bound) {
        // The nearest of the four edges' nearest points.
        double best = std::numeric_limits<double>::infinity(), best_x = 0, best_y = 0;
        for (const double sx : {-1, 1})
            for (const double sy : {-1, 1}) {
                const double along = std::clamp((sx * x - sy * y + bound) / 2, 0.0, bound);
                const double ex = sx * along, ey = sy * (bound - along);
                const double distance = std::hypot(x - ex, y - ey);
                if (distance >= best) continue;
                best = distance;
                best_x = ex;
                best_y = ey;
            }
        x = best_x;
        y = best_y;
    }
    return {l[0], c * x - s * y, s * x + c * y};
}

/// All contacts at once, small steps along −u, each followed by the law's projection; until nothing moves.
VecX by_small_steps(const Problem& problem, Cone cone) {
    const MatX W = dense(problem.W);
    const double step = 0.5 / W.norm();
    VecX lambda = VecX::Zero(problem.u0.size());
    for (int k = 0; k < 400000; ++k) {
        const VecX u = W * lambda + problem.u0;
        double change = 0;
        for (int i = 0; i < problem.contacts(); ++i) {
            const double mu = problem.friction[i];
            Vec3 l = lambda.segment<3>(3 * i), v = u.segment<3>(3 * i);
            if (cone == Cone::Exact) {
                v[0] += mu * v.tail<2>().norm();
                l = project_on_cone(l - step * v, mu);
            } else {
                l -= step * v;
                l[0] = std::max(l[0], 0.0);
                l = nearest_of_section(cone, l, mu, problem.u0[3 * i + 1], problem.u0[3 * i + 2]);
            }
            change = std::max(change, (l - lambda.segment<3>(3 * i)).norm());
            lambda.segment<3>(3 * i) = l;
        }
        if (change < 1e-15) break;
    }
    return lambda;
}

TEST(Solvers, AgreeWithSmallSteps) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        const Problem problem = all_kinds(4, seed, 0.3);
        for (const TriedSolver& choice : with_friction) {
            const VecX expected = by_small_steps(problem, choice.cone);
            const Report report = run_solver(choice, problem, {20000, 1e-12, false});
            EXPECT_EQ(report.status, SolveStatus::Converged) << name(choice) << " " << report.law_residual;
            const VecX u = velocity(problem, expected);
            EXPECT_LT((velocity(problem, report.lambda) - u).norm(), 1e-8 * problem.u0.norm())
                << name(choice);
            EXPECT_LE((report.lambda - expected).norm(), 1e-7 * expected.norm()) << name(choice);
        }
    }
}

/// Every way to choose which unknowns are not 0: the complementarity problem of the pyramid, solved by trying
/// all.
TEST(Solvers, LemkeAgreesWithTryingAllSupports) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        Problem problem = random_problem(2, 9, seed, 0.4);
        problem.u0.head<3>() = Vec3(-1, 0.3, 0.4 * seed);
        const MatX W = dense(problem.W);
        MatX D = MatX::Zero(6, 12);
        for (int i = 0; i < 2; ++i) {
            const Eigen::Vector2d t = problem.u0.segment<2>(3 * i + 1).normalized(), b(-t[1], t[0]);
            D(3 * i, 6 * i) = 1;
            D.block<2, 1>(3 * i + 1, 6 * i + 1) = t;
            D.block<2, 1>(3 * i + 1, 6 * i + 2) = -t;
            D.block<2, 1>(3 * i + 1, 6 * i + 3) = b;
            D.block<2, 1>(3 * i + 1, 6 * i + 4) = -b;
        }
        MatX M = D.transpose() * W * D;
        const VecX q = D.transpose() * problem.u0;
        for (int i = 0; i < 2; ++i) {
            M(6 * i + 5, 6 * i) = 0.4;
            for (int k = 1; k <= 4; ++k) {
                M(6 * i + k, 6 * i + 5) = 1;
                M(6 * i + 5, 6 * i + k) = -1;
            }
        }
        const Report report = solve(problem, {"lemke", Cone::Pyramid}, {});
        ASSERT_EQ(report.status, SolveStatus::Converged);
        const VecX u = velocity(problem, report.lambda);
        int found = 0;
        for (int support = 0; support < 4096; ++support) {
            std::vector<int> rows;
            for (int r = 0; r < 12; ++r)
                if (support >> r & 1) rows.push_back(r);
            VecX z = VecX::Zero(12);
            if (!rows.empty()) {
                const Eigen::FullPivLU<MatX> factors(M(rows, rows));
                if (!factors.isInvertible()) continue;
                z(rows) = -factors.solve(VecX(q(rows)));
            }
            if (z.minCoeff() < -1e-12 || (M * z + q).minCoeff() < -1e-12) continue;
            ++found;
            EXPECT_LT((W * D * z + problem.u0 - u).norm(), 1e-9);
        }
        EXPECT_GE(found, 1);
    }
}

TEST(Solvers, FindTheSameVelocitiesIfEveryContactOccursTwice) {
    const Problem problem = all_kinds(4, 9, 0.4);
    const MatX W = dense(problem.W);
    Problem doubled;
    MatX twice(24, 24);
    twice << W, W, W, W;
    doubled.W = dense_blocks(twice);
    doubled.u0.resize(24);
    doubled.u0 << problem.u0, problem.u0;
    doubled.friction.assign(8, 0.4);
    for (const TriedSolver& choice : with_friction) {
        const Report once = run_solver(choice, problem, {20000, 1e-11, false}),
                     both = run_solver(choice, doubled, {100000, 1e-11, false});
        EXPECT_EQ(both.status, SolveStatus::Converged) << name(choice) << both.law_residual;
        const VecX u = velocity(problem, once.lambda), u2 = velocity(doubled, both.lambda);
        EXPECT_LT((u2.head(12) - u).norm() + (u2.tail(12) - u).norm(), 1e-7 * problem.u0.norm())
            << name(choice);
    }
}

TEST(Solvers, MoreContactsThanRanks) {
    const Problem problem = random_problem(30, 12, 5, 0.3);
    for (const TriedSolver& choice : with_friction) {
        if (choice.solver == "uzawa-global") continue;  // nothing promises that it converges
        const Report report = run_solver(choice, problem, {50000, 1e-7, false});
        EXPECT_EQ(report.status, SolveStatus::Converged) << name(choice) << " " << report.law_residual;
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        EXPECT_EQ(report.law_residual, Residual(problem, choice.cone).error(report.lambda));
    }
}

/// Sliding along an axis of the sections, with isotropic compliance, all cones say the same; along a diagonal
/// the box holds back more than the disc, and the disc more than the pyramid.
TEST(Solvers, ConesDifferAsTheirSectionsDo) {
    Problem problem;
    problem.W = dense_blocks(MatX::Identity(3, 3));
    problem.friction = {0.5};
    problem.u0 = Vec3(-1, 3, 4);
    for (const TriedSolver& choice : with_friction)
        EXPECT_LT((run_solver(choice, problem, {1000, 1e-10, false}).lambda - Vec3(1, -0.3, -0.4)).norm(),
                  1e-8)
            << name(choice);

    // A second contact deflects the first one's sliding from its free direction.
    const Problem two = all_kinds(2, 21, 0.6);
    for (const TriedSolver& choice : with_friction) {
        const VecX lambda = run_solver(choice, two, {20000, 1e-10, false}).lambda;
        for (int i = 0; i < 2; ++i) {
            const Vec3 l = lambda.segment<3>(3 * i);
            const double factor = choice.cone == Cone::Box ? std::sqrt(2.0) : 1.0;
            EXPECT_LE(l.tail<2>().norm(), factor * 0.6 * l[0] + 1e-9) << name(choice);
        }
    }
}

TEST(Solvers, StartFromTheGivenImpulsesAndNeverReturnWorse) {
    Problem problem = all_kinds(12, 3, 0.5);
    for (const TriedSolver& choice : with_friction) {
        problem.start.resize(0);
        const Report cold = run_solver(choice, problem, {50000, 1e-9, false});
        ASSERT_EQ(cold.status, SolveStatus::Converged) << name(choice);
        problem.start = cold.lambda;
        if (choice.solver != "lemke") {
            EXPECT_EQ(run_solver(choice, problem, {100, 1e-9, false}).iterations, 0) << name(choice);
            EXPECT_LE(run_solver(choice, problem, {3, 0, false}).law_residual, cold.law_residual)
                << name(choice);
        }
    }
}

TEST(Solvers, KeepTheErrorsTheySaw) {
    const Problem problem = all_kinds(12, 3, 0.5);
    for (const TriedSolver& choice : with_friction) {
        const Report report = run_solver(choice, problem, {400, 1e-8, true});
        ASSERT_GE(report.history.size(), 2u);
        ASSERT_EQ(report.history.size(), report.history_iterations.size());
        EXPECT_EQ(report.history_iterations.front(), 0);
        EXPECT_EQ(report.history_iterations.back(), report.iterations);
        EXPECT_EQ(*std::min_element(report.history.begin(), report.history.end()), report.law_residual);
    }
}

TEST(Solvers, RefuseWhatCannotBeSolved) {
    const auto expect_refused = [](const Problem& problem, const char* word) {
        for (const Solver& solver : solvers()) {
            const Report report = solve(problem, {std::string(solver.name), {}}, {});
            EXPECT_EQ(report.status, SolveStatus::Refused) << solver.name << " " << word;
            EXPECT_THAT(std::string(report.reason), testing::HasSubstr(word)) << solver.name;
            EXPECT_EQ(report.lambda.size(), problem.u0.size());
            EXPECT_EQ(report.lambda.norm(), 0);
        }
    };
    const Problem sound = random_problem(3, 12, 1, 0.5);
    Problem problem = sound;
    problem.W.block(1)[4] = std::nan("");
    expect_refused(problem, "W has numbers");
    problem = sound;
    problem.u0[4] = std::numeric_limits<double>::infinity();
    expect_refused(problem, "u0");
    problem = sound;
    problem.start = VecX::Constant(9, std::nan(""));
    expect_refused(problem, "start");
    problem.start = VecX::Zero(4);
    expect_refused(problem, "start");
    problem = sound;
    problem.friction[1] = -0.1;
    expect_refused(problem, "friction");
    problem = sound;
    Eigen::Map<Mat3>(problem.W.block(4)).setZero();
    expect_refused(problem, "no compliance");
    problem = sound;
    problem.W.block(4)[4] = -1;
    expect_refused(problem, "not positive");
    problem = sound;
    problem.friction.push_back(0.5);
    expect_refused(problem, "size");
    problem = sound;
    problem.u0.setConstant(-1e308);
    expect_refused(problem, "too large");
    problem.u0.setConstant(-1e100);
    expect_refused(problem, "too large");
    problem = sound;
    problem.start = VecX::Constant(9, 1e160);
    expect_refused(problem, "start from are too large");
    problem = sound;
    problem.friction[1] = 1e308;
    expect_refused(problem, "friction");
    problem = sound;
    Eigen::Map<Mat3>(problem.W.block(4)) *= 1e-90;
    expect_refused(problem, "compliance is too small");
}

/// Their tangential rows are no part of the law, so that nothing would take such impulses away again.
TEST(Solvers, ContactsWithoutFrictionDropTangentialImpulsesOfTheStart) {
    Problem problem = random_problem(3, 12, 1, 0.5);
    problem.friction[1] = 0;
    problem.start = VecX::Constant(9, 0.1);
    for (const Solver& solver : solvers())
        for (const int iterations : {0, 5, 500}) {
            const Report report = solve(problem, {std::string(solver.name), {}}, {iterations, 1e-9, false});
            EXPECT_EQ(report.lambda.segment<2>(4).norm(), 0) << solver.name << " " << iterations;
        }
}

/// Velocities whose squares are 0 ask for nothing.
TEST(Solvers, TheSmallestVelocitiesAreNone) {
    Problem problem = random_problem(3, 12, 1, 0.5);
    problem.u0 *= 1e-190;
    problem.start = VecX::Constant(9, 0.1);
    for (const Solver& solver : solvers()) {
        const Report report = solve(problem, {std::string(solver.name), {}}, {500, 1e-9, false});
        EXPECT_TRUE(report.lambda.allFinite()) << solver.name;
        EXPECT_TRUE(std::isfinite(report.residual)) << solver.name;
    }
}

TEST(Solvers, LemkeRefusesLargeProblems) {
    const Report report = solve(random_problem(101, 12, 1, 0.5), {"lemke", {}}, {});
    EXPECT_EQ(report.status, SolveStatus::Refused);
    EXPECT_THAT(std::string(report.reason), testing::HasSubstr("100 contacts"));
    EXPECT_EQ(solve(random_problem(101, 400, 1, 0), {"lemke", {}}, {}).status, SolveStatus::Converged);
}

TEST(Solvers, NoContactsAreSolved) {
    for (const Solver& solver : solvers())
        EXPECT_EQ(solve({}, {std::string(solver.name), {}}, {}).status, SolveStatus::Converged)
            << solver.name;
}

/// Contacts that only push a body into itself have no solution; all solvers end, with numbers.
TEST(Solvers, EndWhereThereIsNoSolution) {
    Problem problem = random_problem(3, 12, 1, 0.5);
    // u⁰ presses where nothing gives way: two opposite contacts on one degree of freedom.
    MatX J = MatX::Zero(6, 1);
    J(0, 0) = 1;
    J(3, 0) = -1;
    problem.W = dense_blocks(J * J.transpose());
    problem.u0 = VecX::Zero(6);
    problem.u0[0] = problem.u0[3] = -1;
    problem.u0[1] = 0.3;
    problem.friction = {0.5, 0.5};
    for (const Solver& solver : solvers()) {
        const Report report = solve(problem, {std::string(solver.name), {}}, {5000, 1e-9, false});
        EXPECT_EQ(report.status, SolveStatus::OutOfSweeps) << solver.name;
        EXPECT_TRUE(report.lambda.allFinite()) << solver.name;
        if (solver.name == "lemke") {
            EXPECT_THAT(std::string(report.reason), testing::HasSubstr("ray"));
        }
    }
}

TEST(Solvers, UnitsDoNotMatter) {
    const Problem problem = all_kinds(6, 8, 0.4);
    for (const double unit : {1e-9, 1e9}) {
        Problem scaled = problem;
        scaled.W = dense_blocks(unit * dense(problem.W));
        scaled.u0 *= 1e-6;
        for (const TriedSolver& choice : with_friction) {
            const Report a = run_solver(choice, problem, {20000, 1e-9, false}),
                         b = run_solver(choice, scaled, {20000, 1e-9, false});
            EXPECT_LT((b.lambda * unit * 1e6 - a.lambda).norm(), 1e-6 * a.lambda.norm()) << name(choice);
        }
    }
}

TEST(Solvers, WithoutFrictionAllSolveSignorini) {
    const Problem problem = random_problem(6, 24, 4, 0);
    const VecX expected = velocity(problem, solve(problem, {"pgs", {}}, {20000, 1e-12, false}).lambda);
    for (const TriedSolver& choice : with_friction) {
        const VecX u = velocity(problem, run_solver(choice, problem, {20000, 1e-11, false}).lambda);
        for (int i = 0; i < 6; ++i)
            EXPECT_NEAR(u[3 * i], expected[3 * i], 1e-8 * problem.u0.norm()) << name(choice);
    }
}

TEST(Solvers, ReportTheirName) {
    const Problem problem = random_problem(6, 24, 4, 0.3);
    for (const Solver& solver : solvers()) {
        if (solver.name == "auto") continue;
        EXPECT_EQ(solve(problem, {std::string(solver.name), {}}, {50, 1e-6, false}).method, solver.name);
    }
}

TEST(Solvers, NamesThatAreWrongGetTheNearest) {
    const auto says = [](const SolverChoice& choice) -> std::string {
        try {
            solve({}, choice, {});
            return "";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_THAT(says({"nsg", {}}), testing::HasSubstr("solver: there is no 'nsg', did you mean 'nsgs'?"));
    EXPECT_THAT(says({"nsgs", Cone::Box}),
                testing::HasSubstr("cone: solver 'nsgs' has no box cone; allowed: exact"));
    EXPECT_THAT(says({"pgs", Cone::Exact}), testing::HasSubstr("leaves friction out"));
    EXPECT_THROW(find_cone("pyramd"), InputError);
    EXPECT_EQ(find_cone("pyramid"), Cone::Pyramid);
}

}  // namespace
}  // namespace limpet
