#pragma once

/// Poses, and the vectors of six numbers that belong to them: three of translation, three of rotation.

#include <Eigen/Geometry>

#include "core/types.h"

namespace limpet::haptics {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Quat = Eigen::Quaterniond;

struct Pose {
    Vec3 position = Vec3::Zero();
    Quat rotation = Quat::Identity();
};

/// The rotation vector of a rotation, by at most half a turn.
inline Vec3 rotation_vector(Quat q) {
    if (q.w() < 0) q.coeffs() = -q.coeffs();
    const double sine = q.vec().norm();
    // sin(φ/2) ≈ φ/2 to rounding.
    if (sine < 1e-9) return 2 * q.vec();
    return 2 * std::atan2(sine, q.w()) / sine * q.vec();
}

inline Quat rotation_by(const Vec3& vector) {
    const double angle = vector.norm();
    if (angle < 1e-12) return Quat(1, vector.x() / 2, vector.y() / 2, vector.z() / 2).normalized();
    return Quat(Eigen::AngleAxisd(angle, vector / angle));
}

/// What takes `from` to `to`: displacement of the origin, rotation about it in world axes.
inline Vec6 difference(const Pose& to, const Pose& from) {
    Vec6 d;
    d << to.position - from.position, rotation_vector(to.rotation * from.rotation.conjugate());
    return d;
}

inline Pose moved(const Pose& pose, const Vec6& by) {
    return {pose.position + by.head<3>(), (rotation_by(by.tail<3>()) * pose.rotation).normalized()};
}

}  // namespace limpet::haptics
