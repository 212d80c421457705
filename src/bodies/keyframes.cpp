#include "bodies/keyframes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

namespace limpet {

Mat3 rotation_matrix(const Rotation& rotation) {
    if (rotation.degrees == 0) return Mat3::Identity();
    const Vec3 axis = to_vec3(rotation.axis).normalized();
    return Eigen::AngleAxisd(rotation.degrees * std::numbers::pi / 180, axis).toRotationMatrix();
}

namespace {

bool same_axis(const Rotation& a, const Rotation& b) {
    return (to_vec3(a.axis).normalized() - to_vec3(b.axis).normalized()).norm() < 1e-12;
}

}  // namespace

Keyframes::Pose Keyframes::at(double time) const {
    if (keyframes_.empty()) return {};
    const auto pose_of = [](const Keyframe& k) {
        return Pose{to_vec3(k.displacement), rotation_matrix(k.rotation)};
    };
    const auto after = std::upper_bound(keyframes_.begin(), keyframes_.end(), time,
                                        [](double t, const Keyframe& k) { return t < k.time; });
    if (after == keyframes_.begin()) return pose_of(keyframes_.front());
    if (after == keyframes_.end()) return pose_of(keyframes_.back());
    const Keyframe& a = *std::prev(after);
    const Keyframe& b = *after;
    const double s = (time - a.time) / (b.time - a.time);
    const Vec3 displacement = (1 - s) * to_vec3(a.displacement) + s * to_vec3(b.displacement);
    // A common axis is turned about by a linear angle, so that whole turns between two keyframes stay whole
    // turns.
    if (a.rotation.degrees == 0 || b.rotation.degrees == 0 || same_axis(a.rotation, b.rotation)) {
        const Rotation& axis = b.rotation.degrees == 0 ? a.rotation : b.rotation;
        return {displacement,
                rotation_matrix({axis.axis, (1 - s) * a.rotation.degrees + s * b.rotation.degrees})};
    }
    const Eigen::Quaterniond qa(rotation_matrix(a.rotation)), qb(rotation_matrix(b.rotation));
    return {displacement, qa.slerp(s, qb).toRotationMatrix()};
}

}  // namespace limpet
