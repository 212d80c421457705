#include "step/blades.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bodies/make_body.h"
#include "core/box.h"
#include "limpet/error.h"

namespace limpet {
namespace {

/// Of a blade's edge: so far it is from where the scene has it, in a direction of no meaning, since
/// one that goes exactly through nodes and along edges crosses some of them and not others by rounding.
constexpr double off_nodes = 1e-6;

Vec3 nudge() {
    return Vec3(0.53, 0.29, 0.80).normalized() * off_nodes;
}

Box3 swept_box(const MovingEdge& edge) {
    Box3 box;
    for (const Vec3& x : edge.before) box.extend(x);
    for (const Vec3& x : edge.now) box.extend(x);
    return box;
}

std::vector<EdgeCrossing> swept_crossings(const SoftBody& body, const MovingEdge& blade) {
    std::vector<EdgeCrossing> found;
    const Box3 reach = swept_box(blade);
    for (const Edge& edge : body.cut_mesh().edges()) {
        const auto& [a, b] = edge;
        const MovingEdge moving{{body.positions_before()[a], body.positions_before()[b]},
                                {body.positions()[a], body.positions()[b]}};
        if (!reach.intersects(swept_box(moving))) continue;
        if (const auto at = edge_crossing(moving, blade)) found.push_back({edge, *at});
    }
    return found;
}

}  // namespace

Blades::Blades(const Scene& scene, const std::vector<std::unique_ptr<Body>>& bodies) : soft_(bodies.size()) {
    std::set<int> cut;
    for (std::size_t i = 0; i < scene.blades.size(); ++i) {
        const BladeDescription& description = scene.blades[i];
        if (description.plane.has_value() == (description.edge && !description.keyframes.empty()))
            throw InputError(fmt::format("blades[{}]", i),
                             "a blade has a `plane`, or an `edge` and its `keyframes`");
        Blade blade{description, Keyframes(description.keyframes), {}};
        for (int b = 0; b < static_cast<int>(bodies.size()); ++b)
            if (blade.description.bodies.empty() && bodies[b]->type() == BodyType::Soft)
                blade.bodies.push_back(b);
        for (const std::string& name : blade.description.bodies)
            blade.bodies.push_back(body_index(bodies, name, "blades"));
        std::sort(blade.bodies.begin(), blade.bodies.end());
        blade.bodies.erase(std::unique(blade.bodies.begin(), blade.bodies.end()), blade.bodies.end());
        cut.insert(blade.bodies.begin(), blade.bodies.end());
        blades_.push_back(std::move(blade));
    }
    bodies_.assign(cut.begin(), cut.end());
    for (const int b : bodies_) {
        soft_[b] = dynamic_cast<SoftBody*>(bodies[b].get());
        if (!soft_[b])
            throw InputError("blades",
                             fmt::format("body \"{}\" is not soft and cannot be cut", bodies[b]->name()));
        soft_[b]->make_cuttable(static_cast<int>(blades_.size()));
    }
}

std::array<Vec3, 2> Blades::Blade::edge_at(double time) const {
    const Vec3 a = to_vec3((*description.edge)[0]), b = to_vec3((*description.edge)[1]);
    const Vec3 middle = (a + b) / 2 + (b - a).norm() * nudge();
    const Keyframes::Pose pose = keyframes.at(time);
    const Vec3 half = pose.rotation * (b - a) / 2, center = middle + pose.displacement;
    return {center - half, center + half};
}

std::vector<EdgeCrossing> Blades::Blade::crossings(const SoftBody& body, double before, double now) const {
    if (description.plane) {
        const bool is_due = description.time <= now && (description.time > before || now == 0);
        if (!is_due) return {};
        const Vec3 normal = to_vec3(description.plane->normal).normalized();
        return plane_crossings(body.cut_mesh(), body.positions(), to_vec3(description.plane->point), normal);
    }
    const std::vector<Keyframe>& frames = description.keyframes;
    if (now <= frames.front().time || before >= frames.back().time || now == 0) return {};
    return swept_crossings(body, {edge_at(before), edge_at(now)});
}

std::vector<int> Blades::cut(long step, double h) {
    const double before = static_cast<double>(step - 1) * h, now = static_cast<double>(step) * h;
    std::set<int> changed;
    for (int i = 0; i < static_cast<int>(blades_.size()); ++i)
        for (const int b : blades_[i].bodies) {
            const std::vector<EdgeCrossing> found = blades_[i].crossings(*soft_[b], before, now);
            if (!found.empty() && soft_[b]->cut(i, found)) changed.insert(b);
        }
    for (const int b : bodies_) soft_[b]->end_cutting();
    return {changed.begin(), changed.end()};
}

}  // namespace limpet
