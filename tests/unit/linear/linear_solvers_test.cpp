// Block matrix, conjugate gradients and sparse Cholesky against dense algebra.

#include <gtest/gtest.h>

#include <random>

#include "limpet/world.h"
#include "linear/conjugate_gradient.h"
#include "linear/preconditioned_cg.h"
#include "linear/sparse_cholesky.h"
#include "support/block_matrices.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

/// A chain of nodes with some long links: positive definite by a dominant diagonal.
BlockMatrix chain(int nodes, double diagonal) {
    BlockPattern pattern;
    pattern.rows = pattern.columns = nodes;
    pattern.row_start.push_back(0);
    const auto linked = [](int i, int j) { return std::abs(i - j) <= 1 || std::abs(i - j) == 7; };
    for (int i = 0; i < nodes; ++i) {
        for (int j = std::max(0, i - 7); j < std::min(nodes, i + 8); ++j)
            if (linked(i, j)) pattern.column.push_back(j);
        pattern.row_start.push_back(pattern.blocks());
    }
    BlockMatrix a(pattern);
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < nodes; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k) {
            const int j = pattern.column[k];
            if (j < i) continue;
            Mat3 block = Mat3::NullaryExpr([&] { return uniform(random); });
            if (i == j) block = (block + block.transpose() + diagonal * Mat3::Identity()).eval();
            Eigen::Map<Mat3> here(a.block(k)), mirrored(a.block(pattern.find(j, i)));
            here = block;
            mirrored = block.transpose();
        }
    return a;
}

TEST(BlockMatrix, MultipliesLikeADenseOne) {
    const BlockMatrix a = chain(300, 20);
    const VecX x = numbers(900);
    VecX y(900), minus = x;
    a.multiply(x.data(), y.data());
    EXPECT_LT((y - dense(a) * x).norm(), 1e-12 * y.norm());
    a.subtract_rows(0, 300, x.data(), minus.data());
    EXPECT_LT((minus - (x - y)).norm(), 1e-12 * y.norm());
    EXPECT_EQ(a.pattern().find(0, 3), -1);
}

TEST(ConjugateGradient, SolvesToTheResidualItReports) {
    const BlockMatrix a = chain(300, 9);
    const VecX b = numbers(900);
    VecX x = VecX::Zero(900);
    ConjugateGradient cg;
    const CgReport report = cg.solve(a, b, 1e-10, 500, x);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 3);
    EXPECT_LT((b - dense(a) * x).norm(), 2e-10);
    EXPECT_LT((x - solve_dense(dense(a), b)).norm(), 1e-9);
    // From the solution there is nothing left to do.
    EXPECT_EQ(cg.solve(a, b, 2e-10, 500, x).iterations, 0);
}

TEST(ConjugateGradient, SaysThatItDidNotConverge) {
    const BlockMatrix a = chain(300, 9);
    VecX x = VecX::Zero(900);
    ConjugateGradient cg;
    const CgReport report = cg.solve(a, numbers(900), 1e-10, 3, x);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_GT(report.residual, 1e-10);
}

TEST(ConjugateGradient, SameBytesForAnyNumberOfThreads) {
    const BlockMatrix a = chain(2000, 9);
    VecX solutions[3];
    for (int i = 0; i < 3; ++i) {
        set_threads(1 << i);
        solutions[i] = VecX::Zero(6000);
        EXPECT_TRUE(ConjugateGradient().solve(a, numbers(6000), 1e-9, 500, solutions[i]).converged);
    }
    set_threads(0);
    EXPECT_EQ(solutions[0], solutions[1]);
    EXPECT_EQ(solutions[0], solutions[2]);
}

/// Without rounding they end after as many iterations as M⁻¹A has different eigenvalues: 1 if M is A or a
/// multiple of it, 4 at most if one block of nine is another.
TEST(PreconditionedCg, EndsAfterAsManyIterationsAsThereAreEigenvalues) {
    const BlockMatrix a = chain(300, 9);
    const VecX b = numbers(900), expected = solve_dense(dense(a), b);
    BlockMatrix twice = a, other = a;
    twice.add(a);
    const int middle = a.pattern().find(150, 150);
    Eigen::Map<Mat3>(other.block(middle)) += Vec3(1, 2, 4).asDiagonal();
    const std::pair<const BlockMatrix*, int> cases[] = {{&a, 1}, {&twice, 1}, {&other, 4}};
    for (const auto& [m, most] : cases) {
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(*m));
        VecX x = VecX::Zero(900);
        const CgReport report = preconditioned_cg(
            a, b, [&](const VecX& r, VecX& z) { cholesky.solve(r, z); }, 1e-10, 500, x);
        EXPECT_TRUE(report.converged);
        EXPECT_LE(report.iterations, most);
        EXPECT_LT((b - dense(a) * x).norm(), 2e-10);
        EXPECT_LT((x - expected).norm(), 1e-9);
    }
}

TEST(PreconditionedCg, SaysThatItDidNotConverge) {
    const BlockMatrix a = chain(300, 9);
    const auto turned = [](const VecX& r, VecX& z) { z = -r; };
    const auto nothing_known = [](const VecX& r, VecX& z) { z = r; };
    VecX x = VecX::Zero(900);
    EXPECT_FALSE(preconditioned_cg(a, numbers(900), turned, 1e-10, 500, x).converged);
    EXPECT_EQ(x, VecX::Zero(900));
    const CgReport report = preconditioned_cg(a, numbers(900), nothing_known, 1e-10, 3, x);
    EXPECT_FALSE(report.converged);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_NEAR(report.residual, (numbers(900) - dense(a) * x).norm(), 1e-12);
}

TEST(SparseCholesky, SolvesLikeADenseOneAndAgainWithNewValues) {
    SparseCholesky cholesky;
    EXPECT_FALSE(cholesky.ready());
    for (const double diagonal : {9.0, 30.0}) {
        const BlockMatrix a = chain(300, diagonal);
        ASSERT_TRUE(cholesky.factorise(a));
        const VecX b = numbers(900);
        VecX x;
        cholesky.solve(b, x);
        EXPECT_LT((dense(a) * x - b).norm(), 1e-12 * b.norm());
        EXPECT_GE(cholesky.fill(), 900);
    }
}

TEST(SparseCholesky, RefusesAnIndefiniteMatrix) {
    SparseCholesky cholesky;
    EXPECT_FALSE(cholesky.factorise(chain(50, -9)));
    EXPECT_FALSE(cholesky.ready());
}

}  // namespace
}  // namespace limpet
