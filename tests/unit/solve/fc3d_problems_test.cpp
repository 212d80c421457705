/// Problems of other engines (LMGC90, Siconos with Bullet), which are not part of this repository.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "solve/fc3d_file.h"
#include "solve/solvers.h"
#include "support/contact_problems.h"
#include "support/paths.h"

namespace limpet {
namespace {

const std::filesystem::path fc3d_folder = LIMPET_ROOT "/../shared/data/fc3d";

/// The README's err_scaled, as it is written there.
double scaled_error(const Problem& problem, const VecX& r) {
    const VecX u = testing_support::velocity(problem, r);
    double trace = 0, sum = 0;
    for (int i = 0; i < problem.contacts(); ++i)
        for (const int k : {0, 4, 8}) trace += problem.diagonal(i)[k];
    const double s = trace / static_cast<double>(r.size());
    for (int i = 0; i < problem.contacts(); ++i) {
        const double mu = problem.friction[i];
        const Vec3 l = s * r.segment<3>(3 * i), v = u.segment<3>(3 * i);
        const Vec3 x = l - Vec3(v[0] + mu * v.tail<2>().norm(), v[1], v[2]);
        const double tangential = x.tail<2>().norm();
        Vec3 p = x;
        if (mu * tangential <= -x[0])
            p.setZero();
        else if (tangential > mu * x[0]) {
            p[0] = (x[0] + mu * tangential) / (1 + mu * mu);
            p.tail<2>() = mu * p[0] * x.tail<2>() / tangential;
        }
        sum += (l - p).squaredNorm();
    }
    return std::sqrt(sum) / std::max({problem.u0.norm(), s * r.norm(), u.norm()});
}

struct Easy {
    const char* name;
    int sweeps;
};
/// Those that Gauss–Seidel brings to 1e-6 in a few thousand sweeps at most.
constexpr Easy easy[] = {
    {"CubeH8.fc3d", 10},
    {"Rover11035.fc3d", 10},
    {"Rover4396.fc3d", 10},
    {"GFC3D_TwoRods1-condensed.fc3d", 10},
    {"Confeti-ex13-4contact-Fc3D-SBM.fc3d", 10},
    {"Rover1039.fc3d", 50},
    {"Rover1040.fc3d", 50},
    {"NESpheres_10_1.fc3d", 50},
    {"OneObject-i1028-138.fc3d.gz", 1200},
    {"NESpheres_30_1.fc3d.gz", 10},
    {"Confeti-ex03-Fc3D-SBM.fc3d.gz", 150},
    {"LMGC_100_PR_PerioBox-i00361-60-03000.fc3d.gz", 1000},
    {"PrimSoup64-s000750-c00088.fc3d.gz", 100},
    {"Capsules-i101-404.fc3d.gz", 400},
    {"Capsules-i122-1617.fc3d.gz", 1200},
    {"BoxStacks85-s000020-c00404.fc3d.gz", 2000},
};

TEST(Fc3dProblems, NsgsSolvesTheEasyOnes) {
    if (!std::filesystem::exists(fc3d_folder))
        GTEST_SKIP() << "the fc3d problems are not beside the repository";
    for (const Easy& problem : easy) {
        const Problem read = read_fc3d((fc3d_folder / problem.name).string());
        const Report report = solve(read, {"nsgs", {}}, {problem.sweeps, 1e-6, false});
        EXPECT_EQ(report.status, SolveStatus::Converged) << problem.name << " " << report.residual;
        EXPECT_LE(scaled_error(read, report.lambda), 1.000001e-6) << problem.name;
        EXPECT_NEAR(scaled_error(read, report.lambda), report.residual, 1e-12) << problem.name;
    }
}

TEST(Fc3dProblems, OtherSolversAgreeOnTheSmallOnes) {
    if (!std::filesystem::exists(fc3d_folder))
        GTEST_SKIP() << "the fc3d problems are not beside the repository";
    for (const char* name :
         {"CubeH8.fc3d", "Rover11035.fc3d", "Rover4396.fc3d", "Rover1039.fc3d", "NESpheres_10_1.fc3d"}) {
        const Problem problem = read_fc3d((fc3d_folder / name).string());
        const VecX u =
            testing_support::velocity(problem, solve(problem, {"nsgs", {}}, {5000, 1e-11, false}).lambda);
        for (const char* solver : {"block-pgs", "uzawa-local", "uzawa-global"}) {
            const Report report = solve(problem, {solver, Cone::Exact}, {5000, 1e-9, false});
            EXPECT_EQ(report.status, SolveStatus::Converged)
                << name << " " << solver << " " << report.residual;
            EXPECT_LT((testing_support::velocity(problem, report.lambda) - u).norm(),
                      1e-6 * problem.u0.norm())
                << name << " " << solver;
        }
    }
}

TEST(Fc3dProblems, WrittenProblemsReadBack) {
    if (!std::filesystem::exists(fc3d_folder))
        GTEST_SKIP() << "the fc3d problems are not beside the repository";
    const Problem problem = read_fc3d((fc3d_folder / "OneObject-i1028-138.fc3d.gz").string());
    const Problem again = parse_fc3d(fc3d_text(problem), "again");
    EXPECT_EQ(again.u0, problem.u0);
    EXPECT_EQ(again.W.pattern().column, problem.W.pattern().column);
    for (int k = 0; k < problem.W.pattern().blocks(); ++k)
        EXPECT_TRUE(std::equal(problem.W.block(k), problem.W.block(k) + 9, again.W.block(k)));
}

}  // namespace
}  // namespace limpet
