#include "haptics/coupling.h"

#include <Eigen/LU>

#include "core/cross_matrix.h"

namespace limpet::haptics {
namespace {

/// A tool that is a point turns about it as if it were so large; its rotation has no effect [m].
constexpr double least_radius = 1e-4;

}  // namespace

Coupling::Coupling(double stiffness, double damping, const std::array<Vec3, coupling_points>& points,
                   double tick)
    : stiffness_(stiffness), damping_(damping), tick_(tick) {
    for (const Vec3& r : points) {
        Eigen::Matrix<double, 3, 6> G;
        G << Mat3::Identity(), -cross_matrix(r);
        shape_ += G.transpose() * G / coupling_points;
        radius_ += r.squaredNorm() / coupling_points;
    }
    shape_.bottomRightCorner<3, 3>() += least_radius * least_radius * Mat3::Identity();
    radius_ = std::sqrt(radius_ + least_radius * least_radius);
}

Coupling::Matrices Coupling::matrices(const Quat& rotation) const {
    Mat6 turn = Mat6::Zero();
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = rotation.toRotationMatrix();
    const Mat6 shape = turn * shape_ * turn.transpose();
    const double drag = damping_ / tick_;
    return {((stiffness_ + drag) * shape).inverse(), drag * shape};
}

}  // namespace limpet::haptics
