/// Leaving out what stays open gives what solving everything gives.

#include "solve/active_part.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solve/auto_solver.h"
#include "solve/problem_check.h"
#include "solve/residual.h"
#include "solve/sweeps/nsgs.h"
#include "support/block_matrices.h"
#include "support/contact_problems.h"

namespace limpet {
namespace {

using namespace testing_support;

/// Of 90 contacts two thirds have a gap that they keep; some have bonds.
Problem mostly_open(unsigned seed, bool bonds) {
    Problem problem = random_problem(90, 400, seed, 0.4);
    for (int i = 0; i < 90; ++i)
        if (i % 3) problem.u0[3 * i] += i % 5 ? 60 : 6;
    if (bonds) problem.bonds.resize(90);
    for (int i = 0; bonds && i < 90; i += 9) problem.bonds[i] = {0.5, 0.1, -0.2};
    return problem;
}

TEST(ActivePart, GivesWhatTheWholeGives) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        const Problem problem = mostly_open(seed, seed % 2);
        const Report whole = solve_nsgs(problem, {5000, 1e-10});
        const Report part = solve_active_part(problem, {5000, 1e-10}, solve_nsgs);
        ASSERT_EQ(whole.status, SolveStatus::Converged);
        EXPECT_EQ(part.status, SolveStatus::Converged);
        EXPECT_EQ(part.residual, natural_map_error(problem, part.lambda));
        EXPECT_LT((part.lambda - whole.lambda).norm(), 1e-7 * whole.lambda.norm()) << seed;
    }
}

/// Contacts that only the others' impulses close have to join.
TEST(ActivePart, TakesInWhatWouldOverlap) {
    int joined = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        Problem problem = mostly_open(seed, false);
        const VecX lambda = solve_active_part(problem, {5000, 1e-10}, solve_nsgs).lambda;
        VecX first = VecX::Zero(270);
        NsgsSweep sweep(problem);
        sweep(first);
        sweep(first);
        for (int i = 0; i < 90; ++i) joined += first[3 * i] == 0 && lambda[3 * i] > 0;
        EXPECT_LT(natural_map_error(problem, lambda), 1e-10) << seed;
    }
    EXPECT_GT(joined, 0) << "the set-up: some join later";
}

/// A ball pressed into something soft, whose compliance falls as 1/r, and each point of it found twice.
Problem dent(int side) {
    const int count = 2 * side * side;
    const double pitch = 2.0 / (side - 1);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const int place = i / 2;
        points.emplace_back(place / side * pitch - 1 + i % 2 * 0.15 * pitch, place % side * pitch - 1, 0);
    }
    MatX W(3 * count, 3 * count);
    Problem problem;
    problem.u0 = VecX::Zero(3 * static_cast<Eigen::Index>(count));
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < count; ++j)
            W.block<3, 3>(3 * i, 3 * j) =
                Mat3::Identity() / std::hypot((points[i] - points[j]).norm(), pitch / 2);
        problem.u0.segment<2>(3 * i) << points[i].squaredNorm() - 0.3, 0.02;
    }
    problem.W = dense_blocks(W);
    problem.friction.assign(count, 0.5);
    return problem;
}

std::vector<int> part_sizes;

/// Far from the solution contacts join that do not push in the end; they have to leave again.
TEST(ActivePart, LeavesOutWhatDoesNotPush) {
    const Problem problem = dent(17);
    part_sizes.clear();
    const Report report =
        solve_active_part(problem, {20000, 1e-8}, [](const Problem& part, const SolveLimits& limits) {
            part_sizes.push_back(part.contacts());
            return solve_nsgs(part, limits);
        });
    int pushing = 0;
    for (int i = 0; i < problem.contacts(); ++i) pushing += report.lambda[3 * i] > 0;
    EXPECT_EQ(report.status, SolveStatus::Converged);
    EXPECT_LT(natural_map_error(problem, report.lambda), 1e-8);
    ASSERT_FALSE(part_sizes.empty());
    EXPECT_GT(*std::max_element(part_sizes.begin(), part_sizes.end()), pushing) << "the set-up: some join";
    EXPECT_LE(part_sizes.back(), pushing + 2);
}

TEST(ActivePart, APartIsWhatIsLeftOfTheRows) {
    const Problem problem = mostly_open(3, true);
    const VecX lambda = VecX::Random(270);
    const Problem part = part_of(problem, {2, 9, 41}, lambda);
    const MatX W = dense(problem.W), P = dense(part.W);
    const int of[] = {2, 9, 41};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(part.u0.segment<3>(3 * i), problem.u0.segment<3>(3 * of[i]));
        EXPECT_EQ(part.start.segment<3>(3 * i), lambda.segment<3>(3 * of[i]));
        EXPECT_EQ(part.bond(i).k, problem.bond(of[i]).k);
        for (int j = 0; j < 3; ++j)
            EXPECT_EQ((P.block<3, 3>(3 * i, 3 * j)), (W.block<3, 3>(3 * of[i], 3 * of[j])));
    }
}

TEST(ActivePart, NeverWorseThanTheStart) {
    Problem problem = mostly_open(2, true);
    problem.start = solve_nsgs(problem, {300, 1e-12}).lambda;
    for (const int iterations : {0, 1, 2, 3, 12}) {
        const Report report = solve_active_part(problem, {iterations, 0}, solve_nsgs);
        EXPECT_LE(report.residual, natural_map_error(problem, problem.start));
        EXPECT_LE(report.iterations, iterations);
    }
}

/// A report of no errors and λ = 0, as solvers give it that do not start.
Report refuses(const Problem& problem, const SolveLimits&) {
    return refused(problem, "for the test");
}

TEST(ActivePart, DoesNotTakeARefusalForAnAnswer) {
    for (const Problem& problem : {mostly_open(1, false), random_problem(20, 100, 2, 0.4)}) {
        const Report report = solve_active_part(problem, {50, 1e-10}, refuses);
        EXPECT_EQ(report.status, SolveStatus::OutOfSweeps);
        EXPECT_EQ(report.residual, natural_map_error(problem, report.lambda));
        EXPECT_LE(report.residual, natural_map_error(problem, VecX::Zero(problem.u0.size())));
    }
}

}  // namespace
}  // namespace limpet
