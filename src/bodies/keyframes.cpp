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

void Keyframes::go(const Pose& to, double start, double duration) {
    passage_ = Passage{start, duration, at(start), to};
}

void Keyframes::go(const Placement& placed, const Placement& to, double start, double duration) {
    go(Pose{to.position - placed.position, to.rotation * placed.rotation.transpose()}, start, duration);
}

/// The shortest way round.
Keyframes::Pose Keyframes::Passage::at(double time) const {
    if (time <= start) return from;
    const double s = time < start + duration ? (time - start) / duration : 1;
    if (s == 1) return to;
    const Eigen::Quaterniond qa(from.rotation), qb(to.rotation);
    return {(1 - s) * from.displacement + s * to.displacement, qa.slerp(s, qb).toRotationMatrix()};
}

void Keyframes::append_passage(std::vector<double>& values) const {
    values.insert(values.end(), {passage_->start, passage_->duration});
    for (const Pose* pose : {&passage_->from, &passage_->to}) {
        values.insert(values.end(), pose->displacement.begin(), pose->displacement.end());
        values.insert(values.end(), pose->rotation.data(), pose->rotation.data() + 9);
    }
}

bool Keyframes::take_passage(std::span<const double>& values) {
    constexpr std::size_t numbers = 26;
    if (values.size() < numbers) return false;
    Passage read{values[0], values[1], {}, {}};
    const double* next = values.data() + 2;
    for (Pose* pose : {&read.from, &read.to}) {
        pose->displacement = Eigen::Map<const Vec3>(next);
        pose->rotation = Eigen::Map<const Mat3>(next + 3);
        next += 12;
    }
    passage_ = read;
    values = values.subspan(numbers);
    return true;
}

Keyframes::Pose Keyframes::at(double time) const {
    if (passage_) return passage_->at(time);
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
