#include "compliance/viscous_contact.h"

#include <numeric>

#include "linear/dense_lu.h"

namespace limpet {
namespace {

MatX dense_of(const BlockMatrix& W) {
    const BlockPattern& pattern = W.pattern();
    MatX dense = MatX::Zero(3 * pattern.rows, 3 * pattern.rows);
    for (int i = 0; i < pattern.rows; ++i)
        for (int k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
            dense.block<3, 3>(3 * i, 3 * pattern.column[k]) = Eigen::Map<const Mat3>(W.block(k));
    return dense;
}

BlockMatrix blocks_of(const MatX& dense) {
    BlockPattern pattern;
    pattern.rows = pattern.columns = static_cast<int>(dense.rows() / 3);
    pattern.row_start = {0};
    for (int i = 0; i < pattern.rows; ++i) {
        pattern.column.resize(pattern.column.size() + pattern.rows);
        std::iota(pattern.column.end() - pattern.rows, pattern.column.end(), 0);
        pattern.row_start.push_back(static_cast<int>(pattern.column.size()));
    }
    BlockMatrix W(std::move(pattern));
    for (int i = 0, k = 0; i < W.pattern().rows; ++i)
        for (int j = 0; j < W.pattern().rows; ++j, ++k)
            Eigen::Map<Mat3>(W.block(k)) = dense.block<3, 3>(3 * i, 3 * j);
    return W;
}

}  // namespace

void add_viscosity(const std::vector<double>& damping, BlockMatrix& W, VecX& u0) {
    const MatX dense = dense_of(W);
    MatX damped = dense;
    for (std::size_t i = 0; i < damping.size(); ++i) {
        const auto column = 3 * static_cast<Eigen::Index>(i);
        damped.col(column).setZero();
        damped.middleCols<2>(column + 1) *= damping[i];
    }
    damped.diagonal().array() += 1;
    const DenseLu factors(damped);
    u0 = factors.solve(u0);
    const MatX result = factors.solve(dense);
    W = blocks_of((result + result.transpose()) / 2);
}

VecX viscous_impulses(const std::vector<double>& damping, const VecX& u) {
    VecX lambda = VecX::Zero(3 * static_cast<Eigen::Index>(damping.size()));
    for (std::size_t i = 0; i < damping.size(); ++i) {
        const auto row = 3 * static_cast<Eigen::Index>(i);
        lambda.segment<2>(row + 1) = -damping[i] * u.segment<2>(row + 1);
    }
    return lambda;
}

}  // namespace limpet
