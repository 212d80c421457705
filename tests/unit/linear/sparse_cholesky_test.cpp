// Supernodal Cholesky against dense algebra, on random matrices and on those of soft bodies.

#include "linear/sparse_cholesky.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "limpet/threads.h"
#include "linear/graph_ordering.h"
#include "linear/supernodal_inverse.h"
#include "shapes/distance/sdf_primitives.h"
#include "shapes/tetrahedra/tetrahedralise.h"
#include "support/block_matrices.h"
#include "support/dense_algebra.h"
#include "support/soft_bodies.h"

namespace limpet {
namespace {

BlockPattern random_pattern(int nodes, int links, int seed) {
    std::mt19937 random(seed);
    std::vector<std::pair<int, int>> all;
    for (int i = 0; i < links; ++i) all.emplace_back(random() % nodes, random() % nodes);
    return symmetric_pattern(nodes, all);
}

/// The matrix of a body's step, some way from rest.
BlockMatrix soft_matrix(TetMesh mesh, Dynamics dynamics = Dynamics::Implicit) {
    SoftBodyParts parts = soft_parts(std::move(mesh));
    parts.dynamics = dynamics;
    parts.material.young = 1e4;
    parts.fixed.push_back(below_x(-0.045));
    SoftBody body(parts);
    run(body, 3, 0.01, Vec3(0, -9.81, 0));
    return body.system().linear.free;
}

std::vector<BlockMatrix> various_matrices() {
    std::vector<BlockMatrix> all;
    for (const int seed : {1, 2, 3})
        all.push_back(random_matrix(random_pattern(150, 120 * seed, seed), seed));
    all.push_back(random_matrix(grid_pattern(6, 5, 7), 4));
    all.push_back(random_matrix(symmetric_pattern(1, {}), 5));
    all.push_back(random_matrix(symmetric_pattern(40, {}), 6));
    all.push_back(soft_matrix(grid_tets({0.1, 0.05, 0.05}, {8, 4, 4}, 0.2)));
    all.push_back(soft_matrix(tetrahedralise(sphere_distance(0.05), 0.018)));
    all.push_back(soft_matrix(tetrahedralise(sphere_distance(0.05), 0.018), Dynamics::Quasistatic));
    return all;
}

std::vector<int> some_nodes(int nodes, int count, int seed) {
    std::mt19937 random(seed);
    std::vector<int> some(count);
    for (int& node : some) node = static_cast<int>(random() % nodes);
    return some;
}

MatX pick(const MatX& all, const std::vector<int>& rows, const std::vector<int>& columns) {
    MatX picked(3 * rows.size(), 3 * columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j)
        for (std::size_t i = 0; i < rows.size(); ++i)
            picked.block<3, 3>(3 * i, 3 * j) = all.block<3, 3>(3 * rows[i], 3 * columns[j]);
    return picked;
}

TEST(SparseCholesky, SolvesToRoundingError) {
    for (const BlockMatrix& a : various_matrices()) {
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(a));
        const MatX d = dense(a);
        const VecX b = numbers(3 * a.rows());
        VecX x;
        cholesky.solve(b, x);
        EXPECT_LT((d * x - b).norm(), 1e-12 * b.norm());
        const VecX expected = solve_dense(d, b);
        EXPECT_LT((x - expected).norm(), 1e-10 * expected.norm());
    }
}

TEST(SparseCholesky, SolvesManyColumnsLikeOne) {
    for (const BlockMatrix& a : various_matrices()) {
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(a));
        const int n = 3 * a.rows();
        const MatX b = Eigen::Map<const MatX>(numbers(103 * n).data(), n, 103);
        MatX x = b;
        cholesky.solve(x);
        for (const int j : {0, 47, 48, 102}) {
            VecX one;
            cholesky.solve(b.col(j), one);
            EXPECT_LT((x.col(j) - one).norm(), 1e-11 * one.norm()) << j;
        }
    }
}

