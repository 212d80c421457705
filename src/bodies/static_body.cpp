#include "bodies/static_body.h"

#include <algorithm>

#include "bodies/nearest_vertex.h"
#include "bodies/rigid/torque_free.h"
#include "core/state_part.h"

namespace limpet {

StaticBody::StaticBody(StaticBodyParts parts)
    : Body(parts.name, BodyType::Static), parts_(std::move(parts)), stands_still_(parts_.motion.empty()) {
    surface_.triangles = parts_.surface.triangles;
    surface_.positions = positions_at(0, parts_.surface.vertices);
    surface_.velocities.assign(surface_.positions.size(), Vec3::Zero());
    complex_ = parts_.exact ? parts_.exact->complex
                            : CollisionComplex::of_triangles(parts_.surface.triangles,
                                                             static_cast<int>(surface_.positions.size()));
    samples_ = parts_.samples;
    if (parts_.round) complex_.be_round(*parts_.round);
    if (parts_.exact) {
        exact_positions_ = positions_at(0, parts_.exact->vertices);
        exact_velocities_.assign(exact_positions_.size(), Vec3::Zero());
    }
}

std::vector<Vec3> StaticBody::positions_at(double time, const std::vector<Vec3>& own) const {
    const Keyframes::Pose pose = parts_.motion.at(time);
    const Mat3 rotation = pose.rotation * parts_.rotation;
    const Vec3 origin = parts_.position + pose.displacement;
    std::vector<Vec3> positions;
    positions.reserve(own.size());
    for (const Vec3& vertex : own) positions.push_back(origin + rotation * vertex);
    return positions;
}

void StaticBody::free_motion(const FreeMotionInput& input) {
    step_ = {.time = input.time, .h = input.h};
    if (stands_still_) return;
    // Velocities are those of the chord: h v is just what the body moves by, so that it lands on its
    // keyframes.
    target_ = positions_at(input.time + input.h, parts_.surface.vertices);
    for (std::size_t i = 0; i < target_.size(); ++i)
        surface_.velocities[i] = (target_[i] - surface_.positions[i]) / input.h;
    velocity_ =
        (parts_.motion.at(input.time + input.h).displacement - parts_.motion.at(input.time).displacement) /
        input.h;
    time_ = input.time;
    spin_ = rotation_log(parts_.motion.at(input.time + input.h).rotation *
                         parts_.motion.at(input.time).rotation.transpose()) /
            input.h;
    if (!parts_.exact) return;
    exact_target_ = positions_at(input.time + input.h, parts_.exact->vertices);
    for (std::size_t i = 0; i < exact_target_.size(); ++i)
        exact_velocities_[i] = (exact_target_[i] - exact_positions_[i]) / input.h;
}

RigidShift StaticBody::shift_in_step(double from, double to) const {
    if (stands_still_) return {};
    const Keyframes::Pose before = parts_.motion.at(step_.time + from * step_.h),
                          after = parts_.motion.at(step_.time + to * step_.h);
    return {after.rotation * before.rotation.transpose(), parts_.position + before.displacement,
            parts_.position + after.displacement};
}

VelocityBound StaticBody::velocity_bound() const {
    VelocityBound bound{velocity_, 0};
    if (stands_still_) return bound;
    for (const Vec3& v : surface_.velocities)
        bound.deviation = std::max(bound.deviation, (v - velocity_).norm());
    return bound;
}

std::vector<Vec3> StaticBody::end_surface(double h) const {
    std::vector<Vec3> positions = surface_.positions;
    flat(positions) += h * flat(surface_.velocities);
    return positions;
}

void StaticBody::add_row_velocities(const ContactRows& rows, VecX& u) const {
    if (stands_still_) return;
    const std::vector<Vec3>& v = parts_.exact ? exact_velocities_ : surface_.velocities;
    for (int i = 0; i < rows.size(); ++i) {
        Vec3 sum = rows.spin(i) * spin_;
        for (const RowTerm& term : rows.terms(i)) sum += term.weight * v[term.vertex];
        u.segment<3>(3 * rows.contact(i)) += sum;
    }
}

void StaticBody::advance(double h) {
    if (stands_still_) return;
    time_ += h;
    surface_.positions.swap(target_);
    exact_positions_.swap(exact_target_);
}

Vec3 StaticBody::center_of_mass() const {
    return parts_.position + parts_.motion.at(time_).displacement;
}

Mat3 StaticBody::rotation() const {
    return parts_.motion.at(time_).rotation * parts_.rotation;
}

double StaticBody::volume() const {
    return limpet::volume(parts_.surface);
}

int StaticBody::nearest_point(const Vec3& at_rest) const {
    const std::vector<Vec3>& vertices = parts_.surface.vertices;
    return nearest_vertex(vertices.size(), at_rest, [&](std::size_t i) { return vertices[i]; });
}

void StaticBody::append_state(std::vector<double>& values) const {
    values.insert(values.end(), {time_, velocity_.x(), velocity_.y(), velocity_.z()});
    if (!parts_.motion.empty()) {
        append_vectors(surface_.velocities, values);
        append_vectors(surface_.positions, values);
    }
    if (parts_.motion.is_taken_over()) parts_.motion.append_passage(values);
}

bool StaticBody::move_to(const std::string& group, const Placement& to, double start, double duration) {
    if (!group.empty()) return false;
    parts_.motion.go({parts_.rotation, parts_.position}, to, start, duration);
    stands_still_ = false;
    return true;
}

bool StaticBody::set_state(std::span<const double> values) {
    const std::size_t head = 4, n = 3 * surface_.positions.size();
    if (values.size() < head) return false;
    std::span<const double> rest = values.subspan(head);
    std::span<const double> motion;
    if (!rest.empty()) {
        if (rest.size() < 2 * n) return false;
        motion = rest.first(2 * n);
        rest = rest.subspan(2 * n);
    }
    Keyframes moving = parts_.motion;
    moving.forget_passage();
    if (!rest.empty() && !moving.take_passage(rest)) return false;
    if (!rest.empty() || moving.empty() != motion.empty()) return false;
    parts_.motion = std::move(moving);
    stands_still_ = stands_still_ && parts_.motion.empty();
    time_ = values[0];
    velocity_ = Eigen::Map<const Vec3>(values.data() + 1);
    if (!motion.empty()) {
        const auto size = static_cast<Eigen::Index>(n);
        flat(surface_.velocities) = Eigen::Map<const VecX>(motion.data(), size);
        flat(surface_.positions) = Eigen::Map<const VecX>(motion.data() + n, size);
    } else if (!stands_still_) {
        surface_.positions = positions_at(time_, parts_.surface.vertices);
        surface_.velocities.assign(surface_.positions.size(), Vec3::Zero());
    }
    if (parts_.exact) exact_positions_ = positions_at(time_, parts_.exact->vertices);
    return true;
}

}  // namespace limpet
