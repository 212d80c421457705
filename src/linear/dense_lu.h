#pragma once

/// LU factors of a dense square matrix with partial pivoting. Compiled once: Eigen's decompositions take a
/// compiler longer than most of our files.

#include <memory>

#include "core/types.h"

namespace limpet {

class DenseLu {
public:
    DenseLu();
    explicit DenseLu(const MatX& matrix);
    ~DenseLu();
    DenseLu(DenseLu&&) noexcept;
    DenseLu& operator=(DenseLu&&) noexcept;

    void factorise(const MatX& matrix);
    VecX solve(const VecX& right) const;
    MatX solve(const MatX& right) const;

private:
    struct Factors;
    std::unique_ptr<Factors> factors_;
};

}  // namespace limpet
