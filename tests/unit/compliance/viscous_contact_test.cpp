#include "compliance/viscous_contact.h"

#include <gtest/gtest.h>

#include <random>

namespace limpet {
namespace {

/// The damped problem's u is the u of the plain one with λ + λ_v.
TEST(ViscousContact, IsImplicit) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> number(-1, 1);
    const int contacts = 4;
    MatX root = MatX::NullaryExpr(3 * contacts, 3 * contacts, [&] { return number(random); });
    const MatX dense = root * root.transpose();
    BlockPattern pattern;
    pattern.rows = pattern.columns = contacts;
    pattern.row_start = {0};
    for (int i = 0; i < contacts; ++i) {
        for (int j = 0; j < contacts; ++j) pattern.column.push_back(j);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    BlockMatrix W(pattern);
    for (int i = 0; i < contacts; ++i)
        for (int j = 0; j < contacts; ++j)
            Eigen::Map<Mat3>(W.block(contacts * i + j)) = dense.block<3, 3>(3 * i, 3 * j);
    const VecX u0 = VecX::NullaryExpr(3 * contacts, [&] { return number(random); });
    const VecX lambda = VecX::NullaryExpr(3 * contacts, [&] { return number(random); });
    const std::vector<double> damping = {0.5, 0, 2, 10};

    VecX damped_u0 = u0;
    add_viscosity(damping, W, damped_u0);
    VecX u(3 * contacts);
    W.multiply_rows(0, contacts, lambda.data(), u.data());
    u += damped_u0;
    const VecX all = lambda + viscous_impulses(damping, u);
    EXPECT_LT((dense * all + u0 - u).norm(), 1e-12);
    for (int i = 0; i < contacts; ++i)
        EXPECT_EQ(all[3 * i], lambda[3 * i]) << "normal impulses are not damped";
}

}  // namespace
}  // namespace limpet
