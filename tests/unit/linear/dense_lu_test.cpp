#include "linear/dense_lu.h"

#include <gtest/gtest.h>

namespace limpet {
namespace {

TEST(DenseLu, SolvesForOneAndForManyRightSides) {
    const MatX matrix = MatX::Random(7, 7) + 3 * MatX::Identity(7, 7);
    const VecX one = VecX::Random(7);
    const MatX many = MatX::Random(7, 4);
    DenseLu lu(matrix);
    EXPECT_LT((matrix * lu.solve(one) - one).norm(), 1e-12);
    EXPECT_LT((matrix * lu.solve(many) - many).norm(), 1e-12);
    lu.factorise(2 * matrix);
    EXPECT_LT((2 * matrix * lu.solve(one) - one).norm(), 1e-12);
}

}  // namespace
}  // namespace limpet
