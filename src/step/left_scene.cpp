#include "step/left_scene.h"

#include <algorithm>
#include <limits>

#include "shapes/meshes.h"

namespace limpet {
namespace {

/// Of the scene's size: what is further away from all that could stop it does not come back by chance.
constexpr double far_away = 20;

}  // namespace

LeftScene::LeftScene(const Bodies& bodies, const std::vector<bool>& moves)
    : bodies_(bodies),
      moves_(moves),
      any_static_(std::any_of(bodies.begin(), bodies.end(),
                              [](const auto& body) { return body->type() == BodyType::Static; })) {
    Box3 all;
    for (const auto& body : bodies) all.extend(bounds(body->surface().positions));
    if (all.isEmpty()) return;
    middle_ = all.center();
    size_ = all.diagonal().norm();
}

std::optional<double> LeftScene::distance(int body) const {
    const std::vector<Vec3>& own = bodies_[body]->surface().positions;
    // Most bodies are near where they began, which a vertex tells.
    if (!moves_[body] || own.empty() || (own.front() - middle_).norm() < far_away * size_) return {};
    const Box3 box = bounds(own);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const std::vector<Vec3>& others = bodies_[i]->surface().positions;
        if (static_cast<int>(i) == body || others.empty()) continue;
        if (any_static_ && bodies_[i]->type() != BodyType::Static) continue;
        least = std::min(least, box.exteriorDistance(bounds(others)));
    }
    if (!(least > far_away * size_ && least < std::numeric_limits<double>::infinity())) return {};
    return least;
}

}  // namespace limpet
