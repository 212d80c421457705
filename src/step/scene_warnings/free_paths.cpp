#include "step/scene_warnings/free_paths.h"

#include <algorithm>

namespace limpet {
namespace {

/// Of the duration: parts in which relative motion counts as straight.
constexpr int samples = 200;

bool turns(const BodyDescription& body) {
    if (body.angular_velocity != Vector3{}) return true;
    return std::any_of(body.motion.begin(), body.motion.end(), [](const Motion& motion) {
        return std::any_of(motion.keyframes.begin(), motion.keyframes.end(),
                           [](const Keyframe& k) { return k.rotation.degrees != 0; });
    });
}

/// The cube about a point in which the body fits however it is turned about that point.
Box3 turned_box(const Body& body, const Vec3& center) {
    double radius = 0;
    for (const Vec3& x : body.surface().positions) radius = std::max(radius, (x - center).norm());
    return {center - Vec3::Constant(radius), center + Vec3::Constant(radius)};
}

}  // namespace

FreePaths::FreePaths(const Scene& scene, const SceneBodies& bodies)
    : gravity_(to_vec3(scene.gravity)), duration_(scene.time.duration) {
    for (std::size_t i = 0; i < bodies.size(); ++i) paths_.push_back(path_of(scene.bodies[i], *bodies[i]));
}

FreePaths::Path FreePaths::path_of(const BodyDescription& description, const Body& body) const {
    Path path;
    path.start = turns(description) ? turned_box(body, to_vec3(description.position)) : box_of(body);
    const bool driven = !description.motion.empty(), fixed = !description.fixed.empty();
    if (driven && !fixed) path.keyframes = Keyframes(description.motion.front().keyframes);
    path.is_static = body.type() == BodyType::Static;
    path.falls = !path.is_static && !driven && !fixed;
    path.velocity = to_vec3(description.velocity);
    for (int k = 0; k <= samples; ++k) {
        path.shifts.push_back(shift(path, duration_ * k / samples));
        path.swept.extend(path.start.translated(path.shifts.back()));
    }
    return path;
}

Vec3 FreePaths::shift(const Path& path, double time) const {
    if (path.falls) return path.velocity * time + gravity_ * (time * time / 2);
    return path.keyframes.at(time).displacement - path.keyframes.at(0).displacement;
}

std::optional<Meeting> FreePaths::meeting(int first, int second) const {
    const Path &a = paths_[first], &b = paths_[second];
    if ((a.is_static && b.is_static) || !a.swept.intersects(b.swept)) return {};
    const auto apart = [&](int k) -> Vec3 { return a.shifts[k] - b.shifts[k]; };
    for (int k = 0; k < samples; ++k) {
        const Vec3 step = apart(k + 1) - apart(k);
        if (step.isZero(0)) continue;
        const Box3 way = a.start.translated(apart(k)).merged(a.start.translated(apart(k + 1)));
        if (!way.intersects(b.start)) continue;
        const double interval = duration_ / samples;
        return Meeting{interval * k, step.norm() / interval};
    }
    return {};
}

std::vector<std::pair<std::pair<int, int>, Meeting>> FreePaths::meetings() const {
    std::vector<std::pair<std::pair<int, int>, Meeting>> all;
    for (int first = 0; first < static_cast<int>(paths_.size()); ++first)
        for (int second = first + 1; second < static_cast<int>(paths_.size()); ++second)
            if (const std::optional<Meeting> found = meeting(first, second))
                all.push_back({{first, second}, *found});
    return all;
}

}  // namespace limpet
