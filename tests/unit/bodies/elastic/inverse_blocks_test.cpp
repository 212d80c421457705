/// Blocks of A⁻¹ between nodes against dense algebra: as they are asked for, dropped, and made again.

#include "bodies/elastic/inverse_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/block_matrices.h"
#include "support/dense_algebra.h"

namespace limpet {
namespace {

class InverseBlocksTest : public testing::Test {
protected:
    InverseBlocksTest() : a_(random_matrix(grid_pattern(6, 5, 5), 1)), dense_(dense(a_)) {
        EXPECT_TRUE(factor_.factorise(a_));
        blocks_.remake(a_.rows(), factor_);
    }
    /// How far blocks are from those of the dense inverse, against its size.
    double error(const InverseBlocks& blocks, const std::vector<int>& nodes) const {
        const MatX all = inverse_dense(dense_);
        double most = 0;
        for (const int i : nodes)
            for (const int j : nodes)
                most = std::max(most, (blocks.inverse().block<3, 3>(3 * blocks.slot(i), 3 * blocks.slot(j)) -
                                       all.block<3, 3>(3 * i, 3 * j))
                                          .norm());
        return most / all.norm();
    }
    std::vector<int> from_to(int first, int last) const {
        std::vector<int> nodes;
        for (int i = first; i <= last; ++i) nodes.push_back(i);
        return nodes;
    }

    BlockMatrix a_;
    MatX dense_;
    SparseCholesky factor_;
    InverseBlocks blocks_;
};

TEST_F(InverseBlocksTest, AreThoseOfTheInverseWhicheverWayTheyWereAskedFor) {
    blocks_.ensure({7, 3, 90}, factor_);
    EXPECT_EQ(blocks_.slots(), 3);
    blocks_.ensure({3, 91, 92, 93, 94, 95}, factor_);
    EXPECT_EQ(blocks_.slots(), 8);
    blocks_.ensure(from_to(20, 60), factor_);
    EXPECT_LT(error(blocks_, {7, 3, 90, 91, 95, 20, 41, 60}), 1e-13);
}

TEST_F(InverseBlocksTest, NodesThatKeepTheirBlocksKeepTheirBytes) {
    blocks_.ensure({7, 3, 90}, factor_);
    const MatX before = blocks_.inverse();
    blocks_.ensure(from_to(10, 40), factor_);
    EXPECT_TRUE(before == blocks_.inverse().topLeftCorner(before.rows(), before.cols()));
}

TEST_F(InverseBlocksTest, ManyThatAreNoLongerAskedForAreDropped) {
    blocks_.ensure(from_to(0, 100), factor_);
    blocks_.ensure(from_to(95, 120), factor_);
    EXPECT_EQ(blocks_.slots(), 121) << "spare ones stay";
    blocks_.ensure({1, 2}, factor_);
    EXPECT_EQ(blocks_.slots(), 2);
    EXPECT_LT(error(blocks_, {1, 2}), 1e-13);
}

TEST_F(InverseBlocksTest, MadeAgainFromAStateHaveTheSameBytes) {
    blocks_.ensure({7, 3, 90}, factor_);
    blocks_.ensure(from_to(20, 60), factor_);
    std::vector<double> values;
    blocks_.append_state(values);
    values.push_back(42);
    std::span<const double> left = values;
    InverseBlocks again;
    ASSERT_TRUE(again.take_state(left, a_.rows()));
    EXPECT_EQ(left.size(), 1u) << "what follows is left";
    again.remake(a_.rows(), factor_);
    EXPECT_TRUE(again.inverse() == blocks_.inverse());
    for (const int node : {7, 3, 90, 20, 60}) EXPECT_EQ(again.slot(node), blocks_.slot(node));
}

TEST_F(InverseBlocksTest, StatesThatDoNotFitAreRefused) {
    const auto fits = [&](const std::vector<double>& values) {
        std::span<const double> left = values;
        return InverseBlocks().take_state(left, 5);
    };
    EXPECT_TRUE(fits({2, 1, 2, 0, 3, 4}));
    EXPECT_TRUE(fits({0}));
    EXPECT_FALSE(fits({}));
    EXPECT_FALSE(fits({2, 1, 2, 0, 3})) << "a node is missing";
    EXPECT_FALSE(fits({2, 1})) << "a size is missing";
    EXPECT_FALSE(fits({1, 1, 5})) << "there is no such node";
    EXPECT_FALSE(fits({1, 1, -1}));
    EXPECT_FALSE(fits({1, 1, 0.5}));
    EXPECT_FALSE(fits({2, 3, 3, 0, 1, 2, 3, 4, 0})) << "more slots than nodes";
    EXPECT_FALSE(fits({-1}));
}

}  // namespace
}  // namespace limpet
