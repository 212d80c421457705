#include "physics_fuzz/scene_variants.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

namespace limpet::physics_fuzz {
namespace {

constexpr double degree = std::numbers::pi / 180;

bool is_mirror_symmetric(const Shape& shape) {
    return !std::holds_alternative<FileShape>(shape) && !std::holds_alternative<ZooShape>(shape);
}

SceneVariant shifted(const Scene& scene) {
    SceneVariant v{"shifted", scene, Mat3::Identity(), Vec3(2.7, -0.9, 1.3)};
    const auto shift = [&](Vector3& x) { x = to_array(to_vec3(x) + v.shift); };
    for (BodyDescription& body : v.scene.bodies) shift(body.position);
    for (AttractorDescription& attractor : v.scene.attractors) shift(attractor.position);
    return v;
}

/// By a quarter about y: coordinates change places and signs, without rounding.
SceneVariant turned(const Scene& scene) {
    SceneVariant v{"turned", scene};
    v.turn << 0, 0, 1, 0, 1, 0, -1, 0, 0;
    const auto turn = [&](Vector3& x) { x = {x[2], x[1], -x[0]}; };
    turn(v.scene.gravity);
    for (AttractorDescription& attractor : v.scene.attractors) turn(attractor.position);
    for (BodyDescription& body : v.scene.bodies) {
        turn(body.position);
        turn(body.velocity);
        turn(body.angular_velocity);
        const Eigen::AngleAxisd quarter(90 * degree, Vec3::UnitY());
        const Eigen::AngleAxisd own(body.rotation.degrees * degree, to_vec3(body.rotation.axis).normalized());
        const Eigen::AngleAxisd both(quarter * own);
        body.rotation = {to_array(both.axis()), both.angle() / degree};
        for (Motion& motion : body.motion)
            for (Keyframe& k : motion.keyframes) {
                turn(k.displacement);
                turn(k.rotation.axis);
            }
    }
    return v;
}

/// x → −x; rotations are mirrored as axial vectors are.
std::optional<SceneVariant> mirrored(const Scene& scene) {
    if (!is_rigid_world(scene)) return {};
    SceneVariant v{"mirrored", scene};
    v.turn(0, 0) = -1;
    v.same_meshes = false;
    const auto mirror = [](Vector3& x) { x[0] = -x[0]; };
    const auto mirror_axial = [](Vector3& x) { x = {x[0], -x[1], -x[2]}; };
    mirror(v.scene.gravity);
    for (AttractorDescription& attractor : v.scene.attractors) mirror(attractor.position);
    for (BodyDescription& body : v.scene.bodies) {
        if (!is_mirror_symmetric(body.shape)) return {};
        mirror(body.position);
        mirror(body.velocity);
        mirror_axial(body.angular_velocity);
        mirror_axial(body.rotation.axis);
        for (Motion& motion : body.motion)
            for (Keyframe& k : motion.keyframes) {
                mirror(k.displacement);
                mirror_axial(k.rotation.axis);
            }
    }
    return v;
}

SceneVariant reordered(const Scene& scene) {
    SceneVariant v{"reordered", scene};
    std::reverse(v.scene.bodies.begin(), v.scene.bodies.end());
    return v;
}

std::optional<SceneVariant> with_half_step(const Scene& scene) {
    if (!is_rigid_world(scene)) return {};
    SceneVariant v{"half the step", scene};
    v.scene.time.step /= 2;
    v.steps_ratio = 2;
    v.same_meshes = false;
    return v;
}

}  // namespace

bool is_rigid_world(const Scene& scene) {
    return std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const BodyDescription& b) {
        return b.type == BodyType::Static || b.type == BodyType::Rigid;
    });
}

std::optional<SceneVariant> scene_variant(const Scene& scene, int which) {
    switch (which % variant_count) {
        case 0:
            return shifted(scene);
        case 1:
            return turned(scene);
        case 2:
            return mirrored(scene);
        case 3:
            return reordered(scene);
        default:
            return with_half_step(scene);
    }
}

}  // namespace limpet::physics_fuzz