TEST(SparseCholesky, GivesBlocksOfTheInverse) {
    for (const BlockMatrix& a : various_matrices()) {
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(a));
        const MatX inverse = inverse_dense(dense(a));
        const int n = a.rows();
        const std::vector<int> none, few = some_nodes(n, 3, 1), many = some_nodes(n, 90, 2);
        std::vector<int> all(n);
        std::iota(all.begin(), all.end(), 0);
        for (const std::vector<int>& columns : {few, many, all})
            for (const std::vector<int>& rows : {none, few, many, all}) {
                MatX blocks;
                cholesky.inverse_columns(columns, rows, blocks);
                ASSERT_EQ(blocks.rows(), 3 * static_cast<int>(rows.size()));
                ASSERT_EQ(blocks.cols(), 3 * static_cast<int>(columns.size()));
                EXPECT_LE((blocks - pick(inverse, rows, columns)).norm(), 1e-10 * inverse.norm());
            }
    }
}

TEST(SparseCholesky, BothFormsOfTheInverseAgree) {
    const BlockMatrix a = random_matrix(grid_pattern(9, 8, 7), 1);
    const SupernodalPattern pattern(a.pattern(), minimum_degree_order(a.pattern()));
    SupernodalFactor factor;
    factor.prepare(pattern);
    ASSERT_TRUE(factor.factorise(pattern, a));
    const MatX inverse = inverse_dense(dense(a));
    for (const int columns : {1, 40, 200})
        for (const int rows : {1, 40, 200}) {
            const std::vector<int> n = some_nodes(a.rows(), columns, 3), w = some_nodes(a.rows(), rows, 4);
            MatX half, full;
            inverse_blocks({pattern, factor}, n, w, InverseForm::Half, half);
            inverse_blocks({pattern, factor}, n, w, InverseForm::Full, full);
            EXPECT_LT((half - pick(inverse, w, n)).norm(), 1e-12 * inverse.norm());
            EXPECT_LT((full - pick(inverse, w, n)).norm(), 1e-12 * inverse.norm());
        }
}

TEST(SparseCholesky, SolvesPartsThatDoNotTouch) {
    std::vector<std::pair<int, int>> links;
    for (int i = 0; i + 1 < 30; ++i) links.emplace_back(2 * i, 2 * i + 2);  // a chain of even nodes
    for (int i = 0; i < 12; ++i)
        for (int j = 0; j < i; ++j) links.emplace_back(2 * i + 1, 2 * j + 1);  // a clique of odd ones
    const BlockMatrix a = random_matrix(symmetric_pattern(70, links), 7);      // and nodes on their own
    SparseCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(a));
    VecX x;
    cholesky.solve(numbers(210), x);
    EXPECT_LT((dense(a) * x - numbers(210)).norm(), 1e-13 * numbers(210).norm());
    MatX across;
    cholesky.inverse_columns({0, 2}, {1, 3, 69}, across);
    EXPECT_EQ(across, MatX::Zero(9, 6));
}

TEST(SparseCholesky, TakesAMatrixWithoutNodes) {
    SparseCholesky cholesky;
    EXPECT_TRUE(cholesky.factorise(BlockMatrix(symmetric_pattern(0, {}))));
    VecX x;
    cholesky.solve(VecX(), x);
    EXPECT_EQ(x.size(), 0);
    EXPECT_EQ(cholesky.fill(), 0);
}

TEST(SparseCholesky, FillOfADenseMatrixIsItsTriangle) {
    std::vector<std::pair<int, int>> links;
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < i; ++j) links.emplace_back(i, j);
    SparseCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(random_matrix(symmetric_pattern(20, links), 1)));
    EXPECT_EQ(cholesky.fill(), 60 * 61 / 2);
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefinite) {
    const BlockPattern pattern = grid_pattern(6, 6, 6);
    const BlockMatrix good = random_matrix(pattern, 1);
    SparseCholesky cholesky;
    for (const double bad : {0.0, -1e-3, std::numeric_limits<double>::quiet_NaN()})
        for (const int node : {0, 100, 215}) {
            BlockMatrix a = good;
            a.block(pattern.find(node, node))[4] = bad;
            EXPECT_FALSE(cholesky.factorise(a)) << bad << ' ' << node;
            EXPECT_FALSE(cholesky.ready());
            EXPECT_EQ(cholesky.fill(), 0);
            EXPECT_TRUE(cholesky.factorise(good));
        }
}

