#include "physics_fuzz/body_motion.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "shapes/meshes/primitive_mass.h"

namespace limpet::physics_fuzz {
namespace {

std::vector<Vec3> vectors(const std::vector<Vector3>& all) {
    std::vector<Vec3> out;
    for (const Vector3& v : all) out.push_back(to_vec3(v));
    return out;
}

Mat3 rotation_of(const Rotation& r) {
    return Eigen::AngleAxisd(r.degrees * std::numbers::pi / 180, to_vec3(r.axis).normalized())
        .toRotationMatrix();
}

Mat3 axes(const std::vector<Vec3>& x, const std::array<int, 3>& marks) {
    const Vec3 first = (x[marks[1]] - x[marks[0]]).normalized();
    const Vec3 third = first.cross(x[marks[2]] - x[marks[0]]).normalized();
    Mat3 out;
    out << first, third.cross(first), third;
    return out;
}

/// Three vertices that are far from a line.
std::array<int, 3> far_apart(const std::vector<Vec3>& x) {
    const auto farthest = [&](const auto& measure) {
        int best = 0;
        for (int i = 1; i < static_cast<int>(x.size()); ++i)
            if (measure(x[i]) > measure(x[best])) best = i;
        return best;
    };
    const int second = farthest([&](const Vec3& v) { return (v - x[0]).norm(); });
    const Vec3 along = (x[second] - x[0]).normalized();
    const int third = farthest([&](const Vec3& v) { return along.cross(v - x[0]).norm(); });
    return {0, second, third};
}

}  // namespace

BodyMotion::BodyMotion(const BodyDescription& description, const BodyFrame& rest, double mass)
    : mass_(mass),
      deforms_(description.type != BodyType::Rigid && description.type != BodyType::Static),
      has_volume_(description.type == BodyType::Particles) {
    const std::vector<Vec3> x = vectors(rest.vertices);
    if (description.type == BodyType::Static || mass == 0) return;
    if (!deforms_) {
        const std::optional<MassProperties> closed_form = primitive_mass(description.shape);
        const Mat3 turn = rotation_of(description.rotation);
        const MassProperties of_mesh =
            closed_form ? *closed_form : mass_properties(TriMesh{x, rest.triangles});
        inertia_ = closed_form ? Mat3(turn * of_mesh.inertia * turn.transpose()) : of_mesh.inertia;
        inertia_ *= mass / of_mesh.volume;
        marks_ = far_apart(x);
        rest_axes_ = axes(x, marks_);
        return;
    }
    const bool is_of_vertices = description.type != BodyType::Soft;
    node_masses_.assign(is_of_vertices ? x.size() : rest.nodes.size(), 0);
    double sum = 0;
    const auto share = [&](const auto& corners, double measure) {
        for (const int v : corners) node_masses_[v] += measure / static_cast<double>(corners.size());
        sum += measure;
    };
    if (is_of_vertices)
        for (const auto& t : rest.triangles)
            share(t, (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]).norm() / 2);
    const std::vector<Vec3> n = vectors(rest.nodes);
    for (const auto& t : rest.tetrahedra)
        share(t, (n[t[1]] - n[t[0]]).dot((n[t[2]] - n[t[0]]).cross(n[t[3]] - n[t[0]])) / 6);
    for (double& m : node_masses_) m *= mass / sum;
}

BodyMoment BodyMotion::at(const BodyFrame& now, const Vec3& center) const {
    BodyMoment moment{};
    if (mass_ > 0) moment = deforms_ ? of_nodes(now) : of_rigid(now, center);
    moment.center = center;
    moment.in_zone = !now.in_zones.empty();
    if (has_volume_) moment.volume = mass_properties(TriMesh{vectors(now.vertices), now.triangles}).volume;
    moment.lowest = std::numeric_limits<double>::infinity();
    for (const Vector3& v : now.vertices) moment.lowest = std::min(moment.lowest, v[1]);
    for (const Vector3& v : now.velocities) moment.fastest = std::max(moment.fastest, to_vec3(v).norm());
    return moment;
}

BodyMoment BodyMotion::of_rigid(const BodyFrame& now, const Vec3& center) const {
    const std::vector<Vec3> x = vectors(now.vertices), v = vectors(now.velocities);
    // v_i − v̄ = ω × (x_i − x̄), by least squares.
    Vec3 mean_x = Vec3::Zero(), mean_v = Vec3::Zero();
    const double count = static_cast<double>(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / count;
        mean_v += v[i] / count;
    }
    Mat3 left = Mat3::Zero();
    Vec3 right = Vec3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const Vec3 r = x[i] - mean_x;
        left += r.squaredNorm() * Mat3::Identity() - r * r.transpose();
        right += r.cross(v[i] - mean_v);
    }
    const Vec3 spin = left.inverse() * right;
    const Mat3 turn = axes(x, marks_) * rest_axes_.transpose();
    BodyMoment moment{};
    moment.momentum = mass_ * (mean_v + spin.cross(center - mean_x));
    moment.angular_momentum = center.cross(moment.momentum) + turn * inertia_ * turn.transpose() * spin;
    return moment;
}

BodyMoment BodyMotion::of_nodes(const BodyFrame& now) const {
    const bool cloth = now.nodes.empty();
    const std::vector<Vec3> x = vectors(cloth ? now.vertices : now.nodes);
    const std::vector<Vec3> v = vectors(cloth ? now.velocities : now.node_velocities);
    BodyMoment moment{};
    moment.momentum = moment.angular_momentum = Vec3::Zero();
    for (std::size_t i = 0; i < x.size(); ++i) {
        moment.momentum += node_masses_[i] * v[i];
        moment.angular_momentum += node_masses_[i] * x[i].cross(v[i]);
    }
    return moment;
}

}  // namespace limpet::physics_fuzz
