#include "step/blades.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bodies/make_body.h"
#include "core/box.h"
#include "limpet/error.h"
#include "step/step_constants.h"

namespace limpet {
namespace {

Vec3 nudge() {
    return Vec3(0.53, 0.29, 0.80).normalized() * blade_offset_ratio;
}

Box3 swept_box(const MovingEdge& edge) {
    Box3 box;
    for (const Vec3& x : edge.before) box.extend(x);
    for (const Vec3& x : edge.now) box.extend(x);
    return box;
}

/// Null unless it is soft: bodies of that type are SoftBody (make_body.cpp).
SoftBody* as_soft(Body& body) {
    return body.type() == BodyType::Soft ? static_cast<SoftBody*>(&body) : nullptr;
}

/// `before`: of the body's nodes, when the blade began to move.
std::vector<EdgeCrossing> swept_crossings(const SoftBody& body, const std::vector<Vec3>& before,
                                          const MovingEdge& blade) {
    std::vector<EdgeCrossing> found;
    const Box3 reach = swept_box(blade);
    for (const Edge& edge : body.cut_mesh().edges()) {
        const auto& [a, b] = edge;
        const MovingEdge moving{{before[a], before[b]}, {body.positions()[a], body.positions()[b]}};
        if (!reach.intersects(swept_box(moving))) continue;
        if (const auto at = edge_crossing(moving, blade)) found.push_back({edge, *at});
    }
    return found;
}

}  // namespace

Blades::Blades(const Scene& scene, const Bodies& bodies) {
    for (std::size_t i = 0; i < scene.blades.size(); ++i) {
        const BladeDescription& description = scene.blades[i];
        if (description.plane.has_value() == (description.edge && !description.keyframes.empty()))
            throw InputError(fmt::format("blades[{}]", i),
                             "a blade has a `plane`, or an `edge` and its `keyframes`");
        for (const std::string& name : description.bodies) body_index(bodies, name, "blades");
        blades_.push_back({description, Keyframes(description.keyframes)});
    }
    follow(bodies);
}

bool Blades::Blade::cuts(const Body& body) const {
    const std::vector<std::string>& names = description.bodies;
    if (names.empty()) return body.type() == BodyType::Soft;
    return std::find(names.begin(), names.end(), body.name()) != names.end();
}

SoftBody& Blades::soft(Body& body) {
    SoftBody* const soft = as_soft(body);
    if (!soft)
        throw InputError("blades", fmt::format("body \"{}\" is not soft and cannot be cut", body.name()));
    soft->require_cuttable();
    return *soft;
}

void Blades::follow(const Bodies& bodies) {
    std::vector<SoftBody*> to_cut;
    for (const auto& body : bodies)
        if (std::any_of(blades_.begin(), blades_.end(), [&](const Blade& b) { return b.cuts(*body); }))
            to_cut.push_back(&soft(*body));
    for (SoftBody* body : to_cut) body->make_cuttable(static_cast<int>(blades_.size()));
    const std::vector<Body*> before = std::move(all_);
    all_.clear();
    for (const auto& body : bodies) all_.push_back(body.get());
    for (Stroke& stroke : strokes_) {
        std::vector<int> still_there;
        for (const int b : stroke.bodies)
            if (const auto at = std::find(all_.begin(), all_.end(), before[b]); at != all_.end())
                still_there.push_back(static_cast<int>(at - all_.begin()));
        stroke.bodies = std::move(still_there);
    }
    list_bodies();
}

void Blades::list_bodies() {
    bodies_.clear();
    soft_.assign(all_.size(), nullptr);
    for (std::size_t i = 0; i < all_.size(); ++i) {
        SoftBody* const body = as_soft(*all_[i]);
        if (!body || !body->is_cuttable()) continue;
        soft_[i] = body;
        bodies_.push_back(static_cast<int>(i));
    }
}

void Blades::add_stroke(const std::vector<int>& bodies, MovingEdge edge, long step) {
    for (const int b : bodies) soft(*all_[b]);
    for (std::array<Vec3, 2>* ends : {&edge.before, &edge.now}) {
        const Vec3 shift = ((*ends)[1] - (*ends)[0]).norm() * nudge();
        for (Vec3& x : *ends) x += shift;
    }
    Stroke stroke{edge, false, step, static_cast<int>(blades_.size()), bodies};
    if (last_) {
        const bool joined = last_->edge.now == edge.before;
        stroke.blade = joined ? last_->blade : last_->blade + 1;
        stroke.goes_on = joined && last_->step == step - 1;
    }
    for (const int b : bodies) soft(*all_[b]).make_cuttable(stroke.blade + 1);
    list_bodies();
    last_ = stroke;
    last_->bodies.clear();
    strokes_.push_back(std::move(stroke));
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
    return swept_crossings(body, body.positions_before(), {edge_at(before), edge_at(now)});
}

std::vector<int> Blades::cut(long step, double h) {
    const double before = static_cast<double>(step - 1) * h, now = static_cast<double>(step) * h;
    std::set<int> changed;
    const auto cross = [&](int body, int blade, const std::vector<EdgeCrossing>& found) {
        if (!found.empty() && soft_[body]->cut(blade, found)) changed.insert(body);
    };
    for (int i = 0; i < static_cast<int>(blades_.size()); ++i)
        for (const int b : bodies_)
            if (blades_[i].cuts(*soft_[b])) cross(b, i, blades_[i].crossings(*soft_[b], before, now));
    for (const Stroke& stroke : strokes_)
        for (const int b : stroke.bodies) {
            const SoftBody& body = *soft_[b];
            cross(b, stroke.blade,
                  swept_crossings(body, stroke.goes_on ? body.positions_before() : body.positions(),
                                  stroke.edge));
        }
    strokes_.clear();
    for (const int b : bodies_) soft_[b]->end_cutting();
    return {changed.begin(), changed.end()};
}

std::vector<double> Blades::state() const {
    if (!last_) return {};
    std::vector<double> values;
    std::vector<Stroke> all = {*last_};
    all.insert(all.end(), strokes_.begin(), strokes_.end());
    for (const Stroke& stroke : all) {
        for (const auto& ends : {stroke.edge.before, stroke.edge.now})
            for (const Vec3& x : ends) values.insert(values.end(), x.begin(), x.end());
        values.insert(values.end(),
                      {static_cast<double>(stroke.goes_on), static_cast<double>(stroke.step),
                       static_cast<double>(stroke.blade), static_cast<double>(stroke.bodies.size())});
        values.insert(values.end(), stroke.bodies.begin(), stroke.bodies.end());
    }
    return values;
}

bool Blades::set_state(std::span<const double> values) {
    strokes_.clear();
    last_.reset();
    constexpr std::size_t numbers = 16;
    while (!values.empty()) {
        if (values.size() < numbers) return false;
        Stroke stroke;
        const double* next = values.data();
        for (std::array<Vec3, 2>* ends : {&stroke.edge.before, &stroke.edge.now})
            for (Vec3& x : *ends) {
                x = Eigen::Map<const Vec3>(next);
                next += 3;
            }
        stroke.goes_on = values[12] != 0;
        stroke.step = static_cast<long>(values[13]);
        stroke.blade = static_cast<int>(values[14]);
        values = values.subspan(numbers - 1);
        if (!(values[0] >= 0 && values[0] < static_cast<double>(values.size()))) return false;
        const auto count = static_cast<std::size_t>(values[0]);
        for (const double body : values.subspan(1, count)) {
            const bool fits = body >= 0 && body < static_cast<double>(soft_.size());
            if (last_ && !(fits && soft_[static_cast<std::size_t>(body)])) return false;
            stroke.bodies.push_back(static_cast<int>(body));
        }
        values = values.subspan(1 + count);
        if (last_)
            strokes_.push_back(std::move(stroke));
        else
            last_ = std::move(stroke);
    }
    return true;
}

}  // namespace limpet
