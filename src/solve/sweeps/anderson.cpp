#include "solve/sweeps/anderson.h"

#include <Eigen/Cholesky>

namespace limpet {
namespace {

constexpr double too_large = 2;
/// Of the diagonal of ΔFᵀΔF: keeps γ finite where columns are parallel.
constexpr double regularisation = 1e-8;

}  // namespace

void Anderson::accelerate(const VecX& before, VecX& after) {
    const VecX change = after - before;
    const bool known = last_change_.size() > 0;
    if (known && change.norm() > too_large * last_change_.norm())
        differences_.clear();
    else if (known)
        differences_.push_back({change - last_change_, after - last_result_});
    if (static_cast<int>(differences_.size()) > depth_) differences_.pop_front();
    last_change_ = change;
    last_result_ = after;
    const auto m = static_cast<Eigen::Index>(differences_.size());
    if (m == 0) return;
    MatX normal(m, m);
    VecX right(m);
    for (Eigen::Index i = 0; i < m; ++i) {
        for (Eigen::Index j = 0; j <= i; ++j)
            normal(i, j) = normal(j, i) = differences_[i].change.dot(differences_[j].change);
        right[i] = differences_[i].change.dot(change);
    }
    normal.diagonal() *= 1 + regularisation;
    const VecX gamma = normal.ldlt().solve(right);
    if (!gamma.allFinite()) return;
    for (Eigen::Index i = 0; i < m; ++i) after -= gamma[i] * differences_[i].result;
}

}  // namespace limpet
