#include "bodies/rigid/rigid_body.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "bodies/nearest_vertex.h"
#include "bodies/rigid/torque_free.h"

namespace limpet {

RigidBody::RigidBody(RigidBodyParts parts)
    : Body(std::move(parts.name), BodyType::Rigid),
      mass_(parts.density * parts.mass.volume),
      volume_(parts.mass.volume),
      body_inertia_(parts.density * parts.mass.inertia),
      inverse_body_inertia_(body_inertia_.inverse()),
      center_in_shape_(parts.mass.center),
      center_(parts.position + parts.rotation * parts.mass.center),
      velocity_(parts.velocity),
      rotation_(parts.rotation) {
    angular_momentum_ = inertia() * parts.angular_velocity;
    for (Vec3& vertex : parts.surface.vertices) vertex -= center_in_shape_;
    embedding_ = RigidEmbedding(std::move(parts.surface.vertices));
    surface_.triangles = std::move(parts.surface.triangles);
    update_surface();
}

void RigidBody::free_motion(const FreeMotionInput& input) {
    velocity_ += input.h * input.gravity;
    free_step_velocity_ = torque_free_velocity(rotation_, body_inertia_, angular_momentum_, input.h);
    step_velocity_ = free_step_velocity_;
}

void RigidBody::advance(double h) {
    angular_momentum_ += inertia() * (step_velocity_ - free_step_velocity_);
    center_ += h * velocity_;
    // Through a quaternion, whose normalisation keeps the matrix orthogonal over millions of steps.
    rotation_ =
        Eigen::Quaterniond(rotation_exp(h * step_velocity_) * rotation_).normalized().toRotationMatrix();
    update_surface();
}

Energies RigidBody::energies(const Vec3& gravity) const {
    const double translation = mass_ * velocity_.squaredNorm() / 2;
    const double rotation = angular_velocity().dot(angular_momentum_) / 2;
    return {translation + rotation, 0, -mass_ * gravity.dot(center_)};
}

int RigidBody::nearest_point(const Vec3& at_rest) const {
    const Vec3 wanted = at_rest - center_in_shape_;
    return nearest_vertex(embedding_.size(), wanted, [&](std::size_t i) { return embedding_.point(i); });
}

Vec3 RigidBody::point_position(int point) const {
    return surface_.positions[point];
}

Vec3 RigidBody::point_velocity(int point) const {
    return surface_.velocities[point];
}

std::vector<double> RigidBody::state() const {
    std::vector<double> values;
    for (const Vec3* v : {&center_, &velocity_, &angular_momentum_})
        values.insert(values.end(), v->begin(), v->end());
    values.insert(values.end(), rotation_.data(), rotation_.data() + 9);
    return values;
}

bool RigidBody::set_state(std::span<const double> values) {
    if (values.size() != 18) return false;
    center_ = Eigen::Map<const Vec3>(values.data());
    velocity_ = Eigen::Map<const Vec3>(values.data() + 3);
    angular_momentum_ = Eigen::Map<const Vec3>(values.data() + 6);
    rotation_ = Eigen::Map<const Mat3>(values.data() + 9);
    update_surface();
    return true;
}

Mat3 RigidBody::inertia() const {
    return rotation_ * body_inertia_ * rotation_.transpose();
}

Vec3 RigidBody::angular_velocity() const {
    return rotation_ * (inverse_body_inertia_ * (rotation_.transpose() * angular_momentum_));
}

void RigidBody::update_surface() {
    embedding_.positions(center_, rotation_, surface_.positions);
    embedding_.velocities(velocity_, angular_velocity(), rotation_, surface_.velocities);
}

}  // namespace limpet
