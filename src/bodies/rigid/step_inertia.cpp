#include "bodies/rigid/step_inertia.h"

#include <Eigen/Cholesky>

namespace limpet {

void StepInertia::add_spring(double mass, const Mat3& inertia, const Vec3& r, double s) {
    if (!has_springs_) {
        matrix_.topLeftCorner<3, 3>() = mass * Mat3::Identity();
        matrix_.bottomRightCorner<3, 3>() = inertia;
        has_springs_ = true;
    }
    Eigen::Matrix<double, 3, 6> j;
    j.leftCols<3>().setIdentity();
    j.rightCols<3>() << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
    matrix_ += s * j.transpose() * j;
    inverse_ = matrix_.ldlt().solve(Matrix::Identity());
}

std::pair<Vec3, Vec3> StepInertia::inverse(const Vec3& impulse, const Vec3& moment) const {
    Eigen::Matrix<double, 6, 1> p;
    p << impulse, moment;
    const Eigen::Matrix<double, 6, 1> v = inverse_ * p;
    return {v.head<3>(), v.tail<3>()};
}

BlockMatrix StepInertia::scaled_matrix(double length) const {
    BlockMatrix a(BlockPattern{2, 2, {0, 2, 4}, {0, 1, 0, 1}});
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column) {
            const double scale = (row == 0 ? 1 : 1 / length) * (column == 0 ? 1 : 1 / length);
            Eigen::Map<Mat3>(a.block(2 * row + column)) = scale * matrix_.block<3, 3>(3 * row, 3 * column);
        }
    return a;
}

}  // namespace limpet
