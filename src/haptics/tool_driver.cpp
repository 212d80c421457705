#include "haptics/tool_driver.h"

#include <numbers>

#include "limpet/error.h"

namespace limpet::haptics {
namespace {

Quat quaternion(const Rotation& rotation) {
    if (rotation.degrees == 0) return Quat::Identity();
    return Quat(
        Eigen::AngleAxisd(rotation.degrees * std::numbers::pi / 180, to_vec3(rotation.axis).normalized()));
}

Rotation rotation_of(const Quat& q) {
    const Vec3 vector = rotation_vector(q);
    const double angle = vector.norm();
    if (angle == 0) return {};
    return {to_array(Vec3(vector / angle)), angle * 180 / std::numbers::pi};
}

const BodyDescription& description(const World& world, const std::string& name) {
    for (const BodyDescription& body : world.scene().bodies)
        if (body.name == name) return body;
    throw InputError("haptics.tool", "no body has the name \"" + name + "\"");
}

/// Where keyframes have a body's frame, or that of a group, at time 0.
Pose placed(const BodyDescription& body, const std::string& group) {
    Pose pose{to_vec3(body.position), quaternion(body.rotation)};
    for (const Motion& motion : body.motion) {
        if (motion.name != group || motion.keyframes.empty()) continue;
        const Keyframe& first = motion.keyframes.front();
        pose.position += to_vec3(first.displacement);
        pose.rotation = quaternion(first.rotation) * pose.rotation;
    }
    return pose;
}

/// Half of the sides of the box around a body's surface, about a point.
Vec3 half_extent(std::span<const double> positions, const Vec3& about) {
    Vec3 most = Vec3::Zero();
    for (std::size_t i = 0; i < positions.size(); i += 3)
        for (int k = 0; k < 3; ++k) most[k] = std::max(most[k], std::abs(positions[i + k] - about[k]));
    return most;
}

}  // namespace

ToolDriver::ToolDriver(World& world, const HapticsDescription& haptics)
    : haptics_(haptics), body_(world.find(haptics.tool.body)), h_(world.scene().time.step) {
    const BodyDescription& body = description(world, haptics.tool.body);
    const BodyView view = world.body(body_);
    rigid_ = body.type == BodyType::Rigid;
    start_ =
        rigid_ ? Pose{to_vec3(view.center_of_mass()), Quat::Identity()} : placed(body, haptics.tool.group);
    const Vec3 half = half_extent(view.positions(), start_.position);
    const Mat3 to_own = start_.rotation.conjugate().toRotationMatrix();
    for (int k = 0; k < 3; ++k) {
        points_[2 * k] = to_own * (half[k] * Vec3::Unit(k));
        points_[2 * k + 1] = -points_[2 * k];
    }
    if (rigid_) hold_rigid(world);
}

/// The springs act where the surface is nearest to the points; the loop's coupling has them there, too.
void ToolDriver::hold_rigid(World& world) {
    GrabSettings settings;
    settings.stiffness = haptics_.coupling.stiffness / coupling_points;
    settings.damping = haptics_.coupling.damping / coupling_points;
    for (int i = 0; i < coupling_points; ++i)
        grabs_[i] = world.grab(body_, to_array(Vec3(start_.position + points_[i])), settings);
    const std::vector<Vec3> at = grabbed(world);
    for (int i = 0; i < coupling_points; ++i) points_[i] = at[i] - start_.position;
}

std::vector<Vec3> ToolDriver::grabbed(const World& world) const {
    std::vector<Vec3> points(coupling_points);
    for (const GrabState& grab : world.grabs())
        for (int i = 0; i < coupling_points; ++i)
            if (grab.id == grabs_[i]) points[i] = to_vec3(grab.point);
    return points;
}

void ToolDriver::drive(World& world, const ToolIntent& intent) {
    if (!rigid_) {
        const Pose& to = intent.tool;
        if (commanded_ && commanded_->position == to.position &&
            commanded_->rotation.coeffs() == to.rotation.coeffs())
            return;
        world.move_to(body_, to_array(to.position), rotation_of(to.rotation), h_, haptics_.tool.group);
        commanded_ = to;
        return;
    }
    // Grabs are damped against the world. A target that leads by c/k v damps against the device.
    const double lead = haptics_.coupling.damping / haptics_.coupling.stiffness / h_;
    const Pose before = target_.value_or(intent.target);
    for (int i = 0; i < coupling_points; ++i) {
        const Vec3 now = intent.target.position + intent.target.rotation * points_[i];
        const Vec3 last = before.position + before.rotation * points_[i];
        world.move(grabs_[i], to_array(Vec3(now + lead * (now - last))));
    }
    target_ = intent.target;
    const Vec3 lift = -world.body(body_).mass() * to_vec3(world.scene().gravity);
    if (lift.squaredNorm() > 0) world.apply_force(body_, to_array(lift));
}

/// Of a rigid tool from where its grabbed points are: two of the lines between opposite ones are enough.
Pose ToolDriver::pose(const World& world) const {
    if (!rigid_) return commanded_.value_or(start_);
    const std::vector<Vec3> at = grabbed(world);
    const auto axes = [](const Vec3& along, const Vec3& across) {
        Mat3 frame;
        frame.col(0) = along.normalized();
        frame.col(2) = frame.col(0).cross(across).normalized();
        frame.col(1) = frame.col(2).cross(frame.col(0));
        return frame;
    };
    const Mat3 now = axes(at[0] - at[1], at[2] - at[3]);
    const Mat3 first = axes(points_[0] - points_[1], points_[2] - points_[3]);
    return {to_vec3(world.body(body_).center_of_mass()), Quat(Mat3(now * first.transpose())).normalized()};
}

}  // namespace limpet::haptics
