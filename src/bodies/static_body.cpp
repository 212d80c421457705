#include "bodies/static_body.h"

#include <algorithm>

#include "bodies/nearest_vertex.h"
#include "bodies/rigid/torque_free.h"

namespace limpet {

StaticBody::StaticBody(StaticBodyParts parts) : Body(parts.name, BodyType::Static), parts_(std::move(parts)) {
    surface_.triangles = parts_.surface.triangles;
    surface_.positions = positions_at(0, parts_.surface.vertices);
    surface_.velocities.assign(surface_.positions.size(), Vec3::Zero());
    complex_ = parts_.exact ? parts_.exact->complex
                            : CollisionComplex::of_triangles(parts_.surface.triangles,
                                                             static_cast<int>(surface_.positions.size()));
    if (parts_.exact) {
        exact_positions_ = positions_at(0, parts_.exact->vertices);
        exact_velocities_.assign(exact_positions_.size(), Vec3::Zero());
        samples_ = parts_.exact->samples;
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
    if (parts_.motion.empty()) return;
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

VelocityBound StaticBody::velocity_bound() const {
    VelocityBound bound{velocity_, 0};
    if (parts_.motion.empty()) return bound;
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
    if (parts_.motion.empty()) return;
    const std::vector<Vec3>& v = parts_.exact ? exact_velocities_ : surface_.velocities;
    for (int i = 0; i < rows.size(); ++i) {
        Vec3 sum = rows.spin(i) * spin_;
        for (const RowTerm& term : rows.terms(i)) sum += term.weight * v[term.vertex];
        u.segment<3>(3 * rows.contact(i)) += sum;
    }
}

void StaticBody::advance(double h) {
    if (parts_.motion.empty()) return;
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

std::vector<double> StaticBody::state() const {
    std::vector<double> values = {time_, velocity_.x(), velocity_.y(), velocity_.z()};
    if (!parts_.motion.empty()) {
        const auto velocities = flat(surface_.velocities);
        values.insert(values.end(), velocities.begin(), velocities.end());
        const auto positions = flat(surface_.positions);
        values.insert(values.end(), positions.begin(), positions.end());
    }
    return values;
}

bool StaticBody::set_state(std::span<const double> values) {
    const std::size_t n = 3 * surface_.positions.size();
    if (values.size() != (parts_.motion.empty() ? 4 : 4 + 2 * n)) return false;
    time_ = values[0];
    velocity_ = Eigen::Map<const Vec3>(values.data() + 1);
    if (!parts_.motion.empty()) {
        flat(surface_.velocities) = Eigen::Map<const VecX>(values.data() + 4, static_cast<Eigen::Index>(n));
        flat(surface_.positions) =
            Eigen::Map<const VecX>(values.data() + 4 + n, static_cast<Eigen::Index>(n));
    }
    if (parts_.exact) exact_positions_ = positions_at(time_, parts_.exact->vertices);
    return true;
}

}  // namespace limpet