TEST(SparseCholesky, FactorisesAgainAsIfItWereTheFirstTime) {
    const BlockPattern pattern = grid_pattern(9, 9, 9);
    SparseCholesky kept;
    for (const int seed : {1, 2, 3}) {
        const BlockMatrix a = random_matrix(pattern, seed);
        SparseCholesky fresh;
        ASSERT_TRUE(kept.factorise(a) && fresh.factorise(a));
        VecX x, y;
        kept.solve(numbers(3 * a.rows()), x);
        fresh.solve(numbers(3 * a.rows()), y);
        EXPECT_EQ(x, y);
    }
}

/// Large enough for subtrees of its own for every thread.
BlockMatrix large_matrix() {
    return soft_matrix(grid_tets({0.1, 0.05, 0.05}, {20, 10, 11}, 0.2));
}

TEST(SparseCholesky, SolvesOneColumnBySubtreesAsAllColumnsAtOnce) {
    const BlockMatrix a = large_matrix();
    SparseCholesky cholesky;
    ASSERT_TRUE(cholesky.factorise(a));
    MatX columns = MatX::Zero(3 * a.rows(), 3);
    columns.col(0) = numbers(3 * a.rows());
    // Most of the tree has nothing to do on the way up.
    columns(3 * (a.rows() / 3), 1) = 2;
    columns(0, 2) = columns(3 * a.rows() - 1, 2) = -1;
    const MatX given = columns;
    cholesky.solve(columns);
    for (int j = 0; j < 3; ++j) {
        VecX x;
        cholesky.solve(given.col(j), x);
        EXPECT_LT((x - columns.col(j)).norm(), 1e-12 * x.norm()) << j;
    }
}

TEST(SparseCholesky, SolvesRoughlyToSinglePrecision) {
    std::vector<BlockMatrix> all = various_matrices();
    all.push_back(large_matrix());
    for (const BlockMatrix& a : all) {
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(a));
        cholesky.keep_single_precision();
        const VecX b = numbers(3 * a.rows());
        VecX x, ax(b.size()), tiny, nothing;
        cholesky.solve_roughly(b, x);
        a.multiply(x.data(), ax.data());
        double largest = 0;
        for (int k = 0; k < 9 * a.pattern().blocks(); ++k)
            largest = std::max(largest, std::abs(a.block(0)[k]));
        EXPECT_LT((ax - b).norm(), 1e-5 * largest * x.norm());
        // Numbers far out of the range of single precision
        cholesky.solve_roughly(1e-60 * b, tiny);
        EXPECT_LT((1e60 * tiny - x).norm(), 1e-5 * x.norm());
        cholesky.solve_roughly(VecX::Zero(b.size()), nothing);
        EXPECT_EQ(nothing, VecX::Zero(b.size()));
    }
}

TEST(SparseCholesky, SameBytesForAnyNumberOfThreads) {
    const BlockMatrix a = large_matrix();
    const std::vector<int> nodes = some_nodes(a.rows(), 130, 1), wanted = some_nodes(a.rows(), 7, 2);
    VecX x[3], rough[3];
    MatX columns[3], square[3], narrow[3];
    for (int i = 0; i < 3; ++i) {
        set_threads(1 << i);
        SparseCholesky cholesky;
        ASSERT_TRUE(cholesky.factorise(a));
        cholesky.solve(numbers(3 * a.rows()), x[i]);
        cholesky.keep_single_precision();
        cholesky.solve_roughly(numbers(3 * a.rows()), rough[i]);
        columns[i] = Eigen::Map<const MatX>(numbers(300 * a.rows()).data(), 3 * a.rows(), 100);
        cholesky.solve(columns[i]);
        cholesky.inverse_columns(nodes, nodes, square[i]);
        cholesky.inverse_columns(nodes, wanted, narrow[i]);
    }
    set_threads(0);
    for (const int i : {1, 2}) {
        EXPECT_EQ(x[0], x[i]);
        EXPECT_EQ(rough[0], rough[i]);
        EXPECT_EQ(columns[0], columns[i]);
        EXPECT_EQ(square[0], square[i]);
        EXPECT_EQ(narrow[0], narrow[i]);
    }
}

}  // namespace
}  // namespace limpet
