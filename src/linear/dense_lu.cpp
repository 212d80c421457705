#include "linear/dense_lu.h"

#include <Eigen/LU>

#include "core/assert.h"

namespace limpet {

struct DenseLu::Factors {
    Eigen::PartialPivLU<MatX> lu;
};

DenseLu::DenseLu() = default;
DenseLu::~DenseLu() = default;
DenseLu::DenseLu(DenseLu&&) noexcept = default;
DenseLu& DenseLu::operator=(DenseLu&&) noexcept = default;

DenseLu::DenseLu(const MatX& matrix) {
    factorise(matrix);
}

void DenseLu::factorise(const MatX& matrix) {
    if (!factors_) factors_ = std::make_unique<Factors>();
    factors_->lu.compute(matrix);
}

VecX DenseLu::solve(const VecX& right) const {
    LIMPET_ASSERT(factors_ && factors_->lu.rows() == right.size());
    return factors_->lu.solve(right);
}

MatX DenseLu::solve(const MatX& right) const {
    LIMPET_ASSERT(factors_ && factors_->lu.rows() == right.rows());
    return factors_->lu.solve(right);
}

}  // namespace limpet
