#include "step/scene_warnings/free_paths.h"
#include "step/scene_warnings/warning_constants.h"

#include <algorithm>

namespace limpet {
namespace {

/// Equally spaced, and by their squares: in a long run bodies that fall are fast after its first part.
std::vector<double> sample_times(double duration) {
    std::vector<double> times;
    for (int k = 0; k <= path_samples; ++k) {
        const double share = static_cast<double>(k) / path_samples;
        times.push_back(duration * share);
        times.push_back(duration * share * share);
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

/// Which share of a straight way a box goes until it meets another; nothing if it does not.
std::optional<double> share_until(const Box3& box, const Vec3& way, const Box3& other) {
    double enter = 0, leave = 1;
    for (int k = 0; k < 3; ++k) {
        const double near = other.min()[k] - box.max()[k], far = other.max()[k] - box.min()[k];
        if (way[k] == 0) {
            if (near > 0 || far < 0) return {};
            continue;
        }
        enter = std::max(enter, std::min(near / way[k], far / way[k]));
        leave = std::min(leave, std::max(near / way[k], far / way[k]));
    }
    return enter <= leave ? std::optional(enter) : std::nullopt;
}

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
    : gravity_(to_vec3(scene.gravity)), times_(sample_times(scene.time.duration)) {
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
    for (const double time : times_) {
        path.shifts.push_back(shift(path, time));
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
    const auto apart = [&](std::size_t k) -> Vec3 { return a.shifts[k] - b.shifts[k]; };
    for (std::size_t k = 0; k + 1 < times_.size(); ++k) {
        const Vec3 way = apart(k + 1) - apart(k);
        if (way.isZero(0)) continue;
        const std::optional<double> share = share_until(a.start.translated(apart(k)), way, b.start);
        if (!share) continue;
        const double interval = times_[k + 1] - times_[k];
        return Meeting{times_[k] + *share * interval, way.norm() / interval};
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
