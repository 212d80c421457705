#include "step/left_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "shapes/meshes/meshes.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

/// The largest x·down of a box.
double lowest_of(const Box3& box, const Vec3& down) {
    return down.dot(box.center()) + 0.5 * down.cwiseAbs().dot(box.sizes());
}

}  // namespace

LeftScene::LeftScene(const Bodies& bodies, const std::vector<bool>& moves, const Vec3& gravity)
    : bodies_(bodies),
      moves_(moves),
      any_static_(std::any_of(bodies.begin(), bodies.end(),
                              [](const auto& body) { return body->type() == BodyType::Static; })) {
    Box3 all;
    for (const auto& body : bodies) all.extend(bounds(body->surface().positions));
    if (all.isEmpty()) return;
    middle_ = all.center();
    size_ = all.diagonal().norm();
    if (any_static_ && gravity.norm() > 0) down_ = gravity.normalized();
    lowest_ = lowest_of(all, down_);
}

void LeftScene::inherit(const CarriedState& scene, const BodyRenumbering&) {
    const auto& before = static_cast<const LeftScene&>(scene);
    if (!(before.size_ > 0)) return;
    middle_ = before.middle_;
    size_ = before.size_;
    if (before.down_ == down_) lowest_ = before.lowest_;
}

std::optional<double> LeftScene::fallen_below(int body) const {
    const std::vector<Vec3>& own = bodies_[body]->surface().positions;
    // Most bodies are above what was lowest at the start, which a vertex tells.
    if (!moves_[body] || own.empty() || down_.isZero() || down_.dot(own.front()) < lowest_) return {};
    const Box3 box = bounds(own);
    double lowest = -std::numeric_limits<double>::infinity();
    for (const auto& other : bodies_)
        if (other->type() == BodyType::Static && !other->surface().positions.empty())
            lowest = std::max(lowest, lowest_of(bounds(other->surface().positions), down_));
    const double below = -lowest_of(box, -down_) - lowest;
    if (!(below > box.diagonal().norm() && below < std::numeric_limits<double>::infinity())) return {};
    return below;
}

std::optional<double> LeftScene::distance(int body) const {
    const std::vector<Vec3>& own = bodies_[body]->surface().positions;
    // Most bodies are near where they began, which a vertex tells.
    if (!moves_[body] || own.empty() || (own.front() - middle_).norm() < left_distance_ratio * size_)
        return {};
    const Box3 box = bounds(own);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const std::vector<Vec3>& others = bodies_[i]->surface().positions;
        if (static_cast<int>(i) == body || others.empty()) continue;
        if (any_static_ && bodies_[i]->type() != BodyType::Static) continue;
        least = std::min(least, box.exteriorDistance(bounds(others)));
    }
    if (!(least > left_distance_ratio * size_ && least < std::numeric_limits<double>::infinity())) return {};
    return least;
}

void LeftScene::warn(Warnings& warnings) const {
    for (int body = 0; body < static_cast<int>(bodies_.size()); ++body) {
        if (const std::optional<double> below = fallen_below(body))
            warnings.about_body("left-scene", body, 0, [&] {
                return fmt::format(
                    "has left the scene: it is {:.3g} m below all that stands still, nothing is "
                    "there to stop it",
                    *below);
            });
        else if (const std::optional<double> away = distance(body))
            warnings.about_body("left-scene", body, 0, [&] {
                return fmt::format(
                    "has left the scene: {:.3g} m away from it, {:.3g} times its size at the "
                    "start, nothing is there to stop it",
                    *away, *away / size_);
            });
    }
}

}  // namespace limpet
