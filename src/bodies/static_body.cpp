#include "bodies/static_body.h"

#include "bodies/nearest_vertex.h"

namespace limpet {

StaticBody::StaticBody(StaticBodyParts parts) : Body(parts.name, BodyType::Static), parts_(std::move(parts)) {
    surface_.triangles = parts_.surface.triangles;
    surface_.positions = positions_at(0);
    surface_.velocities.assign(surface_.positions.size(), Vec3::Zero());
}

std::vector<Vec3> StaticBody::positions_at(double time) const {
    const Keyframes::Pose pose = parts_.motion.at(time);
    const Mat3 rotation = pose.rotation * parts_.rotation;
    const Vec3 origin = parts_.position + pose.displacement;
    std::vector<Vec3> positions;
    positions.reserve(parts_.surface.vertices.size());
    for (const Vec3& vertex : parts_.surface.vertices) positions.push_back(origin + rotation * vertex);
    return positions;
}

void StaticBody::free_motion(const FreeMotionInput& input) {
    if (parts_.motion.empty()) return;
    // Velocities are those of the chord: h v is just what the body moves by, so that it lands on its
    // keyframes.
    target_ = positions_at(input.time + input.h);
    for (std::size_t i = 0; i < target_.size(); ++i)
        surface_.velocities[i] = (target_[i] - surface_.positions[i]) / input.h;
    velocity_ =
        (parts_.motion.at(input.time + input.h).displacement - parts_.motion.at(input.time).displacement) /
        input.h;
    time_ = input.time;
}

void StaticBody::advance(double h) {
    if (parts_.motion.empty()) return;
    time_ += h;
    surface_.positions.swap(target_);
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
    return true;
}

}  // namespace limpet
