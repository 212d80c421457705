#include "support/dense_algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace limpet {

MatX solve_dense(const MatX& a, const MatX& b) {
    return a.llt().solve(b);
}

MatX inverse_dense(const MatX& a) {
    return a.inverse();
}

VecX symmetric_eigenvalues(const MatX& a) {
    return Eigen::SelfAdjointEigenSolver<MatX>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Modes modes_of(const MatX& k, const MatX& m) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> eigen(k, m);
    return {eigen.eigenvalues(), eigen.eigenvectors()};
}

}  // namespace limpet
