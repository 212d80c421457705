#include "linear/sparse_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "support/block_matrices.h"

namespace limpet {
namespace {

/// Rings with chords: fill, several supernodes, no symmetry of the numbers.
BlockMatrix ring(int nodes, unsigned seed, double diagonal) {
    BlockPattern given;
    given.rows = given.columns = nodes;
    given.row_start = {0};
    for (int i = 0; i < nodes; ++i) {
        std::vector<int> row = {(i + 1) % nodes, (i * i + 3) % nodes};
        std::sort(row.begin(), row.end());
        row.erase(std::unique(row.begin(), row.end()), row.end());
        given.column.insert(given.column.end(), row.begin(), row.end());
        given.row_start.push_back(static_cast<int>(given.column.size()));
    }
    BlockMatrix a(symmetric_pattern(given));
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    for (int i = 0; i < nodes; ++i)
        for (int k = a.pattern().row_start[i]; k < a.pattern().row_start[i + 1]; ++k) {
            for (int c = 0; c < 9; ++c) a.block(k)[c] = normal(random);
            if (a.pattern().column[k] == i) Eigen::Map<Mat3>(a.block(k)) += diagonal * Mat3::Identity();
        }
    return a;
}

TEST(SparseLu, SolvesAsTheDenseTwinDoes) {
    for (const int nodes : {1, 2, 5, 40, 150}) {
        for (const double diagonal : {0.0, -6.0, 10.0}) {
            const BlockMatrix a = ring(nodes, 7 + nodes, diagonal);
            SparseLu lu;
            lu.analyse(a.pattern());
            ASSERT_TRUE(lu.factorise(a));
            const VecX wanted = VecX::LinSpaced(3 * nodes, -1, 2);
            const MatX full = dense(a);
            VecX x;
            lu.solve(full * wanted, x);
            EXPECT_LT((full * (x - wanted)).norm(), 1e-9 * (full * wanted).norm())
                << nodes << " " << diagonal;
            EXPECT_EQ(lu.determinant_sign(), Eigen::PartialPivLU<MatX>(full).determinant() > 0 ? 1 : -1);
        }
    }
}

TEST(SparseLu, SaysWhenThereIsNoPivot) {
    BlockMatrix a = ring(5, 1, 10);
    std::fill_n(a.block(0), 9 * a.pattern().blocks(), 0.0);
    SparseLu lu;
    lu.analyse(a.pattern());
    EXPECT_FALSE(lu.factorise(a));
    a = ring(5, 1, 10);
    a.block(0)[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(lu.factorise(a));
}

TEST(SparseLu, MatricesStayTheSameOnASymmetricPattern) {
    BlockPattern given;
    given.rows = given.columns = 3;
    given.row_start = {0, 2, 3, 4};
    given.column = {0, 2, 0, 1};
    BlockMatrix a(given);
    for (int k = 0; k < 9 * given.blocks(); ++k) a.block(0)[k] = 1 + k;
    const BlockMatrix b = on_symmetric_pattern(a);
    EXPECT_EQ(b.pattern().blocks(), 9);
    EXPECT_EQ(dense(a), dense(b));
}

TEST(SparseLu, PatternsBecomeSymmetric) {
    BlockPattern one_way;
    one_way.rows = one_way.columns = 3;
    one_way.row_start = {0, 1, 1, 2};
    one_way.column = {2, 1};
    const BlockPattern both = symmetric_pattern(one_way);
    EXPECT_EQ(both.column, (std::vector<int>{0, 2, 1, 2, 0, 1, 2}));
    EXPECT_EQ(both.row_start, (std::vector<int>{0, 2, 4, 7}));
}

}  // namespace
}  // namespace limpet
